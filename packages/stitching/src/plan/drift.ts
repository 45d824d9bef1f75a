// Drift: output time minus source time that the breaks so far have added (H19).
import type { PlannedBreak, SplicePlan } from './splice-plan.ts';

function shownMs(planned: PlannedBreak): number {
  const sum = planned.placements.reduce((total, placement) => total + placement.durationMs, 0);
  return planned.truncated ? Math.min(sum, planned.returnMs - planned.startMs) : sum;
}

/** Drift of one break, ms: as measured on the reference rendition once that has returned, else as planned. */
export function breakDriftMs(planned: PlannedBreak): number {
  // Period@start ties every part of an MPD to the source clock: nothing can drift.
  if (planned.state !== 'replaced' || planned.dash !== undefined) return 0;
  return planned.driftMs ?? shownMs(planned) - (planned.returnMs - planned.startMs);
}

/**
 * Drift of a plan, ms; positive when the output has become longer than the source.
 * @see rule H19
 */
export function planDriftMs(plan: SplicePlan): number {
  return plan.breaks.reduce((sum, planned) => sum + breakDriftMs(planned), plan.base.driftMs);
}
