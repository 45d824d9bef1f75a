/**
 * A write goes into a file of its own and is renamed when it is whole, so that nobody ever reads half an object
 * and an aborted write leaves nothing.
 */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isMissing } from '../storage-failure.ts';

/** A folder may be removed, being empty, between its making and the first file in it. */
const RENAME_ATTEMPTS = 5;

async function moveInto(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await mkdir(dirname(to), { recursive: true });
    try {
      return await rename(from, to);
    } catch (error) {
      if (!isMissing(error) || attempt === RENAME_ATTEMPTS) throw error;
    }
  }
}

/** Where writes are under way. No key has a tilde in it: what lies here is no object. */
export function incomingFolder(root: string): string {
  return join(root, '~incoming');
}

/** @throws what the disk or the body throws; the signal's reason */
export async function writeWhole(
  root: string,
  key: string,
  body: Readable | Uint8Array,
  signal: AbortSignal | undefined,
): Promise<void> {
  signal?.throwIfAborted();
  const incoming = incomingFolder(root);
  await mkdir(incoming, { recursive: true });
  const part = join(incoming, randomUUID());
  try {
    const source = body instanceof Readable ? body : Readable.from([body]);
    const file = createWriteStream(part, { flags: 'wx', flush: true });
    await pipeline(source, file, signal === undefined ? {} : { signal });
    await moveInto(part, join(root, key));
  } catch (error) {
    await rm(part, { force: true });
    signal?.throwIfAborted();
    throw error;
  }
}

/** Half-written files that nobody has touched since; gives how many. */
export async function removeParts(root: string, beforeMs: number): Promise<number> {
  const incoming = incomingFolder(root);
  let removed = 0;
  for (const name of await readdir(incoming).catch(() => [])) {
    const path = join(incoming, name);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined || found.mtimeMs >= beforeMs) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

/** Writes and removes a file. @throws what the disk throws */
export async function tryWriting(root: string): Promise<void> {
  const incoming = incomingFolder(root);
  await mkdir(incoming, { recursive: true });
  const probe = join(incoming, randomUUID());
  await writeFile(probe, 'probe');
  await rm(probe);
}
