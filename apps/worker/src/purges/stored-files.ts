/** Purges of the storages: abandoned uploads at every run, unreferenced files every six hours. */
import { domainError } from '@interlude/contract/errors';
import { createTenantStorages, type TenantStorageParts } from '@interlude/object-storage';
import { createStoredFileStore, createSystemStore, type Database } from '@interlude/persistence';
import { removeOrphans } from './orphans.ts';

const hourMs = 3_600_000;

/** Milliseconds. */
export const storedFileRetention = {
  /** An upload without further chunks. */
  unfinishedUploadMs: 24 * hourMs,
  /** The record of an ended upload. */
  endedUploadMs: 7 * 24 * hourMs,
  /** Unreferenced files; longer than any job or upload may take. */
  orphanMs: 48 * hourMs,
  /** Between two listings of all files, which cost requests; the first is as long after the start. */
  orphansEveryMs: 6 * hourMs,
} as const;

interface StoredFilePurges {
  /** @returns removed items by kind @throws the errors of the database */
  run(): Promise<Readonly<Record<string, number>>>;
}

interface StoredFilePurgesOptions extends TenantStorageParts {
  readonly database: Database;
  readonly failed: (error: unknown) => void;
}

export function createStoredFilePurges(options: StoredFilePurgesOptions): StoredFilePurges {
  const { database, failed } = options;
  const { clock } = database;
  const files = createStoredFileStore(database);
  const storages = createTenantStorages({
    ...options,
    find: createSystemStore(database).findStorage,
    missing: () => domainError('SYSTEM_NOT_FOUND'),
  });
  const open = async (tenantId: string, systemId: string) =>
    (await storages.of(tenantId, systemId)).storage;
  let nextOrphansMs = clock.now() + storedFileRetention.orphansEveryMs;

  async function removeStaleUploads(): Promise<number> {
    const nowMs = clock.now();
    const stale = await files.takeStaleUploads(
      nowMs - storedFileRetention.unfinishedUploadMs,
      nowMs - storedFileRetention.endedUploadMs,
    );
    for (const { tenantId, uploadId, systemId } of stale) {
      // A folder that cannot be removed now is an orphan later.
      await open(tenantId, systemId)
        .then((storage) => storage.removeFolder(`${tenantId}/uploads/${uploadId}/`))
        .catch(failed);
    }
    return stale.length;
  }

  return {
    async run() {
      const uploads = await removeStaleUploads();
      if (clock.now() < nextOrphansMs) return { uploads };
      nextOrphansMs = clock.now() + storedFileRetention.orphansEveryMs;
      const beforeMs = clock.now() - storedFileRetention.orphanMs;
      return { uploads, storedFiles: await removeOrphans({ files, open, failed }, beforeMs) };
    },
  };
}
