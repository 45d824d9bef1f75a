/** Files of the archive on this machine: where they are, or copies of them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { domainError } from '@interlude/contract';
import type { ArchiveStorage } from '../archive-storage.ts';
import type { EventFile } from '../catalogue.ts';
import { download } from '../files/stored-file.ts';
import { eventFileKey } from '../segment-name.ts';

/** Of a remote archive, copied for one command. */
export const maxCopiedBytes = 20 * 1024 ** 3;

export interface LocalFiles {
  readonly paths: readonly string[];
  /** A folder of this command alone. */
  readonly folder: string;
  remove(): Promise<void>;
}

/**
 * The files on this machine; those of a remote storage are copied.
 * @throws {DomainError} EVENT_ARCHIVE_UNAVAILABLE when they are more than fit; STORAGE_FAILED
 * @see ADR 0050
 */
export async function openLocalFiles(
  { storage, folder: root }: ArchiveStorage,
  files: readonly EventFile[],
): Promise<LocalFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'interlude-events-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  if (root !== undefined) {
    return { paths: files.map((file) => join(root, eventFileKey(file))), folder, remove };
  }
  try {
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    if (bytes > maxCopiedBytes) {
      const reason = `the files have ${bytes} bytes, more than the ${maxCopiedBytes} that are copied; choose fewer days or one company`;
      throw domainError('EVENT_ARCHIVE_UNAVAILABLE', { reason });
    }
    const paths: string[] = [];
    for (const [index, file] of files.entries()) {
      const path = join(folder, `${index}.parquet`);
      await download(storage, eventFileKey(file), path);
      paths.push(path);
    }
    return { paths, folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
