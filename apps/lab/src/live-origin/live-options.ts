/** What a live address asks for: path and query, checked. */
import { domainError } from '@interlude/contract';
import type { Container } from '@interlude/media-engine';
import { type LabRequest, wholeNumber } from '../http/lab-request.ts';
import { loopSchedule } from '../media/catalogue.ts';

export const SEGMENT_MS = 3_840;
export const LOOP_SEGMENTS = loopSchedule.segments;
/** The channel's time began here; segment n starts n * 3.84 s later. */
export const EPOCH_MS = Date.parse('2026-01-01T00:00:00Z');

export const dialects = ['cue', 'daterange', 'none'] as const;
/** How breaks are written into the playlists. */
export type Dialect = (typeof dialects)[number];

const returnForms = ['planned', 'early', 'late', 'none'] as const;
/** `planned`: ends when announced; `early`: at half of it; `late`: after half as much again; `none`: no tag tells the end. */
type Returns = (typeof returnForms)[number];

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
  readonly isEncrypted: boolean;
  /** The time to answer for, epoch milliseconds. */
  readonly nowMs: number;
  readonly fault: LiveFault | undefined;
}

const WINDOW = { min: 3, max: 5_625 };

export function parseLiveOptions(
  request: LabRequest,
  container: Container,
  dialect: Dialect,
  nowMs: number,
): LiveOptions {
  const { query } = request;
  const isEncrypted = query.has('aes') && query.get('aes') !== '0';
  if (isEncrypted && container === 'cmaf') {
    throw domainError('REQUEST_INVALID', {
      reason: 'aes is for /live/ts only: AES-128 covers whole segments',
    });
  }
  const breakSegments = segments(query, 'break', loopSchedule.breakSegments);
  const everySegments = segments(query, 'every', LOOP_SEGMENTS);
  if (breakSegments + 2 > everySegments) {
    throw domainError('REQUEST_INVALID', {
      reason: 'every must be at least two segments (7.68 s) longer than break',
    });
  }
  return {
    container,
    dialect: oneOf(query, 'marks', dialects) ?? dialect,
    windowSegments: wholeNumber(query, 'win', 15, WINDOW),
    breakSegments,
    everySegments,
    returns: oneOf(query, 'return', returnForms) ?? 'planned',
    isEncrypted,
    nowMs: timeOf(query.get('at')) ?? nowMs,
    fault: oneOf(query, 'fault', liveFaults),
  };
}

/** The last complete segment at a time. */
export const edgeSegment = (nowMs: number) => Math.floor((nowMs - EPOCH_MS) / SEGMENT_MS) - 1;

/** A length in seconds that must be a whole number of segments. */
function segments(query: URLSearchParams, name: string, byDefault: number): number {
  const text = query.get(name);
  if (text === null) return byDefault;
  const count = (Number(text) * 1000) / SEGMENT_MS;
  if (
    !Number.isFinite(count) ||
    count < 1 ||
    count > 1_000 ||
    Math.abs(count - Math.round(count)) > 1e-6
  ) {
    throw domainError('REQUEST_INVALID', {
      reason: `${name} must be a multiple of ${SEGMENT_MS / 1000} s, like 15.36`,
    });
  }
  return Math.round(count);
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
  throw domainError('REQUEST_INVALID', { reason: `${name} must be one of ${values.join(', ')}` });
}

/** Epoch milliseconds or an ISO 8601 date. */
function timeOf(text: string | null): number | undefined {
  if (text === null) return undefined;
  const value = /^\d+$/.test(text) ? Number(text) : Date.parse(text);
  if (Number.isFinite(value) && value >= EPOCH_MS + 20 * SEGMENT_MS && value < 4e12) return value;
  throw domainError('REQUEST_INVALID', {
    reason: 'at must be epoch milliseconds or an ISO date after 2026-01-01T00:02:00Z',
  });
}
