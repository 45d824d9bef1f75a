import {
  boundaryAtOrAfter,
  boundaryAtOrBefore,
  type DashBoundaries,
} from '../dash-source/dash-window.ts';
import type { PlannedBreak, SplicePlan } from '../plan/splice-plan.ts';

/** A boundary up to this long before a splice is taken for the splice, ms. */
export const SNAP_MS = 50;
/** A hole that players jump over without a stall, ms. */
export const SMALL_HOLE_MS = 300;

/**
 * Earliest place at which the session leaves the source, ms after the origin: the reference boundary at or after the
 * break's start (H21, D8), not before `earliestMs`. Undefined while it is not known.
 */
export function cutOf(
  window: DashBoundaries,
  planned: PlannedBreak,
  earliestMs: number,
): number | undefined {
  const startMs = planned.startMs - window.originMs - SNAP_MS;
  return boundaryAtOrAfter(window, Math.max(startMs, earliestMs - 1));
}

/**
 * Edge of this session's outputs, ms after the origin: up to the known cues, on a boundary of the reference, and no
 * further than the first break that is not decided. Undefined while there is nothing to list.
 */
export function visibleEdge(plan: SplicePlan, window: DashBoundaries): number | undefined {
  const edgeMs = window.boundariesMs.at(-1);
  if (edgeMs === undefined) return undefined;
  const knownMs = plan.knownUntilMs - window.originMs;
  const isWhole = window.ended && knownMs + plan.liveDelayMs + window.longestSegmentMs > edgeMs;
  const visibleMs = isWhole ? edgeMs : boundaryAtOrBefore(window, knownMs + 1);
  const pending = plan.breaks.find(({ state }) => state === 'pending');
  if (pending === undefined || visibleMs === undefined) return visibleMs;
  const holdMs = cutOf(window, pending, Number.NEGATIVE_INFINITY);
  return holdMs === undefined ? visibleMs : Math.min(visibleMs, holdMs);
}

/** Whether everything is listed: the presentation may end. */
export function isComplete(window: DashBoundaries, visibleMs: number | undefined): boolean {
  return window.ended && visibleMs === window.boundariesMs.at(-1);
}
