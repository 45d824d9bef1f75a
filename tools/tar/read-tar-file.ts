/**
 * Reads a tar archive entry by entry, streamed. It may be forged: only plain files are entries, a damaged or truncated
 * archive is refused, and nothing is written to disk.
 */
import { open } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { createTarDecoder } from 'modern-tar';

export interface TarEntry {
  readonly name: string;
  /** Bytes, as declared: so many follow, or the archive is refused. */
  readonly size: number;
  /** May be read once. The unread rest is skipped when the next entry is requested. */
  readonly body: AsyncIterable<Uint8Array>;
}

const gzipMark = Buffer.from([0x1f, 0x8b]);

async function openBytes(path: string): Promise<Readable> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    const bytes = file.createReadStream({ start: 0 });
    if (!buffer.subarray(0, bytesRead).equals(gzipMark)) return bytes;
    // A fault of the file is that of its reader.
    return pipeline(bytes, createGunzip(), () => undefined);
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Feeds the decoder at the pace at which its entries are read. */
async function feed(path: string, writable: WritableStream<Uint8Array>): Promise<void> {
  const writer = writable.getWriter();
  try {
    for await (const part of await openBytes(path)) await writer.write(part);
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
    throw error;
  }
}

/**
 * Yields the entries in their order.
 * @throws the error of the archive or the disk
 */
export async function* readTarFile(path: string): AsyncGenerator<TarEntry> {
  const { readable, writable } = createTarDecoder({ strict: true });
  // Its failure is that of the entries.
  const fed = feed(path, writable).catch(() => undefined);
  try {
    for await (const { header, body } of readable) {
      const { name, size, type = 'file' } = header;
      if (type !== 'file') throw new Error(`the entry "${name}" is a ${type}`);
      yield { name, size, body };
      await body.cancel().catch(() => undefined);
    }
  } finally {
    await fed;
  }
}
