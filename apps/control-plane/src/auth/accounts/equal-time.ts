/**
 * Delays answers that must not reveal by their time whether an address is known (SEC-S45): each comes at the end of a
 * whole step, however long the work took.
 */
import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds. A password hash takes about 30, the rows of a new company and its mail about 20. */
export const accountStepMs = 200;
/** Milliseconds. A login does the same work for every address; the step hides the remaining difference. */
export const loginStepMs = 50;

/** Runs `work`, and answers at the end of a step of `stepMs` milliseconds. */
export type EqualTime = <T>(stepMs: number, work: () => Promise<T>) => Promise<T>;

/** Runs `work`; result and failure alike are given at the end of a step of `stepMs` milliseconds. */
export async function inEqualTime<T>(stepMs: number, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  try {
    return await work();
  } finally {
    const elapsed = performance.now() - started;
    await wait(Math.ceil(elapsed / stepMs) * stepMs - elapsed);
  }
}
