/**
 * Work in tasks of its own, one after another: between two of them the browser answers taps and paints. For what a page
 * begins with all at once, its requests and its larger parts.
 */

type Work = () => void;

const waiting: Work[] = [];
let channel: MessageChannel | undefined;

/** A message is a task at once; timers wait 4 ms, and a second in pages that are not shown. */
function post(): void {
  if (channel === undefined) {
    channel = new MessageChannel();
    channel.port1.onmessage = runNext;
  }
  channel.port2.postMessage(undefined);
}

function runNext(): void {
  const work = waiting.shift();
  if (waiting.length > 0) post();
  work?.();
}

/** @returns takes it back */
export function inOwnTask(work: Work): () => void {
  waiting.push(work);
  if (waiting.length === 1) post();
  return () => {
    const at = waiting.indexOf(work);
    // The message that is under way finds the next one, or nothing.
    if (at >= 0) waiting[at] = () => undefined;
  };
}

/** Resolves in the next task that is free. */
export const ownTask = (): Promise<void> => new Promise((resolve) => void inOwnTask(resolve));
