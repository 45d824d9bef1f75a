/**
 * Runs work in tasks of its own, one after another, so that the browser answers taps and paints in between: for
 * requests and larger parts that a page begins all at once.
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

/** @returns cancels the work */
export function inOwnTask(work: Work): () => void {
  waiting.push(work);
  if (waiting.length === 1) post();
  return () => {
    const at = waiting.indexOf(work);
    // Replaced, not removed: the message under way takes one entry out of the queue.
    if (at >= 0) waiting[at] = () => undefined;
  };
}

/** Resolves in the next task that is free. */
export const ownTask = (): Promise<void> => new Promise((resolve) => void inOwnTask(resolve));
