// Segments of a track in runs of equal duration, as a SegmentTimeline lists them. A segment keeps the time and number
// with which it was first seen.

export interface TrackRun {
  /** Ticks. */
  readonly t: number;
  readonly d: number;
  readonly count: number;
  /** `$Number$` of the first one. */
  readonly n: number;
}

export const endOfRun = ({ t, d, count }: TrackRun): number => t + d * count;

export function endOfRuns(runs: readonly TrackRun[]): number | undefined {
  const last = runs.at(-1);
  return last === undefined ? undefined : endOfRun(last);
}

export function segmentCount(runs: readonly TrackRun[]): number {
  return runs.reduce((sum, { count }) => sum + count, 0);
}

/** Segments that end after `from` and start before `until`, ticks. */
export function sliceRuns(
  runs: readonly TrackRun[],
  from: number,
  until: number,
): { readonly runs: readonly TrackRun[]; readonly skipped: number } {
  const sliced: TrackRun[] = [];
  let skipped = 0;
  for (const run of runs) {
    const first = Math.min(run.count, Math.max(0, Math.floor((from - run.t) / run.d)));
    const end = Math.min(run.count, Math.ceil((until - run.t) / run.d));
    if (sliced.length === 0) skipped += end > first ? first : endOfRun(run) <= from ? run.count : 0;
    if (end > first)
      sliced.push({ ...run, t: run.t + first * run.d, n: run.n + first, count: end - first });
    if (end < run.count) break;
  }
  return { runs: sliced, skipped };
}

function follows(last: TrackRun, next: TrackRun): boolean {
  return next.d === last.d && next.t === endOfRun(last) && next.n === last.n + last.count;
}

/**
 * The known runs with the segments of `listed` that begin where they end, or later. A segment that begins earlier is a
 * known one, declared again with other rounding.
 * @param isNumbered false: addresses contain $Time$, and segments are numbered on from the known ones, not by the
 * source
 * @returns the same array when there is no new segment
 */
export function appendRuns(
  known: readonly TrackRun[],
  listed: readonly TrackRun[],
  isNumbered: boolean,
): readonly TrackRun[] {
  const grown = [...known];
  const end = endOfRuns(known);
  for (const run of listed) {
    const skip = end === undefined ? 0 : Math.max(0, Math.ceil((end - run.d / 2 - run.t) / run.d));
    if (skip >= run.count) continue;
    const last = grown.at(-1);
    const n = isNumbered || last === undefined ? run.n + skip : last.n + last.count;
    const fresh = { t: run.t + skip * run.d, d: run.d, count: run.count - skip, n };
    if (last !== undefined && follows(last, fresh))
      grown[grown.length - 1] = { ...last, count: last.count + fresh.count };
    else grown.push(fresh);
  }
  return grown.length === known.length && grown.at(-1) === known.at(-1) ? known : grown;
}
