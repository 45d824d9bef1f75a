/**
 * The bar of a running job: it is read every 5 s and grows by 2 % each time, at most to 100 (JOB-005,
 * JOB-006, OP-69). When the job itself has got further than that, the bar follows the job.
 */

/** Milliseconds between two readings. */
export const jobPollMs = 5_000;
const growthPercent = 2;
const fullPercent = 100;

/** Percent shown after a tick. */
export function nextProgress(shown: number, reported: number): number {
  return Math.min(fullPercent, Math.max(shown + growthPercent, reported));
}

/** Percent shown between ticks. */
export function shownProgress(grown: number, reported: number): number {
  return Math.min(fullPercent, Math.max(grown, reported));
}
