/** The part of a beacon that the break record needs; made with the beacon, which may end after its session. */
import type { AvailContext } from '@interlude/ad-requests';
import { countedBreakId } from './recorded-decision.ts';

export interface BeaconSubject {
  /** See `countedBreakId`. */
  readonly breakId: string;
  /** When the decision was made, epoch ms. */
  readonly decidedAtMs: number;
  /** Index of the placement; undefined: the break as a whole. */
  readonly slot?: number | undefined;
  /** Duration of the ad, ms; set for its first impression tracker alone, so that it counts once. */
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
