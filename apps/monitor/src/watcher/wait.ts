/** The watchers' waiting, as a value: tests pass a virtual time. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves after so many ms, or when the signal aborts. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export const realWait: Wait = async (milliseconds, signal) => {
  // An aborted wait ends without an error.
  await sleep(Math.max(0, milliseconds), undefined, { signal }).catch(() => undefined);
};
