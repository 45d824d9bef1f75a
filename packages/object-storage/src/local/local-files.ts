/** Files of the local storage on disk: which of them may be opened, and in which order they are listed. */
import { lstat, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { contentTypeOf } from '../object-key.ts';
import type { StoredObject } from '../object-storage.ts';
import { isMissing } from '../storage-failure.ts';

/**
 * A file of the storage; undefined when there is none, and for links, folders and everything else that is no
 * plain file inside of the root.
 */
export async function statFile(root: string, key: string): Promise<StoredObject | undefined> {
  const path = join(root, key);
  try {
    const found = await lstat(path, { bigint: true });
    // A link anywhere in the path makes the real path differ.
    if (!found.isFile() || (await realpath(path)) !== join(await realpath(root), key)) {
      return undefined;
    }
    return {
      key,
      sizeBytes: Number(found.size),
      modifiedMs: Number(found.mtimeMs),
      contentType: contentTypeOf(key),
      etag: `"${found.size.toString(16)}-${found.mtimeNs.toString(16)}"`,
    };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Names in a folder in the order of keys: a folder sorts with its slash, as `a-b`, `a.b`, `a/b` do. */
async function sortedNames(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  return entries
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort((a, b) => (a < b ? -1 : 1));
}

/** Keys below `folder` (empty, or ending in a slash) that begin with `prefix`, in their order. */
export async function* walkFiles(
  root: string,
  folder: string,
  prefix: string,
): AsyncGenerator<string> {
  for (const name of await sortedNames(join(root, folder))) {
    const key = folder + name;
    if (name.endsWith('/')) {
      if (key.startsWith(prefix) || prefix.startsWith(key)) yield* walkFiles(root, key, prefix);
    } else if (key.startsWith(prefix)) {
      yield key;
    }
  }
}
