/**
 * Writes to a temporary file and renames it when it is complete, so that no reader gets half an object and an aborted
 * write leaves nothing.
 */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isMissing } from '../storage-failure.ts';

/** Another request may remove the empty folder before the file is moved into it. */
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

/** Folder of unfinished writes. Object keys contain no tilde, so its files are no objects. */
export function incomingFolder(root: string): string {
  return join(root, '~incoming');
}

/** @throws the error of the disk or of the body; the signal's reason */
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

/** Removes unfinished files that were last written before a time, epoch ms; gives how many. */
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

/** Writes and removes a file. @throws the error of the disk */
export async function tryWriting(root: string): Promise<void> {
  const incoming = incomingFolder(root);
  await mkdir(incoming, { recursive: true });
  const probe = join(incoming, randomUUID());
  await writeFile(probe, 'probe');
  await rm(probe);
}
