/**
 * The one event that everything is counted from. It never carries an IP address; `viewer` is a keyed hash.
 *
 * `click`, `campaign`, `country` and `bytes` have a place in the spool format and in the rollups, and no process produces
 * them: their figures are zero or missing. Bytes of media are counted by the stitcher apart from events.
 */

/** What can happen. The order is part of the spool format: append, never reorder. `click` is reserved. */
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
] as const;
export type EventType = (typeof eventTypes)[number];

/**
 * One event. Its identity is (session, breakId, slot, type); the session fires each identity once.
 */
export interface StitcherEvent {
  readonly type: EventType;
  /** Epoch milliseconds of the server's clock. */
  readonly atMs: number;
  readonly tenant: string;
  readonly channel: string;
  /** The playback session; '' for a sum over sessions (`view`). */
  readonly session: string;
  /** Keyed hash of the viewer, 16 hex digits; '' when the tenant has turned it off. */
  readonly viewer: string;
  /** Reserved. */
  readonly campaign?: string | undefined;
  readonly creative?: string | undefined;
  readonly asset?: string | undefined;
  readonly breakId?: string | undefined;
  /** Position in the pod, from 0. */
  readonly slot?: number | undefined;
  /** Milliseconds: watched (`view`), of the ad (`impression`), of the slate (`slate`), of the break (`avail`). */
  readonly durationMs?: number | undefined;
  /** IAB VAST error code of `error`. */
  readonly errorCode?: number | undefined;
  /** Why an avail or an ad was not used: a name from the catalogue of reasons. */
  readonly reason?: string | undefined;
  /** Reserved: ISO 3166 alpha-2. */
  readonly country?: string | undefined;
  readonly device?: string | undefined;
  /** Reserved. */
  readonly bytes?: number | undefined;
}
