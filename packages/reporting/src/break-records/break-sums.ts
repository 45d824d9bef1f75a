/**
 * What became of one break, summed over sessions. All amounts add, also negative ones, which correct what was counted
 * before: a break that became shorter, an ad segment that was requested after all.
 */
import type { LossOwner, LossReason } from '@interlude/contract';
import type { DemandSum } from './demand.ts';

/** Sums over sessions, in the order of their columns; ms or numbers. */
export const breakCountNames = [
  'sessions',
  'offeredMs',
  'askedMs',
  'answeredMs',
  'usableMs',
  'placedMs',
  'seenMs',
  'sentMs',
  'slateMs',
  'adsPlaced',
  'adsSeen',
] as const;
export type BreakCountName = (typeof breakCountNames)[number];
export type BreakCounts = Readonly<Record<BreakCountName, number>>;

/** Lost for one reason. The sum of all is what offered and seen differ by. */
export interface LossSum {
  readonly reason: LossReason;
  readonly owner: LossOwner;
  readonly lostMs: number;
  /** Ads, or breaks of sessions. */
  readonly count: number;
}

export interface BreakSums {
  /** Start of the break, epoch ms. */
  readonly startedAtMs: number;
  /** Length by its marker, ms; undefined: none was announced. */
  readonly announcedMs?: number | undefined;
  /** Length when it was over, ms. */
  readonly observedMs?: number | undefined;
  readonly counts: Partial<BreakCounts>;
  readonly losses: readonly LossSum[];
  readonly demand: readonly DemandSum[];
}

/** Of one break: how many reasons and ad servers its sums may name; what is beyond goes to the last. */
export const breakSumsLimits = { losses: 100, demand: 200, durationMs: 86_400_000 } as const;
