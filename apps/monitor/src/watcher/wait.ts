/** Waits as the watchers do: a test brings a time of its own. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves after so many ms, or when the signal aborts. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export const realWait: Wait = async (milliseconds, signal) => {
  // Aborted is over, too.
  await sleep(Math.max(0, milliseconds), undefined, { signal }).catch(() => undefined);
};
