// A plan follows every reading of its source, in their order, and enters a decision when the edge reaches its break:
// its numbers depend neither on when a viewer requests an output nor on when a decision was made.
import type { AdBreak } from '../breaks/ad-break.ts';
import type { Pod } from '../pods/pod.ts';
import { compactPlan } from './compact-plan.ts';
import { type FollowedPlan, followBreaks } from './follow-breaks.ts';
import { planBreak } from './plan-break.ts';
import type { Avail, PlannedBreak, SplicePlan } from './splice-plan.ts';

/** One reading of a source, as plans of its sessions follow it; it never changes. Times are ms on the source clock. */
export interface BreakReading {
  /** From 1; greater than that of the reading before. */
  readonly version: number;
  /** Ascending by start; append-only, except where the source changes a break. */
  readonly breaks: readonly AdBreak[];
  /** Markers have been read up to here. */
  readonly knownUntilMs: number;
  /** The source has ended: a break at its edge counts as reached. */
  readonly hasEnded: boolean;
  /** Start of the oldest segment that an output can still show. */
  readonly oldestMs: number;
  /** All renditions have their cuts at the same times, see `hasAlignedSegments`. */
  readonly hasAlignedSegments: boolean;
  /** Moves the ads of a pod so that content can return after them, see `endOnBoundary`; left out = as decided. */
  readonly placed?: ((pod: Pod, planned: PlannedBreak) => Pod) | undefined;
  /** Freezes the numbers, or the starts of Periods, that follow from the reading. */
  readonly frozen: (plan: SplicePlan) => SplicePlan;
}

/** The pod that was decided for a break; undefined while there is none. A decided pod never changes. */
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
 * The plan after one reading: new breaks are offered, known ones updated, decisions entered for breaks that the edge
 * has reached, passed breaks frozen, and breaks that no output lists any more folded. A break stays pending until the
 * edge reaches it, decided or not: so its outcome depends on its own decision and on those of earlier breaks alone.
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
