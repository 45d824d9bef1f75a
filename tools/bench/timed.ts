/** Timing of work in this process: each program warms up and is timed for the same time, however long one run takes. */
import { median } from './bench-row.ts';

const WARM_MS = 1_500;
const TIMED_MS = 1_500;
/** Smallest number of timed runs, for work that takes long. */
const LEAST_RUNS = 7;

function* rounds(): Generator<boolean> {
  const untilWarmMs = performance.now() + WARM_MS;
  for (let count = 0; count < 2 || performance.now() < untilWarmMs; count += 1) yield false;
  const untilMs = performance.now() + TIMED_MS;
  for (let count = 0; count < LEAST_RUNS || performance.now() < untilMs; count += 1) yield true;
}

/** Median ms of a run. */
export function timed(run: () => unknown): number {
  const times: number[] = [];
  for (const isTimed of rounds()) {
    const startMs = performance.now();
    run();
    if (isTimed) times.push(performance.now() - startMs);
  }
  return median(times);
}

/**
 * Times work whose first part is needed only once in production.
 * @param run reports when that part was done, by `performance.now()`
 */
export async function timedWithStart(
  run: () => Promise<{ readonly loadedMs: number }>,
): Promise<{ readonly wholeMs: number; readonly afterStartMs: number }> {
  const whole: number[] = [];
  const after: number[] = [];
  for (const isTimed of rounds()) {
    const startMs = performance.now();
    const { loadedMs } = await run();
    const endMs = performance.now();
    if (!isTimed) continue;
    whole.push(endMs - startMs);
    after.push(endMs - loadedMs);
  }
  return { wholeMs: median(whole), afterStartMs: median(after) };
}
