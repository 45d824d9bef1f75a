// A plan follows every reading of its source, in their order, and takes a decision when the edge reaches its break: what
// it says does not depend on when it is asked, nor on when a decision was made.
import type { AdBreak } from '../breaks/ad-break.ts';
import type { Pod } from '../pods/pod.ts';
import { compactPlan } from './compact-plan.ts';
import { type FollowedPlan, followBreaks } from './follow-breaks.ts';
import { planBreak } from './plan-break.ts';
import type { Avail, PlannedBreak, SplicePlan } from './splice-plan.ts';

/** What one reading of a source says to the plans of its sessions. It never changes. Times are ms on the source clock. */
export interface BreakReading {
  /** From 1; greater than that of the reading before. */
  readonly version: number;
  /** Ascending by start; append-only but for what the source says anew. */
  readonly breaks: readonly AdBreak[];
  /** How far markers have been looked for. */
  readonly knownUntilMs: number;
  /** Nothing is to come: a break at the edge is reached. */
  readonly hasEnded: boolean;
  /** Start of the oldest segment that an output can still show. */
  readonly oldestMs: number;
  /** All renditions have their cuts at the same times, see `hasAlignedSegments`. */
  readonly hasAlignedSegments: boolean;
  /** The pod with its ads where content can come back behind them; left out = as decided. */
  readonly placed?: ((pod: Pod, planned: PlannedBreak) => Pod) | undefined;
  /** The plan with the numbers, or the starts of Periods, that follow from what was read. */
  readonly frozen: (plan: SplicePlan) => SplicePlan;
}

/** What was decided for a break; undefined while nothing is. An answer never changes. */
export type FindPod = (breakId: string) => Pod | undefined;

export interface AdvancedPlan extends FollowedPlan {
  /** The edge has reached a break that is not decided: no output goes past its start. */
  readonly isHeld: boolean;
}

function reachedBreak(plan: SplicePlan, { hasEnded }: BreakReading): PlannedBreak | undefined {
  const pending = plan.breaks.find(({ state }) => state === 'pending');
  if (pending === undefined) return undefined;
  const isReached = hasEnded || pending.isPreRoll || pending.startMs < plan.knownUntilMs;
  return isReached ? pending : undefined;
}

/**
 * The plan after one reading: new breaks are offered, known ones follow, decisions of those that the edge has reached
 * are entered, what it has passed is frozen, and what no output lists any more is folded. Until the edge reaches it a
 * break is pending, decided or not: so what is shown of one depends on decisions of it and of those before it alone.
 * Call it for each reading since the plan began, in their order.
 * @returns the plan and the avails that are new in it
 * @see rules H1, H2, H4, H20, D1
 */
export function advancePlan(
  plan: SplicePlan,
  reading: BreakReading,
  findPod: FindPod,
): AdvancedPlan {
  const { breaks, knownUntilMs, hasAlignedSegments, oldestMs, placed, frozen } = reading;
  const avails: Avail[] = [];
  let advanced = plan;
  let reached: PlannedBreak | undefined;
  let pod: Pod | undefined;
  do {
    // Again after each decision: the channel's breaks are offered when the pre-roll is decided.
    const followed = followBreaks(advanced, breaks, knownUntilMs);
    advanced = followed.plan;
    avails.push(...followed.avails);
    reached = reachedBreak(advanced, reading);
    pod = reached && findPod(reached.breakId);
    if (reached && pod) {
      const entered = placed?.(pod, reached) ?? pod;
      advanced = planBreak(advanced, reached.breakId, entered, hasAlignedSegments);
    }
  } while (pod);
  return {
    plan: compactPlan(frozen(advanced), oldestMs),
    avails,
    isHeld: reached !== undefined,
  };
}
