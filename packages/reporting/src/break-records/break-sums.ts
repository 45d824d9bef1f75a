/**
 * Stages and losses of one break, summed over sessions. All amounts add, also negative ones, which correct earlier
 * ones: of a break that became shorter, of an ad segment that was requested after all.
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

/** Time lost for one reason. The sum over all reasons is offered less seen. */
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

/** Most reasons and ad servers in the sums of one break; further ad servers are summed as `others`. */
export const breakSumsLimits = { losses: 100, demand: 200 } as const;
