// The ads of a planned break in DASH: one period each, on the presentation's clock.
import type { DashWindow } from '../dash-source/dash-window.ts';
import type { DashSplice, Placement, PlannedBreak } from '../plan/splice-plan.ts';
import type { CreativeRendition, DashRendition } from '../pods/creative.ts';

/** An ad may lead the source by the rounding of both clocks, ms. */
export const PACE_MS = 10;
/** Shortest ad Period before the return to content, ms: a shorter one is left out. */
const LEAST_PERIOD_MS = 100;

export interface AdPeriodTimes {
  readonly placement: Placement;
  readonly startMs: number;
  /** Start of the next Period; undefined while that is not known. */
  readonly endMs: number | undefined;
}

/** Start of segment `index` after the creative's start, ms; past the last one the creative's end. */
export function segmentStartMs(dash: DashRendition, index: number): number {
  const ticks = dash.startTicks[index];
  const after = ticks === undefined ? dash.durationTicks : ticks - dash.presentationTimeOffset;
  return (after * 1000) / dash.timescale;
}

/** Time from which every track of the placement has a whole segment, ms after its start. */
export function begunAfterMs(placement: Placement): number {
  let longestMs = 0;
  for (const { dash } of Object.values(placement.creative.renditions))
    if (dash !== undefined) longestMs = Math.max(longestMs, segmentStartMs(dash, 1));
  return longestMs;
}

/** Time that the placements can fill after the break's cut, ms: slate up to its creative's end. */
export function fillableMs(planned: PlannedBreak): number {
  const last = planned.placements.at(-1);
  if (last === undefined) return 0;
  const { kind, creative, offsetMs, durationMs } = last;
  return offsetMs + (kind === 'slate' ? creative.durationMs : durationMs);
}

/** Number of segments of a rendition that are listed when the output's edge is `visibleMs`. */
export function dueSegments(
  { segments, dash }: CreativeRendition,
  { startMs, endMs }: AdPeriodTimes,
  visibleMs: number,
): number {
  if (dash === undefined) return 0;
  let due = 0;
  for (; due < segments.length; due++) {
    const fromMs = startMs + segmentStartMs(dash, due);
    // The next Period is there: segments that begin before it are listed now.
    if (endMs !== undefined && due > 0 && fromMs > endMs - 1) break;
    const untilMs = startMs + segmentStartMs(dash, due + 1);
    if (Math.min(untilMs, endMs ?? untilMs) > visibleMs + PACE_MS) break;
  }
  return Math.max(due, 1);
}

/** The ad periods that are published when the output's edge is `visibleMs`. */
export function adPeriods(
  planned: PlannedBreak,
  splice: DashSplice,
  window: DashWindow,
  visibleMs: number,
): AdPeriodTimes[] {
  const cutMs = splice.cutMs - window.originMs;
  const backMs = splice.back === undefined ? undefined : splice.back.atMs - window.originMs;
  const shown = planned.placements.filter(({ offsetMs }, index) => {
    if (index === 0 || backMs === undefined) return true;
    return cutMs + offsetMs < backMs - LEAST_PERIOD_MS;
  });
  const times = shown.map((placement, index): AdPeriodTimes => {
    const next = shown[index + 1];
    const endMs = next === undefined ? backMs : cutMs + next.offsetMs;
    return { placement, startMs: cutMs + placement.offsetMs, endMs };
  });
  const isDue = ({ placement, startMs }: AdPeriodTimes) =>
    startMs + begunAfterMs(placement) <= visibleMs + PACE_MS;
  const firstWaiting = times.findIndex(
    (each, index) => index > 0 && backMs === undefined && !isDue(each),
  );
  return firstWaiting < 0 ? times : times.slice(0, firstWaiting);
}
