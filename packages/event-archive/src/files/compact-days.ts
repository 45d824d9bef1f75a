/**
 * Merges the small files of a day into one, and removes files that are not read any more. A failure of one day does not
 * stop the others.
 */
import { join } from 'node:path';
import { domainError } from '@interlude/contract/errors';
import type { CrowdedDay } from '../catalogue.ts';
import { eventFileKey } from '../segment-name.ts';
import {
  type ArchiveParts,
  fileId,
  limitsOf,
  removeOfGone,
  toEventFile,
  withFolder,
} from './archive-intake.ts';
import { download, upload } from './stored-file.ts';

const dayMs = 86_400_000;

/** The smallest files, `most` at most, whose sizes add up to `maxBytes` at most. */
function chosen(files: CrowdedDay['files'], maxBytes: number, most: number): CrowdedDay['files'] {
  let bytes = 0;
  return files.slice(0, most).filter((file) => {
    bytes += file.bytes;
    return bytes <= maxBytes;
  });
}

async function compactDay(parts: ArchiveParts, { tenantId, day, files }: CrowdedDay) {
  const { storage, catalogue, runEngine } = parts;
  const { fileBytes, filesAtOnce } = limitsOf(parts);
  const old = chosen(files, fileBytes, filesAtOnce);
  if (old.length < 2) return false;
  return withFolder(parts.workFolder, async (folder) => {
    const paths: string[] = [];
    for (const [index, file] of old.entries()) {
      const path = join(folder, `old-${index}.parquet`);
      await download(storage, eventFileKey(file), path);
      paths.push(path);
    }
    const { files: made } = await runEngine({ kind: 'compact', files: paths, folder });
    const [one, ...more] = made;
    const rows = old.reduce((sum, file) => sum + file.rows, 0);
    const isWhole = one?.tenantId === tenantId && one.day === day && one.rows === rows;
    if (!one || !isWhole || more.length > 0) {
      const reason = `the files of ${day} do not hold the events that they should`;
      throw domainError('EVENT_ARCHIVE_UNAVAILABLE', { reason });
    }
    const file = toEventFile(one, fileId(old.map(({ id }) => id)));
    await catalogue.draft([file]);
    await upload(storage, eventFileKey(file), one.path);
    const isReplaced = await catalogue.replace(old, file);
    if (!isReplaced) await removeOfGone(parts, [file]);
    return isReplaced;
  });
}

/**
 * Merges the files of each day into one.
 * @param failed called with the error of each day that was not compacted
 * @returns the number of days that were merged
 * @see ADR 0050
 */
export async function compactDays(
  parts: ArchiveParts,
  failed: (error: unknown) => void,
): Promise<number> {
  const { filesOfToday, fileBytes } = limitsOf(parts);
  const today = Math.floor(parts.now() / dayMs);
  let merged = 0;
  for (const crowded of await parts.catalogue.crowded(today, filesOfToday, fileBytes)) {
    try {
      if (await compactDay(parts, crowded)) merged += 1;
    } catch (error) {
      failed(error);
    }
  }
  return merged;
}

/**
 * Retires the files of days past the retention, and removes files that have not been read for `unreadMs`.
 * @returns the number of files removed
 * @throws {DomainError} STORAGE_FAILED; the next run continues
 * @see ADR 0050
 */
export async function removeUnread(parts: ArchiveParts, retentionDays: number): Promise<number> {
  const { storage, catalogue, now } = parts;
  const { unreadMs, marksMs } = limitsOf(parts);
  await catalogue.retire(Math.floor(now() / dayMs) - retentionDays);
  const unread = await catalogue.unread(now() - unreadMs);
  for (const file of unread) {
    await storage.remove(eventFileKey(file));
    await catalogue.forget(file);
  }
  await catalogue.purgeSegments(now() - marksMs);
  return unread.length;
}
