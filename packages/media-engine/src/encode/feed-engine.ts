/** Writes raw frames and samples to an engine's pipes with back pressure. */
import { once } from 'node:events';
import type { Writable } from 'node:stream';

/**
 * Writes every chunk, then ends the pipe. Resolves when the reader has closed it: the exit code reports why, not the
 * broken pipe.
 */
export async function feed(
  pipe: Writable,
  chunks: Iterable<Uint8Array>,
  onChunk: (count: number) => void = () => {},
): Promise<void> {
  let isOpen = true;
  const closed = new Promise<void>((resolve) => {
    const close = () => {
      isOpen = false;
      resolve();
    };
    pipe.once('close', close);
    pipe.once('error', close);
  });
  let count = 0;
  for (const chunk of chunks) {
    if (!isOpen) return;
    count += 1;
    onChunk(count);
    // The source may reuse its buffer for the next frame while this one still waits in the pipe.
    const hasRoom = pipe.write(Buffer.from(chunk));
    if (hasRoom || !isOpen) await new Promise((resolve) => setImmediate(resolve));
    else await Promise.race([once(pipe, 'drain').catch(() => undefined), closed]);
  }
  if (isOpen) pipe.end();
}
