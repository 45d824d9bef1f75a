/** Objects in a folder of this machine. */
import { open, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { domainError } from '@interlude/contract/errors';
import { isObjectKey, requireFolder, requireKey } from '../object-key.ts';
import type { ObjectRange, ObjectStorage, StoredObject } from '../object-storage.ts';
import { diskFailure, isMissing } from '../storage-failure.ts';
import { statFile, walkFiles } from './local-files.ts';
import { removeParts, tryWriting, writeWhole } from './write-whole.ts';

const kind = 'local';

async function inOurWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw diskFailure(error, kind);
  }
}

function missing(): Error {
  return domainError('STORED_FILE_NOT_FOUND');
}

/** First and last byte to read; undefined for an empty file. */
function bytesOf({ sizeBytes }: StoredObject, range: ObjectRange | undefined) {
  const start = range?.start ?? 0;
  const end = Math.min(range?.end ?? sizeBytes - 1, sizeBytes - 1);
  if (range !== undefined && (start >= sizeBytes || end < start)) {
    const reason = 'the range lies behind the end of the file';
    throw domainError('STORAGE_FAILED', { storage: kind, reason });
  }
  return sizeBytes === 0 ? undefined : { start, end };
}

/** Removes folders that have become empty, innermost first. */
async function removeEmptyFolders(root: string, folder: string): Promise<void> {
  for (let at = folder; at !== '' && at !== '.'; at = dirname(at)) {
    const isEmpty = await rmdir(join(root, at)).then(
      () => true,
      () => false,
    );
    if (!isEmpty) return;
  }
}

/** @param root folder of the objects; the first write creates it */
export function createLocalStorage(root: string): ObjectStorage {
  const put: ObjectStorage['put'] = (key, body, { signal }) =>
    inOurWords(async () => {
      requireKey(kind, key);
      await writeWhole(root, key, body, signal);
      const written = await statFile(root, key);
      if (written === undefined) throw missing();
      return written;
    });

  const read: ObjectStorage['read'] = (key, { range, signal } = {}) =>
    inOurWords(async () => {
      const object = isObjectKey(key) ? await statFile(root, key) : undefined;
      if (object === undefined) throw missing();
      const bytes = bytesOf(object, range);
      if (bytes === undefined) return { object, body: Readable.from([]) };
      const file = await open(join(root, key)).catch((error: unknown) => {
        throw isMissing(error) ? missing() : error;
      });
      const body = file.createReadStream({ ...bytes, ...(signal !== undefined && { signal }) });
      return { object, body };
    });

  async function* list(prefix: string): AsyncGenerator<StoredObject> {
    try {
      for await (const key of walkFiles(root, '', prefix)) {
        const object = isObjectKey(key) ? await statFile(root, key) : undefined;
        if (object !== undefined) yield object;
      }
    } catch (error) {
      throw diskFailure(error, kind);
    }
  }

  return {
    kind,
    put,
    read,
    list,
    stat: (key) =>
      inOurWords(async () => (isObjectKey(key) ? await statFile(root, key) : undefined)),
    remove: (key) =>
      inOurWords(async () => {
        requireKey(kind, key);
        if ((await statFile(root, key)) === undefined) return;
        await rm(join(root, key), { force: true });
        await removeEmptyFolders(root, dirname(key));
      }),
    removeFolder: (folder) =>
      inOurWords(async () => {
        requireFolder(kind, folder);
        let removed = 0;
        for await (const { key } of list(folder)) {
          await rm(join(root, key), { force: true });
          removed += 1;
        }
        await rm(join(root, folder), { recursive: true, force: true });
        await removeEmptyFolders(root, dirname(folder.slice(0, -1)));
        return removed;
      }),
    presign: async () => undefined,
    removeUnfinished: (beforeMs) => inOurWords(() => removeParts(root, beforeMs)),
    check: () => inOurWords(() => tryWriting(root)),
  };
}
