import { STITCHING_LIMITS } from '../limits.ts';
import { breakDriftMs } from './drift.ts';
import { foldedFloors } from './legacy-numbers.ts';
import type { PlanBase, PlannedBreak, SplicePlan } from './splice-plan.ts';

/** Every rendition that showed the start of the break has shown its end, too. */
function isSettled(planned: PlannedBreak): boolean {
  if (planned.state === 'content') return true;
  if (planned.dash !== undefined) return planned.dash.passed || planned.dash.back !== undefined;
  if (planned.state === 'pending' || planned.discontinuityShift === undefined) return false;
  return Object.values(planned.renditions).every((splice) => splice.returnMsn !== undefined);
}

function folded(base: PlanBase, planned: PlannedBreak, legacyShift?: number): PlanBase {
  if (planned.state !== 'replaced') return { ...base, hidesMarkers: undefined };
  if (planned.dash !== undefined) return { ...base, dashBack: planned.dash.back ?? base.dashBack };
  const sequenceShifts = { ...base.sequenceShifts };
  for (const [renditionId, splice] of Object.entries(planned.renditions))
    if (splice.returnMsn !== undefined && splice.returnNumber !== undefined)
      sequenceShifts[renditionId] = splice.returnMsn - splice.returnNumber;
  return {
    discontinuityShift: planned.discontinuityShift ?? base.discontinuityShift,
    driftMs: base.driftMs + breakDriftMs(planned),
    hidesMarkers: true,
    sequenceShifts,
    legacyFloors: legacyShift === undefined ? undefined : foldedFloors(base, planned, legacyShift),
  };
}

/**
 * Folds breaks that no output lists any more into the plan's base: memory of a session stays bounded.
 * @param beforeMs start of the oldest window of the channel, kept segments included, ms on the source clock
 * @returns the same object when there is nothing to fold
 * @see rules H1, H2, H4: what was folded still counts
 */
export function compactPlan(plan: SplicePlan, beforeMs: number): SplicePlan {
  let { base } = plan;
  let count = 0;
  const excess = plan.breaks.length - STITCHING_LIMITS.maxPlannedBreaks;
  for (const planned of plan.breaks) {
    const old = planned.endMs < beforeMs && planned.returnMs < beforeMs && isSettled(planned);
    if (!old && count >= excess) break;
    base = folded(base, planned, plan.legacyShift);
    count++;
  }
  return count === 0 ? plan : { ...plan, base, breaks: plan.breaks.slice(count) };
}
