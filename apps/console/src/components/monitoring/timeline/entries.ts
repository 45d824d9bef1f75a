/** The answers of the API as the timeline draws them: two lanes, runs of alike segments, breaks, creatives. Pure. */
import type {
  MonitoringFinding,
  MonitoringLane,
  MonitoringMessage,
  MonitoringSegment,
  MonitoringSplice,
  MonitoringTimeline,
} from '@interlude/contract';
import { eventSeconds, type Protocol } from './geometry.ts';

/** One lane, each list by start. */
export interface Lane {
  /** Content, ads and slate. */
  readonly segments: readonly MonitoringSegment[];
  readonly periods: readonly MonitoringSegment[];
  readonly events: readonly MonitoringSegment[];
}

/** Neighbours of one kind and creative without a gap between them. */
export interface Run {
  readonly kind: MonitoringSegment['kind'];
  readonly ad: string;
  readonly startMs: number;
  readonly endMs: number;
  /** Place of its first segment in the lane, and of the one behind its last. */
  readonly first: number;
  readonly end: number;
}

/** A break as a lane shows it: signalled in the source, filled in the output. */
export interface BreakSpan {
  readonly startMs: number;
  readonly endMs: number;
  /** False: its end is not seen yet. */
  readonly isClosed: boolean;
}

export interface TimelineModel {
  readonly protocol: Protocol;
  readonly lanes: Readonly<Record<MonitoringLane, Lane>>;
  readonly runs: Readonly<Record<MonitoringLane, readonly Run[]>>;
  readonly signalled: readonly BreakSpan[];
  readonly filled: readonly BreakSpan[];
  /** By load time. */
  readonly messages: readonly MonitoringMessage[];
  /** By the place of their pins. */
  readonly findings: readonly MonitoringFinding[];
  /** By time. */
  readonly splices: readonly MonitoringSplice[];
  /** Clip ids in the order of their first appearance. */
  readonly creatives: readonly string[];
  /** Epoch ms of the newest end of an entry. */
  readonly maxTimeMs: number;
}

/** Milliseconds between two segments that count as a gap: more than what rounding makes. */
export const gapMs = 60;

export const endOf = ({ kind, start, duration }: MonitoringSegment): number =>
  start + (kind === 'event' ? eventSeconds : duration) * 1_000;

const byStart = (a: MonitoringSegment, b: MonitoringSegment) => a.start - b.start;

function laneOf(entries: readonly MonitoringSegment[]): Lane {
  const sorted = entries.toSorted(byStart);
  return {
    segments: sorted.filter(({ kind }) => kind !== 'period' && kind !== 'event'),
    periods: sorted.filter(({ kind }) => kind === 'period'),
    events: sorted.filter(({ kind }) => kind === 'event'),
  };
}

export function runsOf(segments: readonly MonitoringSegment[]): Run[] {
  const runs: Run[] = [];
  segments.forEach((segment, index) => {
    const run = runs.at(-1);
    const { kind, ad, start } = segment;
    const goesOn =
      run !== undefined && run.kind === kind && run.ad === ad && start <= run.endMs + gapMs;
    const endMs = endOf(segment);
    if (goesOn)
      runs[runs.length - 1] = { ...run, endMs: Math.max(run.endMs, endMs), end: index + 1 };
    else runs.push({ kind, ad, startMs: start, endMs, first: index, end: index + 1 });
  });
  return runs;
}

/** Breaks between the markers of a lane; one that is still open ends with the lane. */
export function signalledBreaks(segments: readonly MonitoringSegment[]): BreakSpan[] {
  const breaks: BreakSpan[] = [];
  let openedMs: number | undefined;
  for (const { cueOut, cueOutCont, cueIn, start } of segments) {
    if (cueIn !== '' && openedMs !== undefined) {
      breaks.push({ startMs: openedMs, endMs: start, isClosed: true });
      openedMs = undefined;
    }
    if (cueOut !== '' || (cueOutCont !== '' && openedMs === undefined)) openedMs ??= start;
  }
  const last = segments.at(-1);
  if (openedMs !== undefined && last !== undefined) {
    breaks.push({ startMs: openedMs, endMs: endOf(last), isClosed: false });
  }
  return breaks;
}

/** Ads and slate that follow each other are one filled break. */
export function filledBreaks(runs: readonly Run[]): BreakSpan[] {
  const breaks: BreakSpan[] = [];
  for (const { kind, startMs, endMs } of runs) {
    if (kind === 'content') continue;
    const last = breaks.at(-1);
    if (last !== undefined && startMs <= last.endMs + gapMs) {
      breaks[breaks.length - 1] = { ...last, endMs };
    } else breaks.push({ startMs, endMs, isClosed: true });
  }
  return breaks;
}

export interface TimelineAnswers {
  readonly protocol: Protocol;
  readonly timeline: MonitoringTimeline;
  readonly messages: readonly MonitoringMessage[];
  readonly findings: readonly MonitoringFinding[];
  /** Left out = none. */
  readonly splices?: readonly MonitoringSplice[];
}

export function timelineModel(answers: TimelineAnswers): TimelineModel {
  const { protocol, timeline, messages, findings, splices = [] } = answers;
  const valuesOf = (lane: MonitoringLane) =>
    laneOf(timeline.values[timeline.keys.indexOf(lane)] ?? []);
  const lanes = { source: valuesOf('source'), output: valuesOf('output') };
  const runs = { source: runsOf(lanes.source.segments), output: runsOf(lanes.output.segments) };
  const clips = runs.output.filter(({ kind }) => kind === 'ad').map(({ ad }) => ad);
  return {
    protocol,
    lanes,
    runs,
    signalled: signalledBreaks(lanes.source.segments),
    filled: filledBreaks(runs.output),
    messages: messages.toSorted((a, b) => a.loadTime - b.loadTime),
    findings: findings.toSorted((a, b) => a.at - b.at),
    splices: splices.toSorted((a, b) => a.at - b.at),
    creatives: [...new Set(clips)],
    maxTimeMs: timeline.maxTime,
  };
}

/** Nothing was read of both lanes (MON-009). */
export function isEmpty({ values }: MonitoringTimeline): boolean {
  return values.every((lane) => lane.length === 0);
}

/** Place of the last element that starts at or before a time; -1 = none. By binary search. */
export function lastAt<Item>(
  items: readonly Item[],
  startOf: (item: Item) => number,
  atMs: number,
): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && startOf(item) <= atMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
