import { STITCHING_LIMITS } from '../limits.ts';
import type { Pod } from '../pods/pod.ts';
import { SAME_CUT_MS } from '../source/aligned-segments.ts';
import { dateScaleOf } from './ad-dates.ts';
import { begunPlacements } from './ad-segments.ts';
import type { PlannedBreak, SplicePlan } from './splice-plan.ts';

/** A return that is earlier by less than this, ms, is the jitter of a source, no early return. */
const EARLY_BY_MS = 1_000;

export function withBreak(plan: SplicePlan, changed: PlannedBreak): SplicePlan {
  return {
    ...plan,
    breaks: plan.breaks.map((planned) => (planned.breakId === changed.breakId ? changed : planned)),
  };
}

/** Whether a break was offered and not cancelled. One that became too short afterwards counts, decided or not. */
function isOffered({ state, reason, truncated }: PlannedBreak): boolean {
  if (state !== 'content') return true;
  return reason === 'BREAK_TOO_SHORT' ? truncated : reason !== 'BREAK_CANCELLED';
}

/**
 * The next break after `startMs` that is offered. Whether it gets ads does not count: the two may be decided in
 * either order, and the end of the first one must be the same.
 */
export function nextBreak(plan: SplicePlan, startMs: number): PlannedBreak | undefined {
  return plan.breaks.find((planned) => planned.startMs > startMs && isOffered(planned));
}

/**
 * Least content between two breaks that do not adjoin, ms: two segments in every rendition. With less, one rendition
 * would list a content segment there and another none, or two discontinuities would fall on one segment, and the
 * numbers of renditions would differ (H3).
 */
export function leastContentMs(plan: SplicePlan): number {
  return plan.targetDuration * 2_000;
}

/** Return of a break to the source, ms on the source clock: the start of the next break when that is too near. */
export function settledReturn(plan: SplicePlan, planned: PlannedBreak, returnMs: number): number {
  const next = nextBreak(plan, planned.startMs);
  if (next === undefined || next.startMs - returnMs >= leastContentMs(plan)) return returnMs;
  return next.startMs;
}

/**
 * A break that is cut short at `endMs`: placements that have not begun by then are dropped.
 * @param driftMs drift of the breaks before it
 */
export function cutShort(planned: PlannedBreak, endMs: number, driftMs: number): PlannedBreak {
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
    adsUntilMs: endMs - driftMs,
    reason: planned.reason ?? (lostMs > EARLY_BY_MS ? 'EARLY_RETURN' : undefined),
  };
}

/**
 * The part of a pod that still fits a break which ended while the decision was pending: nothing of it
 * was published, so whole ads only (H18), and slate only when no ad before it was left out.
 */
function stillFitting(pod: Pod, lengthMs: number, toleranceMs: number): Pod {
  const misfit = pod.placements.findIndex(
    ({ kind, offsetMs, durationMs }) =>
      offsetMs + (kind === 'ad' ? durationMs - toleranceMs : durationMs) > lengthMs,
  );
  if (misfit < 0) return pod;
  const placements = pod.placements.slice(0, misfit);
  const last = placements.at(-1);
  const filledMs = last === undefined ? 0 : last.offsetMs + last.durationMs;
  const occupiesMs = filledMs + toleranceMs < lengthMs ? filledMs : lengthMs;
  return { ...pod, placements, occupiesMs, reason: 'EARLY_RETURN' };
}

/**
 * Enters the decision for a pending break. A break that has been decided already (its deadline had passed) keeps that
 * decision: an output may have printed it.
 * @param together whether all renditions have their cuts at the same times, see `hasAlignedSegments`
 * @returns a new plan; the argument stays as it is
 * @see rules H18, H19, H20, H21
 */
export function planBreak(
  plan: SplicePlan,
  breakId: string,
  decided: Pod,
  together = true,
): SplicePlan {
  const planned = plan.breaks.find((candidate) => candidate.breakId === breakId);
  if (planned === undefined || planned.state !== 'pending') return plan;
  const lengthMs = planned.endMs - planned.startMs;
  const halfTargetMs = plan.targetDuration * 500;
  // It ended before its decision, or was decided for a longer part of the break than this session has.
  const isShorter = planned.truncated || decided.occupiesMs > lengthMs + halfTargetMs;
  const pod = isShorter ? stillFitting(decided, lengthMs, halfTargetMs) : decided;
  const tooShort = lengthMs < STITCHING_LIMITS.minAvailMs;
  if (pod.placements.length === 0 || tooShort) {
    const reason = pod.reason ?? (tooShort ? 'BREAK_TOO_SHORT' : 'NO_ADS');
    const { startMs } = planned;
    return withBreak(plan, { ...planned, state: 'content', returnMs: startMs, reason });
  }
  const wantedMs = planned.startMs + Math.min(pod.occupiesMs, lengthMs);
  const returnMs = settledReturn(plan, planned, wantedMs);
  // The source has a cut at the end of a break, give or take an audio frame; elsewhere a rendition may
  // return up to half a segment earlier.
  const atCut = together && !planned.endsAnywhere && pod.occupiesMs >= lengthMs;
  const earlyMs = atCut ? SAME_CUT_MS : halfTargetMs;
  return withBreak(plan, {
    ...planned,
    state: 'replaced',
    placements: pod.placements,
    returnMs,
    dateScale: dateScaleOf(pod.placements, returnMs - planned.startMs - earlyMs),
    truncated: false,
    reason: pod.reason,
  });
}
