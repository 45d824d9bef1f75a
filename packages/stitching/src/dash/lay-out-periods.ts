// Periods of an output in order: parts of the source's Periods, and ads between them.
import type { DashSourcePeriod, DashWindow } from '../dash-source/dash-window.ts';
import type { DashReturn, DashSplice, PlannedBreak, SplicePlan } from '../plan/splice-plan.ts';
import { type AdPeriodTimes, adPeriods } from './ad-times.ts';
import { cutOf } from './visible-edge.ts';

export interface ContentPart {
  readonly kind: 'content';
  readonly id: string;
  readonly period: DashSourcePeriod;
  /** Period@start, ms after the origin. */
  readonly startMs: number;
  /** Segments that begin before this are listed, ms after the origin. */
  readonly untilMs: number;
  /** No segment is added to it any more: the output continues with another Period. */
  readonly isClosed: boolean;
  /** It follows a replaced break. */
  readonly isReturn: boolean;
}

export interface AdPart {
  readonly kind: 'ad';
  readonly id: string;
  readonly breakId: string;
  readonly splice: DashSplice;
  readonly times: AdPeriodTimes;
}

export type OutputPeriod = ContentPart | AdPart;

/** Period@id of a part, by its start alone: the same in every session, whichever breaks it had (D6). */
function partId(period: DashSourcePeriod, startMs: number): string {
  return startMs <= period.startMs + 1 ? period.key : `${period.key}-r${Math.round(startMs)}`;
}

interface Stretch {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly isClosed: boolean;
  readonly back: DashReturn | undefined;
}

function contentParts(window: DashWindow, stretch: Stretch): ContentPart[] {
  const { fromMs, untilMs, back } = stretch;
  const parts: ContentPart[] = [];
  for (const [index, period] of window.periods.entries()) {
    const next = window.periods[index + 1];
    const endMs = Math.min(period.endMs, next?.startMs ?? Number.POSITIVE_INFINITY);
    const startMs = Math.max(period.startMs, fromMs);
    const partEndMs = Math.min(endMs, untilMs);
    if (partEndMs <= startMs + 1) continue;
    parts.push({
      kind: 'content',
      id: partId(period, startMs),
      period,
      startMs,
      untilMs: partEndMs,
      isClosed: stretch.isClosed || endMs <= untilMs,
      isReturn: back !== undefined && startMs <= fromMs,
    });
  }
  return parts;
}

function adParts(
  planned: PlannedBreak,
  splice: DashSplice,
  window: DashWindow,
  visibleMs: number,
): AdPart[] {
  const { breakId } = planned;
  return adPeriods(planned, splice, window, visibleMs).map((times) => ({
    kind: 'ad',
    id: `${breakId}-${times.placement.index}`,
    breakId,
    splice,
    times,
  }));
}

/**
 * End of content before a break, ms after the origin. Ads that were moved to end on a boundary are preceded by the
 * source's own break; before a pre-roll with which the list begins there is no content.
 */
function contentUntilMs(planned: PlannedBreak, { listing }: SplicePlan, cutMs: number): number {
  const { isPreRoll, placements, dash, startMs } = planned;
  if (dash === undefined) return cutMs;
  const beginsHere = isPreRoll === true && listing.fromMs >= startMs;
  return beginsHere ? Number.NEGATIVE_INFINITY : cutMs + (placements[0]?.offsetMs ?? 0);
}

/** All periods up to `visibleMs`, those that have left the time-shift buffer included. */
export function layOutPeriods(
  plan: SplicePlan,
  window: DashWindow,
  visibleMs: number,
): OutputPeriod[] {
  const { originMs } = window;
  const periods: OutputPeriod[] = [];
  let back = plan.base.dashBack;
  let fromMs = back === undefined ? Number.NEGATIVE_INFINITY : back.atMs - originMs;
  for (const planned of plan.breaks) {
    if (planned.state === 'content' || planned.dash?.passed) continue;
    const cutMs =
      planned.dash === undefined ? cutOf(window, planned, fromMs) : planned.dash.cutMs - originMs;
    if (cutMs === undefined || cutMs > visibleMs) break;
    const isClosed = planned.dash !== undefined;
    const untilMs = contentUntilMs(planned, plan, cutMs);
    periods.push(...contentParts(window, { fromMs, untilMs, isClosed, back }));
    if (planned.dash === undefined) return periods;
    periods.push(...adParts(planned, planned.dash, window, visibleMs));
    if (planned.dash.back === undefined) return periods;
    back = planned.dash.back;
    fromMs = back.atMs - originMs;
  }
  periods.push(...contentParts(window, { fromMs, untilMs: visibleMs, isClosed: false, back }));
  return periods;
}
