/**
 * Records of the beacon journal, one a line. Records with addresses and headers of beacons name the viewer and are
 * sealed; those of a beacon that is being sent have its id alone and are plain JSON. After a process died its successor
 * reads from them which events have fired in each placement, and which beacons are still owed:
 *
 *   p  a pod that has been shown, at least in part: enough to go on with it
 *   r  events that were reached, with their beacons
 *   t  a beacon is being sent: unless `f` follows it is not sent again, whatever became of the process
 *   f  the beacon failed and is owed again
 *   d  the beacon is given up
 */

import type { AvailContext } from '@interlude/ad-requests';
import { openBytes, type SecretKey, sealBytes } from '@interlude/runtime';
import type { InlineAd } from '@interlude/vast';

export interface PodRecord {
  readonly k: 'p';
  /** Session mark; `b` is the id of the break. */
  readonly s: string;
  readonly b: string;
  readonly startMs: number;
  readonly avail: AvailContext;
  /** ms; left out by older versions. */
  readonly occupiesMs?: number;
  readonly placements: readonly {
    readonly kind: 'ad' | 'slate';
    readonly index: number;
    readonly adId: string;
    readonly offsetMs: number;
    readonly durationMs: number;
    readonly creativeId: string;
    /** Address from which the creative was read. */
    readonly address?: string | undefined;
    /** Seconds of each segment by rendition. */
    readonly renditions: Readonly<Record<string, readonly number[]>>;
  }[];
  readonly ads: readonly (readonly [number, InlineAd])[];
}

/** Id, event, address with macros filled. */
export type OwedRecord = readonly [string, string, string];

export interface ReachedRecord {
  readonly k: 'r';
  readonly s: string;
  readonly b: string;
  /** Index of the placement. */
  readonly i: number;
  /** Events, a bit each. */
  readonly e: number;
  /** Epoch ms. */
  readonly at: number;
  readonly channel: string;
  readonly owed: readonly OwedRecord[];
  /** Headers of the beacons, sealed once for all records of a session. */
  readonly headers: string;
}

export interface BeaconRecord {
  readonly k: 't' | 'f' | 'd';
  readonly id: string;
}

export type JournalRecord = PodRecord | ReachedRecord | BeaconRecord;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Required fields by kind: a line without them is torn or foreign. */
function isRecord(value: unknown): value is JournalRecord {
  if (!isObject(value)) {
    return false;
  }
  const { k, id, s, b, i, e, at, owed, headers, placements, ads, avail } = value;
  switch (k) {
    case 't':
    case 'f':
    case 'd':
      return typeof id === 'string';
    case 'r':
      return (
        [s, b, headers].every((text) => typeof text === 'string') &&
        [i, e, at].every((number) => typeof number === 'number') &&
        Array.isArray(owed)
      );
    case 'p':
      return (
        [s, b].every((text) => typeof text === 'string') &&
        [placements, ads].every(Array.isArray) &&
        isObject(avail)
      );
    default:
      return false;
  }
}

const hourMs = 3_600_000;
/** A key for each hour: one takes at most 2^32 seals. */
const purposeOf = (hour: number) => `beacon journal ${hour}`;
const sealedForm = /^(\d{1,9})\.([\w-]+)$/;

/** @returns a line for `parseRecord`, sealed under the platform's key when the record names a viewer */
export function recordLine(record: JournalRecord, key: SecretKey, nowMs: number): string {
  const text = JSON.stringify(record);
  if (record.k !== 'p' && record.k !== 'r') {
    return text;
  }
  const hour = Math.floor(nowMs / hourMs);
  const sealed = sealBytes(key, purposeOf(hour), Buffer.from(text, 'utf8'), '');
  return `${hour}.${sealed.toString('base64url')}`;
}

function opened(line: string, key: SecretKey): string {
  const [, hour, sealed = ''] = sealedForm.exec(line) ?? [];
  if (hour === undefined) {
    return line;
  }
  const bytes = openBytes(key, purposeOf(Number(hour)), Buffer.from(sealed, 'base64url'), '');
  return bytes?.toString('utf8') ?? '';
}

/** Undefined for a line that was torn, or that another version or installation wrote. */
export function parseRecord(line: string, key: SecretKey): JournalRecord | undefined {
  try {
    const value: unknown = JSON.parse(opened(line, key));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
