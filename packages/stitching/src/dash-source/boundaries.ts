// Times at which the reference track may be cut: starts and ends of its segments over all Periods.
import type { DashSourcePeriod } from './dash-window.ts';

/** The end of a Period and the start of the next that differ by less, ms, are one boundary: that start. */
const SAME_MS = 50;
/** Newest runs of the reference track, of each Period, from which its segment durations are derived. */
const LATEST = 8;
const DEFAULT_SEGMENT_MS = 2_000;

function addPeriod(boundaries: number[], period: DashSourcePeriod, untilMs: number): void {
  const track = period.tracks[period.reference];
  const [first] = track?.runs ?? [];
  if (track === undefined || first === undefined) return;
  const scale = 1000 / track.timescale;
  const at = (t: number) => period.startMs + (t - track.presentationTimeOffset) * scale;
  const startMs = Math.max(period.startMs, at(first.t));
  const last = boundaries.at(-1) ?? Number.NEGATIVE_INFINITY;
  if (startMs - last < SAME_MS && last > Number.NEGATIVE_INFINITY) boundaries.pop();
  boundaries.push(startMs);
  for (const { t, d, count } of track.runs)
    for (let index = 1; index <= count; index++) {
      const endMs = Math.min(at(t + d * index), untilMs);
      if (endMs > (boundaries.at(-1) ?? 0)) boundaries.push(endMs);
    }
}

/** Segment boundaries of the reference track over all Periods: ascending, ms after the window's origin. */
export function boundariesOf(periods: readonly DashSourcePeriod[]): number[] {
  const boundaries: number[] = [];
  periods.forEach((period, index) => {
    const next = periods[index + 1]?.startMs ?? Number.POSITIVE_INFINITY;
    addPeriod(boundaries, period, Math.min(period.endMs, next));
  });
  return boundaries;
}

/** Median and longest segment duration of the newest runs of the reference track, ms. */
export function cadenceOf(periods: readonly DashSourcePeriod[]): {
  readonly segmentMs: number;
  readonly longestSegmentMs: number;
} {
  const lengths: number[] = [];
  for (const period of periods.slice(-2)) {
    const track = period.tracks[period.reference];
    for (const { d } of track?.runs.slice(-LATEST) ?? [])
      lengths.push((d * 1000) / (track?.timescale ?? 1));
  }
  if (lengths.length === 0)
    return { segmentMs: DEFAULT_SEGMENT_MS, longestSegmentMs: DEFAULT_SEGMENT_MS };
  return { segmentMs: median(lengths), longestSegmentMs: Math.max(...lengths) };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? DEFAULT_SEGMENT_MS;
}
