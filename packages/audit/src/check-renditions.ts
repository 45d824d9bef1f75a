import type { Observation, ObservedSegment } from './observation.ts';
import type { FindingLog, OutputReference } from './rules.ts';

/** A stretch of segments with one discontinuity number. */
interface Run {
  readonly number: number;
  readonly first: ObservedSegment;
  readonly last: ObservedSegment;
  readonly seconds: number;
  readonly longestSegment: number;
  /** Its first tag and its end are both in the window. */
  readonly complete: boolean;
  /** An ad that another ad follows: the return to content has not cut it short. */
  readonly whole: boolean;
}

/** Where a discontinuity number begins, as some rendition showed it. */
interface Boundary {
  readonly output: OutputReference;
  readonly timeMs: number;
  /** Seconds; no segment is longer, so cuts of renditions lie less than this apart. */
  readonly targetDuration: number;
}

/** Length of a complete run, as some rendition showed it. */
interface PodLength {
  readonly output: OutputReference;
  readonly seconds: number;
  readonly longestInRun: number;
  readonly targetDuration: number;
}

/** The ad, or content, behind a discontinuity number, as some rendition showed it. */
interface Meaning {
  readonly output: OutputReference;
  /** Undefined = content. */
  readonly ad: string | undefined;
}

/** The session's common timeline as its renditions have shown it, by discontinuity number. */
export interface CommonTimeline {
  readonly meanings: ReadonlyMap<number, Meaning>;
  readonly boundaries: ReadonlyMap<number, Boundary>;
  readonly lengths: ReadonlyMap<number, PodLength>;
}

export const EMPTY_TIMELINE: CommonTimeline = {
  meanings: new Map(),
  boundaries: new Map(),
  lengths: new Map(),
};

/** Discontinuities remembered: a rendition may be loaded for the first time minutes later. */
const MAX_REMEMBERED = 256;

function runsOf(observation: Observation): Run[] {
  const runs: Run[] = [];
  let group: ObservedSegment[] = [];
  const close = (next: ObservedSegment | undefined, complete: boolean) => {
    const [first] = group;
    const last = group.at(-1);
    if (first === undefined || last === undefined) return;
    runs.push({
      number: first.discontinuityNumber,
      first,
      last,
      seconds: group.reduce((sum, segment) => sum + segment.seconds, 0),
      longestSegment: group.reduce((longest, segment) => Math.max(longest, segment.seconds), 0),
      complete: complete && first.discontinuities > 0,
      whole: first.ad !== undefined && next?.ad !== undefined,
    });
    group = [];
  };
  for (const segment of observation.segments) {
    if (segment.discontinuities > 0) close(segment, true);
    group.push(segment);
  }
  close(undefined, observation.endList);
  return runs;
}

/** H3 for one run and one boundary that another rendition has shown. */
function numberBreach(run: Run, number: number, boundary: Boundary, toleranceMs: number) {
  if (run.number < number && run.last.startMs >= boundary.timeMs + toleranceMs)
    return { line: run.last.line, detail: `is ${run.number} after the start of ${number}` };
  const firstEndMs = run.first.startMs + run.first.seconds * 1000;
  if (run.number >= number && firstEndMs <= boundary.timeMs - toleranceMs)
    return { line: run.first.line, detail: `is ${run.number} before the start of ${number}` };
  return undefined;
}

/** H3 by ad: a number is the same ad, or content, in every rendition; judged without dates, too. */
function checkMeanings(runs: readonly Run[], timeline: CommonTimeline, log: FindingLog): boolean {
  for (const run of runs) {
    const known = timeline.meanings.get(run.number);
    if (known === undefined || known.ad === run.first.ad) continue;
    const detail = `discontinuity ${run.number} is ${run.first.ad ?? 'content'}, in ${known.output.renditionId} ${known.ad ?? 'content'}`;
    log.add('H3', run.first.line, detail, known.output);
    return false;
  }
  return true;
}

/** H3 by time. */
function checkNumbers(
  later: Observation,
  runs: readonly Run[],
  timeline: CommonTimeline,
  log: FindingLog,
): boolean {
  for (const [number, boundary] of timeline.boundaries) {
    if (boundary.output.renditionId === later.output.renditionId) continue;
    // Each rendition is cut at its own segment boundary (H22), so the places differ by up to a segment.
    const toleranceMs = Math.max(later.targetDuration, boundary.targetDuration) * 1000;
    for (const run of runs) {
      const breach = numberBreach(run, number, boundary, toleranceMs);
      if (breach === undefined) continue;
      const detail = `the discontinuity number ${breach.detail} in ${boundary.output.renditionId}`;
      log.add('H3', breach.line, detail, boundary.output);
      return false;
    }
  }
  return true;
}

/** H22: the start of one discontinuity number in two renditions. */
function checkPlaces(
  later: Observation,
  runs: readonly Run[],
  timeline: CommonTimeline,
  log: FindingLog,
): void {
  for (const run of runs) {
    const other = run.first.discontinuities > 0 ? timeline.boundaries.get(run.number) : undefined;
    if (other === undefined || other.output.renditionId === later.output.renditionId) continue;
    const apartMs = Math.abs(run.first.startMs - other.timeMs);
    if (!(apartMs >= Math.max(later.targetDuration, other.targetDuration) * 1000)) continue;
    log.add(
      'H22',
      run.first.line,
      `discontinuity ${run.number} stands ${Math.round(apartMs)} ms from its place in ${other.output.renditionId}`,
      other.output,
    );
  }
}

/**
 * H22: lengths of one run in two renditions. A whole ad is the same everywhere, give or take the
 * rounding of its segments; any other stretch has two cuts, each up to a segment apart.
 */
function checkLengths(
  later: Observation,
  runs: readonly Run[],
  timeline: CommonTimeline,
  log: FindingLog,
): void {
  for (const run of runs) {
    const other = run.complete ? timeline.lengths.get(run.number) : undefined;
    if (other === undefined || other.output.renditionId === later.output.renditionId) continue;
    const allowed = run.whole
      ? Math.max(run.longestSegment, other.longestInRun)
      : 2 * Math.max(later.targetDuration, other.targetDuration);
    const difference = Math.abs(run.seconds - other.seconds);
    if (difference < Math.max(allowed, 0.001)) continue;
    log.add(
      'H22',
      run.first.line,
      `discontinuity ${run.number} lasts ${run.seconds.toFixed(3)} s, in ${other.output.renditionId} ${other.seconds.toFixed(3)} s`,
      other.output,
    );
  }
}

function remember<T>(known: ReadonlyMap<number, T>, added: readonly [number, T][]): Map<number, T> {
  const next = new Map(known);
  for (const [number, value] of added) if (!next.has(number)) next.set(number, value);
  for (const number of next.keys()) {
    if (next.size <= MAX_REMEMBERED) break;
    next.delete(number);
  }
  return next;
}

/** Judges an output against what other renditions have shown, and adds what it shows itself. */
export function checkRenditions(
  later: Observation,
  timeline: CommonTimeline,
  log: FindingLog,
): CommonTimeline {
  const runs = runsOf(later);
  const agrees = checkMeanings(runs, timeline, log);
  if (agrees && checkNumbers(later, runs, timeline, log)) checkPlaces(later, runs, timeline, log);
  checkLengths(later, runs, timeline, log);
  const starts = runs.filter((run) => run.first.discontinuities > 0 && run.first.startMs > 0);
  const { output, targetDuration } = later;
  return {
    meanings: remember(
      timeline.meanings,
      runs.map((run) => [run.number, { output, ad: run.first.ad }]),
    ),
    boundaries: remember(
      timeline.boundaries,
      starts.map((run) => [run.number, { output, timeMs: run.first.startMs, targetDuration }]),
    ),
    lengths: remember(
      timeline.lengths,
      runs
        .filter((run) => run.complete)
        .map((run) => [
          run.number,
          { output, seconds: run.seconds, longestInRun: run.longestSegment, targetDuration },
        ]),
    ),
  };
}
