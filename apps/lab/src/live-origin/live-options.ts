/** Options of a live address: path and query, validated. */
import { domainError } from '@interlude/contract/errors';
import type { Container } from '@interlude/media-engine';
import { type LabRequest, wholeNumber } from '../http/lab-request.ts';
import { loopSchedule } from '../media/catalogue.ts';
import { type Dialect, dialects } from './break-marks.ts';
import { type Returns, returnForms } from './break-schedule.ts';
import { EPOCH_MS, SEGMENT_MS } from './live-clock.ts';
import type { Encryption } from './segment-keys.ts';

export const LOOP_SEGMENTS = loopSchedule.segments;

export const liveFaults = ['404', '5xx', 'slow', 'stale', 'html', 'empty', 'ceil'] as const;
export type LiveFault = (typeof liveFaults)[number];

export interface LiveOptions {
  readonly container: Container;
  readonly dialect: Dialect;
  /** Segments in the window. */
  readonly windowSegments: number;
  /** Announced length of a break and distance from one to the next, in segments. */
  readonly breakSegments: number;
  readonly everySegments: number;
  readonly returns: Returns;
  /** AES-128 of whole segments; undefined = clear. */
  readonly encryption: Encryption | undefined;
  /** Five segments to a file, named by byte ranges. */
  readonly isRanged: boolean;
  readonly hasSubtitles: boolean;
  readonly hasIFrames: boolean;
  /** EXT-X-PART and the related low-latency tags. */
  readonly isLowLatency: boolean;
  /** Addresses by variables of EXT-X-DEFINE. */
  readonly isDefined: boolean;
  /** Every seventh segment is a EXT-X-GAP. */
  readonly hasGaps: boolean;
  /** Segments after which the packager restarts from media sequence 0; undefined = never. */
  readonly restartSegments: number | undefined;
  /** The time to answer for, epoch milliseconds. */
  readonly nowMs: number;
  readonly fault: LiveFault | undefined;
}

/** Suffixes of the container in the folder name: encryption and byte ranges. */
export const variantForms = ['', '-aes', '-sample-aes', '-range'] as const;
export type VariantForm = (typeof variantForms)[number];

/** `cmaf`, `ts`, `cmaf-aes`, …; undefined for anything else. */
export function readVariant(text: string) {
  for (const container of ['cmaf', 'ts'] as const) {
    const form = variantForms.find((each) => text === container + each);
    // Samples of CMAF are encrypted in another way, with boxes that these have not.
    const isKnown = form !== undefined && !(container === 'cmaf' && form === '-sample-aes');
    if (isKnown) return { container, form };
  }
  return undefined;
}

const WINDOW = { min: 3, max: 5_625 };
/** A new key about every 20 s. */
const ROTATE_SEGMENTS = 5;

interface LiveAddress {
  readonly container: Container;
  readonly form: VariantForm;
  readonly dialect: Dialect;
}

export function parseLiveOptions(
  request: LabRequest,
  address: LiveAddress,
  nowMs: number,
): LiveOptions {
  const { query } = request;
  const { container, form, dialect } = address;
  const breakSegments = segments(query, 'break') ?? loopSchedule.breakSegments;
  const everySegments = segments(query, 'every') ?? LOOP_SEGMENTS;
  if (breakSegments + 2 > everySegments) {
    throw refusal('every must be at least two segments (7.68 s) longer than break');
  }
  const options: LiveOptions = {
    container,
    dialect: oneOf(query, 'marks', dialects) ?? dialect,
    windowSegments: wholeNumber(query, 'win', 15, WINDOW),
    breakSegments,
    everySegments,
    returns: oneOf(query, 'return', returnForms) ?? 'planned',
    encryption: encryptionOf(query, form),
    isRanged: form === '-range',
    hasSubtitles: isOn(query, 'subtitles'),
    hasIFrames: isOn(query, 'iframes'),
    isLowLatency: isOn(query, 'lowlatency'),
    isDefined: isOn(query, 'define'),
    hasGaps: isOn(query, 'gaps'),
    restartSegments: segments(query, 'restart'),
    nowMs: timeOf(query.get('at')) ?? nowMs,
    fault: oneOf(query, 'fault', liveFaults),
  };
  refuseContradictions(options);
  return options;
}

function encryptionOf(query: URLSearchParams, form: VariantForm): Encryption | undefined {
  const isSamples = form === '-sample-aes';
  const isVariant = form === '-aes' || isSamples;
  if (!isVariant && !isOn(query, 'aes')) return undefined;
  const rotateSegments = isVariant ? ROTATE_SEGMENTS : 0;
  return {
    method: isSamples ? 'SAMPLE-AES' : 'AES-128',
    rotateSegments: wholeNumber(query, 'rotate', rotateSegments, { min: 0, max: 1_000 }),
    // Players derive the IV from the media sequence number only where whole segments are encrypted.
    iv: oneOf(query, 'iv', ['implicit', 'explicit']) ?? (isSamples ? 'explicit' : 'implicit'),
  };
}

function refuseContradictions(options: LiveOptions): void {
  const { encryption, isRanged, hasIFrames, isLowLatency, restartSegments, container } = options;
  const isWhole = encryption === undefined && !isRanged;
  if (isRanged && encryption !== undefined) throw refusal('aes and byte ranges exclude each other');
  if (hasIFrames && !isWhole) throw refusal('iframes is for plain segments');
  if (isLowLatency && (!isWhole || container === 'ts')) {
    throw refusal('lowlatency is for plain CMAF segments');
  }
  if (restartSegments !== undefined && encryption?.iv === 'implicit') {
    throw refusal('restart needs iv=explicit: the media sequence would be another IV');
  }
}

const refusal = (reason: string) => domainError('REQUEST_INVALID', { reason });

/** The last complete segment at a time. */
export const edgeSegment = (nowMs: number) => Math.floor((nowMs - EPOCH_MS) / SEGMENT_MS) - 1;

/** A length in seconds that must be a whole number of segments. */
export function segments(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const count = (Number(text) * 1000) / SEGMENT_MS;
  const isWhole = Math.abs(count - Math.round(count)) < 1e-6;
  if (!Number.isFinite(count) || count < 1 || count > 1_000 || !isWhole) {
    throw refusal(`${name} must be a multiple of ${SEGMENT_MS / 1000} s, like 15.36`);
  }
  return Math.round(count);
}

export function isOn(query: URLSearchParams, name: string): boolean {
  const text = query.get(name);
  if (text === null || ['off', '0', 'no'].includes(text)) return false;
  if (['', 'on', '1', 'yes'].includes(text)) return true;
  throw refusal(`${name} must be on or off`);
}

export function oneOf<T extends string>(
  query: URLSearchParams,
  name: string,
  values: readonly T[],
): T | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const found = values.find((value) => value === text);
  if (found !== undefined) return found;
  throw refusal(`${name} must be one of ${values.join(', ')}`);
}

/** Epoch milliseconds or an ISO 8601 date. */
function timeOf(text: string | null): number | undefined {
  if (text === null) return undefined;
  const value = /^\d+$/.test(text) ? Number(text) : Date.parse(text);
  if (Number.isFinite(value) && value >= EPOCH_MS + 20 * SEGMENT_MS && value < 4e12) return value;
  throw refusal('at must be epoch milliseconds or an ISO date after 2026-01-01T00:02:00Z');
}
