/** Splits bodies into parts of one size, as the storages require of large objects. */
import { Readable } from 'node:stream';

/** S3 takes at least 5 MiB (but for the last) and at most 10,000 parts: 80 GB. */
export const PART_BYTES = 8 * 1024 * 1024;

function toBytes(chunk: unknown): Uint8Array {
  return chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk));
}

async function* chunksOf(body: Readable | Uint8Array): AsyncGenerator<Uint8Array> {
  if (!(body instanceof Readable)) {
    yield body;
    return;
  }
  for await (const chunk of body) yield toBytes(chunk);
}

/** At least one part, which is empty for an empty body; all but the last are of `PART_BYTES`. */
export async function* partsOf(
  body: Readable | Uint8Array,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  const abort = () => {
    if (body instanceof Readable) body.destroy();
  };
  signal?.addEventListener('abort', abort, { once: true });
  try {
    for await (const chunk of chunksOf(body)) {
      waiting.push(chunk);
      bytes += chunk.length;
      if (bytes <= PART_BYTES) continue;
      let all = Buffer.concat(waiting);
      for (; all.length > PART_BYTES; all = all.subarray(PART_BYTES)) {
        yield all.subarray(0, PART_BYTES);
      }
      waiting = [all];
      bytes = all.length;
    }
    signal?.throwIfAborted();
    yield Buffer.concat(waiting);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

/** Runs at most `limit` tasks at a time; the first error is thrown after the tasks that are running have ended. */
export async function inParallel<T>(
  items: AsyncIterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  let failed: { readonly error: unknown } | undefined;
  try {
    for await (const item of items) {
      const task = work(item)
        .catch((error: unknown) => {
          failed ??= { error };
        })
        .finally(() => running.delete(task));
      running.add(task);
      if (running.size >= limit) await Promise.race(running);
      if (failed !== undefined) break;
    }
  } finally {
    await Promise.all(running);
  }
  if (failed !== undefined) throw failed.error;
}
