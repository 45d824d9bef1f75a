/** Positions on the timeline: px of the canvas and epoch milliseconds of the source clock. Pure. */
import type { MonitoringLane } from '@interlude/contract';

/** Seconds that the timeline shows (MON-002); `monitoringWindowSeconds` of the contract. */
export const windowSeconds = 1_200;
/** Seconds behind the newest entry (MON-011). */
export const paddingSeconds = 10;
/** px (MON-010). */
export const laneHeight = 100;
export const laneGap = 30;
/** Width of a DASH event, seconds of the timeline (MON-012). */
export const eventSeconds = 20;
/** Seconds that the closest zoom shows. */
export const minViewSeconds = 10;

export type Protocol = 'hls' | 'dash';

/** px above the source lane: axis, health and pins (MON-013). */
export const headerHeight: Readonly<Record<Protocol, number>> = { hls: 64, dash: 60 };

/** Rows of the header, px from its top. Pins take the rest. */
export const headerRows = { axis: 20, health: 16 } as const;

/** Rows inside a lane of DASH, px: Periods above, events below the segments. */
export const dashRows = { periods: 16, events: 20 } as const;

/** Part of the time that is on screen, epoch ms. */
export interface View {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Source on top, output below it (MON-003). */
export function laneTop(lane: MonitoringLane, protocol: Protocol): number {
  const source = headerHeight[protocol];
  return lane === 'source' ? source : source + laneHeight + laneGap;
}

export function timelineHeight(protocol: Protocol): number {
  return laneTop('output', protocol) + laneHeight;
}

/** The whole window: 1200 s up to the newest entry, and 10 s behind it (MON-002, MON-011). */
export function wholeView(maxTimeMs: number): View {
  return {
    fromMs: maxTimeMs - windowSeconds * 1_000,
    toMs: maxTimeMs + paddingSeconds * 1_000,
  };
}

export const spanOf = ({ fromMs, toMs }: View): number => toMs - fromMs;

/** The same length inside the whole window. */
export function clampView(view: View, maxTimeMs: number): View {
  const whole = wholeView(maxTimeMs);
  const span = Math.min(Math.max(spanOf(view), minViewSeconds * 1_000), spanOf(whole));
  const fromMs = Math.min(Math.max(view.fromMs, whole.fromMs), whole.toMs - span);
  return { fromMs, toMs: fromMs + span };
}

/**
 * Zooms around a moment that keeps its place on screen.
 * @param factor below 1: closer
 */
export function zoomView(view: View, factor: number, aroundMs: number, maxTimeMs: number): View {
  const span = Math.min(
    Math.max(spanOf(view) * factor, minViewSeconds * 1_000),
    spanOf(wholeView(maxTimeMs)),
  );
  const place = (aroundMs - view.fromMs) / spanOf(view);
  const fromMs = aroundMs - place * span;
  return clampView({ fromMs, toMs: fromMs + span }, maxTimeMs);
}

export function moveView(view: View, byMs: number, maxTimeMs: number): View {
  return clampView({ fromMs: view.fromMs + byMs, toMs: view.toMs + byMs }, maxTimeMs);
}

/** The view at its newest end, for following live. */
export function liveView(view: View | undefined, maxTimeMs: number): View {
  const whole = wholeView(maxTimeMs);
  if (view === undefined) return whole;
  return clampView({ fromMs: whole.toMs - spanOf(view), toMs: whole.toMs }, maxTimeMs);
}

/** Where zooming keeps its place when nothing is selected: the newest end if that is on screen, else the middle. */
export function zoomCentre(view: View, maxTimeMs: number): number {
  const { toMs } = wholeView(maxTimeMs);
  return view.toMs >= toMs - 1 ? toMs : (view.fromMs + view.toMs) / 2;
}

/** Moves the view no further than needed to show a time, with a tenth of the view beside it. */
export function viewShowing(view: View, startMs: number, endMs: number, maxTimeMs: number): View {
  const margin = spanOf(view) / 10;
  if (startMs < view.fromMs) return moveView(view, startMs - margin - view.fromMs, maxTimeMs);
  if (endMs > view.toMs) return moveView(view, endMs + margin - view.toMs, maxTimeMs);
  return view;
}

export function xOf(atMs: number, view: View, width: number): number {
  return ((atMs - view.fromMs) / spanOf(view)) * width;
}

export function timeAt(x: number, view: View, width: number): number {
  return view.fromMs + (x / width) * spanOf(view);
}

/** Milliseconds between labels, so that they have room. */
const tickSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600].map((seconds) => seconds * 1_000);

/** Moments of the axis, at least `minPx` apart. */
export function ticksOf(view: View, width: number, minPx = 84): number[] {
  const perPx = spanOf(view) / Math.max(width, 1);
  const step = tickSteps.find((each) => each >= perPx * minPx) ?? 1_200_000;
  const ticks: number[] = [];
  for (let at = Math.ceil(view.fromMs / step) * step; at <= view.toMs; at += step) ticks.push(at);
  return ticks;
}
