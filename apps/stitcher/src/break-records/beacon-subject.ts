/** What a beacon says of its ad for the record; made with it, because it may end after its session. */
import type { AvailContext } from '@interlude/ad-requests';
import { countedBreakId } from './recorded-decision.ts';

export interface BeaconSubject {
  /** See `countedBreakId`. */
  readonly breakId: string;
  /** Of the decision, epoch ms. */
  readonly decidedAtMs: number;
  /** Index of the placement; undefined: the break as a whole. */
  readonly slot?: number | undefined;
  /** Length of the ad, ms: of its first impression tracker alone. */
  readonly impressionMs?: number | undefined;
}

export const beaconSubject = (
  context: AvailContext,
  ad: Pick<BeaconSubject, 'slot' | 'impressionMs'> = {},
): BeaconSubject => ({
  ...ad,
  breakId: countedBreakId(context),
  decidedAtMs: context.nowMs,
});
