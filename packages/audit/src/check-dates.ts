import { type Observation, type ObservedSegment, overlap } from './observation.ts';
import type { FindingLog } from './rules.ts';

/** Rounding of EXTINF to milliseconds adds up over a long window. */
const SAME_TIME_MS = 100;

/** H11, in one output. */
export function checkDates(later: Observation, log: FindingLog): void {
  if (!later.segments.some((segment) => segment.dated)) return;
  let before: ObservedSegment | undefined;
  for (const segment of later.segments) {
    if (segment.discontinuities > 0 && !segment.dated)
      log.warn('H11', segment.line, 'no EXT-X-PROGRAM-DATE-TIME after a discontinuity');
    if (before !== undefined && segment.startMs < before.startMs)
      log.add(
        'H11',
        segment.line,
        `the date goes back by ${Math.round(before.startMs - segment.startMs)} ms`,
      );
    before = segment;
  }
}

/** H11, over time: a segment keeps its date, and what is added is later. */
export function checkDatesKept(earlier: Observation, later: Observation, log: FindingLog): void {
  for (const [before, now] of overlap(earlier, later)) {
    const shift = Math.abs(before.startMs - now.startMs);
    if (!(shift > SAME_TIME_MS)) continue;
    log.add(
      'H11',
      now.line,
      `the date of segment ${now.msn} moved by ${Math.round(shift)} ms`,
      earlier.output,
    );
    return;
  }
  const lastBefore = earlier.segments.at(-1);
  if (lastBefore === undefined) return;
  const added = later.segments.find((segment) => segment.msn > lastBefore.msn);
  if (added !== undefined && added.startMs < lastBefore.startMs)
    log.add(
      'H11',
      added.line,
      `segment ${added.msn} is dated before segment ${lastBefore.msn} of the output before`,
      earlier.output,
    );
}
