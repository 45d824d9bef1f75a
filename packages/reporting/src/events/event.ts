/** The one event that everything is counted from. It never carries an IP address; `viewer` is a keyed hash. */

import type { BreakSums } from '../break-records/break-sums.ts';
import type { QualitySums } from '../player-reports/quality-sums.ts';

/** Types of events. The order is part of the spool format: append, never reorder. */
export const eventTypes = [
  'sessionStart',
  'sessionEnd',
  'view',
  'avail',
  'adRequest',
  'adTimeout',
  'skipped',
  'slate',
  'impression',
  'start',
  'firstQuartile',
  'midpoint',
  'thirdQuartile',
  'complete',
  'click',
  'error',
  'fallback',
  'break',
  'beacons',
  'splices',
] as const;
export type EventType = (typeof eventTypes)[number];

/** Beacons that have ended; retries are of one beacon. */
export interface BeaconSums {
  /** Beacons of which a request was sent. */
  readonly sent: number;
  /** Answered with a status below 400. */
  readonly answered: number;
  /** Refused, unreachable, forbidden, or never sent because the queue was full. */
  readonly failed: number;
  /** `failed`, of impressions alone. */
  readonly impressionsFailed: number;
  /** Impressions sent more than once, which a tracker may have counted twice. */
  readonly impressionsRetried: number;
}

/**
 * One event. Its identity is (session, breakId, slot, type); the session fires each identity once.
 */
export interface StitcherEvent {
  readonly type: EventType;
  /** Epoch milliseconds of the server's clock. */
  readonly atMs: number;
  readonly tenant: string;
  readonly channel: string;
  /** The playback session; '' for a sum over sessions (`view`, `break`, `splices`). */
  readonly session: string;
  /** Keyed hash of the viewer, 16 hex digits; '' when the tenant has turned it off. */
  readonly viewer: string;
  /** As the ad server names it. */
  readonly campaign?: string | undefined;
  readonly creative?: string | undefined;
  /** VOD asset that is watched. */
  readonly asset?: string | undefined;
  readonly breakId?: string | undefined;
  /** Position in the pod, from 0. */
  readonly slot?: number | undefined;
  /**
   * Milliseconds: watched (`view`; `splices`: away from them), of the ad (`impression`), of the slate (`slate`), of the
   * break (`avail`).
   */
  readonly durationMs?: number | undefined;
  /** IAB VAST error code of `error`. */
  readonly errorCode?: number | undefined;
  /** Why an avail or an ad was not used: a name from the catalogue of reasons. */
  readonly reason?: string | undefined;
  /** ISO 3166-1 alpha-2. */
  readonly country?: string | undefined;
  readonly device?: string | undefined;
  /** Reserved: bytes of media are counted apart from events, by the hour (`media_egress`). */
  readonly bytes?: number | undefined;
  /** Of `break`: its sums over the sessions of one process since the previous event of the break. */
  readonly sums?: BreakSums | undefined;
  /** Of `impression`: the session has seen the creative before. */
  readonly isRepeat?: boolean | undefined;
  /** Of `beacons`: the host of the tracker. */
  readonly tracker?: string | undefined;
  /** Of `beacons`: sums of one process for a tracker and a creative in a quarter of an hour. */
  readonly beacons?: BeaconSums | undefined;
  /** Of `splices`: the kind of splice, or away from them; see `SplicePlace`. */
  readonly splice?: string | undefined;
  /** Of `splices`: stalls and exits there, over the sessions of one process in a quarter of an hour. */
  readonly quality?: QualitySums | undefined;
}
