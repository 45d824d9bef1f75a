/** A folder appears whole or not at all: the work is done beside it, and it is renamed at the end. */
import { mkdir, rename, rm } from 'node:fs/promises';
import { domainError } from '@interlude/contract/errors';

const isFull = (error: unknown) =>
  error instanceof Error &&
  /ENOSPC|No space left on device|EDQUOT|EFBIG|File too large/.test(error.message);

/**
 * Works in a folder that gets its final name when the work is complete.
 * @param work receives the path of the temporary folder
 * @throws {DomainError} STORAGE_FULL, and the errors of `work`; the temporary folder is removed then
 */
export async function inWorkFolder<T>(
  folder: string,
  work: (partial: string) => Promise<T>,
): Promise<T> {
  const partial = `${folder}.partial`;
  try {
    await rm(partial, { recursive: true, force: true });
    await mkdir(partial, { recursive: true });
    const result = await work(partial);
    await rm(folder, { recursive: true, force: true });
    await rename(partial, folder);
    return result;
  } catch (error) {
    await rm(partial, { recursive: true, force: true, maxRetries: 3 });
    if (isFull(error))
      throw domainError('STORAGE_FULL', { storage: 'the disk of the worker' }, error);
    throw error;
  }
}
