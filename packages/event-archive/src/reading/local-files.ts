/** Local paths of archived files: the files of a local archive themselves, copies of those of a remote one. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { domainError } from '@interlude/contract/errors';
import type { ArchiveStorage } from '../archive-storage.ts';
import type { EventFile } from '../catalogue.ts';
import { download } from '../files/stored-file.ts';
import { eventFileKey } from '../segment-name.ts';

/** Bytes of a remote archive that one command copies at most. */
export const maxCopiedBytes = 20 * 1024 ** 3;

export interface LocalFiles {
  readonly paths: readonly string[];
  /** Temporary folder of this command. */
  readonly folder: string;
  remove(): Promise<void>;
}

/**
 * Opens files of the archive on this machine; those of a remote storage are copied.
 * @throws {DomainError} EVENT_ARCHIVE_UNAVAILABLE when they exceed `maxCopiedBytes`; STORAGE_FAILED
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
