/**
 * Erases a company from the storages, the archive of events and the database. Each step can be repeated, so that the
 * command, or a worker, can continue a killed erasure.
 * @see ADR 0050, rule SEC-S124
 */
import { domainError } from '@interlude/contract/errors';
import { companyFolder, openArchiveStorage } from '@interlude/event-archive';
import {
  createTenantStorages,
  type ObjectStorage,
  type TenantStorageParts,
} from '@interlude/object-storage';
import {
  type Counts,
  createCompanyErasureStore,
  createStoredFileStore,
  createSystemStore,
  type Database,
  runExclusively,
} from '@interlude/persistence';
import type { Config } from '@interlude/runtime';

export interface ErasureDeps extends TenantStorageParts {
  readonly database: Database;
  readonly config: Partial<Pick<Config, 'eventArchive'>>;
}

/** Rows and files of a company. */
export interface CompanyInventory {
  readonly rows: Counts;
  /** Files of media by the name of their storage; a storage that does not answer is a sentence. */
  readonly storages: readonly {
    readonly name: string;
    readonly files: number;
    readonly bytes: number;
    readonly problem?: string;
  }[];
  readonly eventFiles: { readonly files: number; readonly bytes: number };
}

interface OpenedStorage {
  readonly id: string;
  readonly name: string;
  readonly open: () => Promise<ObjectStorage>;
}

async function storagesOf(deps: ErasureDeps, tenantId: string): Promise<OpenedStorage[]> {
  const storages = createTenantStorages({
    ...deps,
    find: createSystemStore(deps.database).findStorage,
    missing: () => domainError('SYSTEM_NOT_FOUND'),
  });
  const all = await createStoredFileStore(deps.database).listStorages();
  return all
    .filter((system) => system.tenantId === tenantId)
    .map(({ id, name }) => ({
      ...{ id, name },
      open: async () => (await storages.of(tenantId, id)).storage,
    }));
}

async function measure(storage: ObjectStorage, folder: string) {
  let [files, bytes] = [0, 0];
  for await (const { sizeBytes } of storage.list(folder)) {
    files += 1;
    bytes += sizeBytes;
  }
  return { files, bytes };
}

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Runs `work` with the archive of events; resolves with `none` when the archive is off. */
async function withArchive<T>(
  { config, dataFolder }: ErasureDeps,
  none: T,
  work: (storage: ObjectStorage) => Promise<T>,
): Promise<T> {
  if (config.eventArchive === undefined) return none;
  const archive = openArchiveStorage(config.eventArchive, dataFolder);
  try {
    return await work(archive.storage);
  } finally {
    await archive.close();
  }
}

/**
 * Counts the rows and files that an erasure would remove; changes nothing.
 * @see ADR 0050
 */
export async function takeInventory(
  deps: ErasureDeps,
  tenantId: string,
): Promise<CompanyInventory> {
  const storages: CompanyInventory['storages'][number][] = [];
  for (const { name, open } of await storagesOf(deps, tenantId)) {
    try {
      storages.push({ name, ...(await measure(await open(), `${tenantId}/`)) });
    } catch (error) {
      storages.push({ name, files: 0, bytes: 0, problem: sentenceOf(error) });
    }
  }
  const none = { files: 0, bytes: 0 };
  return {
    rows: await createCompanyErasureStore(deps.database).count(tenantId),
    storages,
    eventFiles: await withArchive(deps, none, (storage) =>
      measure(storage, companyFolder(tenantId)),
    ),
  };
}

/** @returns files removed, and storages that were left because they do not answer */
async function removeMedia(deps: ErasureDeps, tenantId: string, mayLeave: boolean) {
  let [files, left] = [0, 0];
  for (const { name, open } of await storagesOf(deps, tenantId)) {
    try {
      files += await (await open()).removeFolder(`${tenantId}/`);
    } catch (error) {
      if (!mayLeave) {
        const reason = `the storage "${name}" does not let go of its files (${sentenceOf(error)}); mend it, or leave them with --leave-storages, after which nobody knows where they are`;
        throw domainError('COMPANY_NOT_ERASABLE', { reason }, error);
      }
      left += 1;
    }
  }
  return { files, left };
}

async function erase(deps: ErasureDeps, tenantId: string, mayLeave: boolean): Promise<Counts> {
  const store = createCompanyErasureStore(deps.database);
  await store.begin(tenantId);
  const doors = await store.closeDoors(tenantId);
  const media = await removeMedia(deps, tenantId, mayLeave);
  const eventFiles = await withArchive(deps, 0, (storage) =>
    storage.removeFolder(companyFolder(tenantId)),
  );
  const rows = await store.removeRows(tenantId);
  // An archiver that had begun before has stored a file, and found no company to note it for.
  const late = await withArchive(deps, 0, (storage) =>
    storage.removeFolder(companyFolder(tenantId)),
  );
  const counts = {
    ...rows,
    ...doors,
    'files of media': media.files,
    'storages left': media.left,
    'files of events': eventFiles + late,
  };
  await store.finish(tenantId, counts);
  return counts;
}

export interface EraseOptions {
  /** Files of a storage that does not answer stay where they are. */
  readonly mayLeaveStorages: boolean;
}

/**
 * Erases a company, or continues its erasure.
 * @returns numbers of removed rows; undefined when another process erases it
 * @throws {DomainError} COMPANY_NOT_ERASABLE with the reason, STORAGE_FAILED; removed rows and files stay removed
 * @see ADR 0050
 */
export async function eraseCompany(
  deps: ErasureDeps,
  tenantId: string,
  { mayLeaveStorages }: EraseOptions,
): Promise<Counts | undefined> {
  let counts: Counts | undefined;
  await runExclusively(deps.database, `erase ${tenantId}`, async () => {
    counts = await erase(deps, tenantId, mayLeaveStorages);
  });
  return counts;
}
