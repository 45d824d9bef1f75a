// Whether a live presentation moves on (D22).
import type { FindingLog, OutputReference } from '../rules.ts';
import type { MpdObservation } from './observe-mpd.ts';

/** The first MPD that listed the present last segment. */
export interface Freshest {
  readonly output: OutputReference;
  readonly edgeMs: number;
}

/** Updates, or segments, that may be missed: one may have come just after the last look, and another be late by a half. */
const MISSED = 2.5;

/** Enough Periods and segments at the end of a list to know how long its segments are. */
const LAST_PERIODS = 3;
const LAST_SEGMENTS = 20;

/** The time that passes from one new segment to the next, ms: of the slowest track, which a new Period waits for. */
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

/** Without listed segments the end follows from the clock; one that is announced has not to move. */
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

/** D22: nothing new for too long. */
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
