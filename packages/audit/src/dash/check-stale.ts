// Finds a live presentation whose end does not move on (D22).
import type { FindingLog, OutputReference } from '../rules.ts';
import type { MpdObservation } from './observe-mpd.ts';

/** The first MPD that listed the present last segment. */
export interface Freshest {
  readonly output: OutputReference;
  readonly edgeMs: number;
}

/** Steps without a new segment that are allowed: one may come just after the last look, another be late by half. */
const MISSED = 2.5;

/** Periods and segments at the end of the MPD by which the segment length is measured. */
const LAST_PERIODS = 3;
const LAST_SEGMENTS = 20;

/** Longest time from one new segment or update to the next, ms, of the slowest track: a new Period waits for it. */
function longestStepMs({ mpd, periods }: MpdObservation): number {
  const tracks = periods
    .slice(-LAST_PERIODS)
    .flatMap(({ sets }) => sets.map(({ tracks: [first] }) => first));
  const segments = tracks.flatMap((track) => track?.segments.slice(-LAST_SEGMENTS) ?? []);
  return segments.reduce(
    (longest, { startMs, endMs }) => Math.max(longest, endMs - startMs),
    Math.max(mpd.minimumUpdatePeriodMs ?? 0, mpd.maxSegmentDurationMs ?? 0),
  );
}

/** Without listed segments the edge follows from the clock; a declared duration is an end that need not move. */
function movesOn({ mpd, edgeMs }: MpdObservation): boolean {
  return (
    mpd.type === 'dynamic' &&
    mpd.mediaPresentationDurationMs === undefined &&
    Number.isFinite(edgeMs)
  );
}

export function freshestOf(before: Freshest | undefined, later: MpdObservation): Freshest {
  const { output, edgeMs } = later;
  return before?.edgeMs === edgeMs ? before : { output, edgeMs };
}

/** D22: no new segment for `MISSED` steps. */
export function checkStale(
  freshest: Freshest | undefined,
  later: MpdObservation,
  log: FindingLog,
): void {
  if (freshest === undefined || freshest.edgeMs !== later.edgeMs || !movesOn(later)) return;
  const sinceMs = later.output.fetchedAtMs - freshest.output.fetchedAtMs;
  if (sinceMs > MISSED * longestStepMs(later))
    log.add('D22', 1, `no new segment for ${(sinceMs / 1000).toFixed(1)} s`, freshest.output);
}
