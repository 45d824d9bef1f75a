import { STITCHING_LIMITS } from '../limits.ts';
import type { Pod } from '../pods/pod.ts';
import { dateScaleOf } from './ad-dates.ts';
import { begunPlacements } from './ad-segments.ts';
import type { PlannedBreak, SplicePlan } from './splice-plan.ts';

/** A return that is earlier by less than this is the jitter of a source, no early return. */
const EARLY_BY_MS = 1_000;

export function withBreak(plan: SplicePlan, changed: PlannedBreak): SplicePlan {
  return {
    ...plan,
    breaks: plan.breaks.map((planned) => (planned.breakId === changed.breakId ? changed : planned)),
  };
}

/** The next break after `startMs` that leaves the source. */
export function nextBreak(plan: SplicePlan, startMs: number): PlannedBreak | undefined {
  return plan.breaks.find((planned) => planned.state !== 'content' && planned.startMs > startMs);
}

/**
 * Between two breaks lies either no content or at least this much, ms: two segments in every
 * rendition. With less, one would show a content segment there and another none, or two
 * discontinuities would meet on one segment, and their numbers would part (H3).
 */
export function leastContentMs(plan: SplicePlan): number {
  return plan.targetDuration * 2_000;
}

/** Where a break really gives back to the source: at the next break when that is too near. */
export function settledReturn(plan: SplicePlan, planned: PlannedBreak, returnMs: number): number {
  const next = nextBreak(plan, planned.startMs);
  if (next === undefined || next.startMs - returnMs >= leastContentMs(plan)) return returnMs;
  return next.startMs;
}

/** A break whose end came forward to `endMs`: what had not begun by then is not shown any more. */
export function cutShort(planned: PlannedBreak, endMs: number): PlannedBreak {
  if (planned.state === 'pending') return { ...planned, endMs, returnMs: endMs, truncated: true };
  const placements = begunPlacements(planned, endMs);
  const shown = planned.state === 'replaced' && placements.length > 0;
  const last = planned.placements.at(-1);
  const lostMs = planned.startMs + (last?.offsetMs ?? 0) + (last?.durationMs ?? 0) - endMs;
  return {
    ...planned,
    endMs,
    returnMs: shown ? endMs : planned.startMs,
    state: shown ? 'replaced' : 'content',
    placements: shown ? placements : [],
    truncated: true,
    reason: planned.reason ?? (lostMs > EARLY_BY_MS ? 'EARLY_RETURN' : undefined),
  };
}

/**
 * Enters the decision for a pending break. A break that has been decided already (its deadline had
 * passed) keeps what it has: an output may have printed it.
 */
export function planBreak(plan: SplicePlan, breakId: string, pod: Pod): SplicePlan {
  const planned = plan.breaks.find((candidate) => candidate.breakId === breakId);
  if (planned === undefined || planned.state !== 'pending') return plan;
  const lengthMs = planned.endMs - planned.startMs;
  const tooShort = lengthMs < STITCHING_LIMITS.minAvailMs;
  if (pod.placements.length === 0 || tooShort) {
    const reason = pod.reason ?? (tooShort ? 'BREAK_TOO_SHORT' : 'NO_ADS');
    const { startMs } = planned;
    return withBreak(plan, { ...planned, state: 'content', returnMs: startMs, reason });
  }
  const wantedMs = planned.startMs + Math.min(pod.occupiesMs, lengthMs);
  const returnMs = settledReturn(plan, planned, wantedMs);
  const earliestBackMs = returnMs - planned.startMs - plan.targetDuration * 500;
  const replaced: PlannedBreak = {
    ...planned,
    state: 'replaced',
    placements: pod.placements,
    returnMs,
    dateScale: dateScaleOf(pod.placements, earliestBackMs),
    truncated: false,
    reason: pod.reason,
  };
  // The source came back while the decision was pending: the pod was chosen for a longer break.
  const early = planned.truncated && pod.occupiesMs > lengthMs;
  return withBreak(plan, early ? cutShort(replaced, planned.endMs) : replaced);
}
