// A plan follows every reading of its source, in their order: what it says does not depend on when it is asked.
import type { AdBreak } from '../breaks/ad-break.ts';
import { compactPlan } from './compact-plan.ts';
import { type FollowedPlan, followBreaks } from './follow-breaks.ts';
import type { SplicePlan } from './splice-plan.ts';

/** What one reading of a source says to the plans of its sessions. It never changes. Times are ms on the source clock. */
export interface BreakReading {
  /** Greater than that of the reading before. */
  readonly version: number;
  /** Ascending by start; append-only but for what the source says anew. */
  readonly breaks: readonly AdBreak[];
  /** How far markers have been looked for. */
  readonly knownUntilMs: number;
  /** Start of the oldest segment that an output can still show. */
  readonly oldestMs: number;
  /** The plan with the numbers, or the starts of Periods, that follow from what was read. */
  readonly frozen: (plan: SplicePlan) => SplicePlan;
}

/**
 * The plan after one reading: new breaks are offered, known ones follow, what the edge has passed is frozen, and what no
 * output lists any more is folded. Call it for each reading since the plan began, in their order.
 * @returns the plan and the avails that are new in it
 * @see rules H1, H2, H4, D1
 */
export function advancePlan(plan: SplicePlan, reading: BreakReading): FollowedPlan {
  const { breaks, knownUntilMs, oldestMs, frozen } = reading;
  const followed = followBreaks(plan, breaks, knownUntilMs);
  return { plan: compactPlan(frozen(followed.plan), oldestMs), avails: followed.avails };
}
