/**
 * What the beacon journal says, one JSON a line. After a process died its successor reads from it what has
 * fired in each placement, and which beacons are still owed:
 *
 *   p  a pod of which something has been shown: enough to go on with it
 *   r  events that were reached, with the beacons they mean
 *   t  a beacon is being sent: unless `f` follows it is not sent again, whatever became of the process
 *   f  it failed and is owed again
 *   d  it is given up
 */

import type { AvailContext } from '@interlude/ad-requests';
import type { InlineAd } from '@interlude/vast';

export interface PodRecord {
  readonly k: 'p';
  /** Session and break. */
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
    /** Where the creative was read. */
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
  /** Headers of the beacons, sealed: they name the viewer. */
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

/** Undefined for a line that was torn or that another version wrote. */
export function parseRecord(line: string): JournalRecord | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
