/**
 * Removes unreferenced files, left by killed workers and abandoned uploads. Only old files count, and the references are
 * read after the files were listed: files of a running job or upload are never removed.
 */
import type { ObjectStorage } from '@interlude/object-storage';
import type { StoredFileStore } from '@interlude/persistence';
import { isInUse, type StoredUnit, unitOf } from './stored-units.ts';

interface OrphanDeps {
  readonly files: Pick<StoredFileStore, 'inUse' | 'tenantIds' | 'listStorages'>;
  /** The storage of a tenant's system. */
  readonly open: (tenantId: string, systemId: string) => Promise<ObjectStorage>;
  /** Reports a storage that cannot be cleaned (unreachable, wrong secret); the other storages are cleaned all the same. */
  readonly failed: (error: unknown) => void;
}

interface Found extends StoredUnit {
  /** Of its youngest file, epoch ms. */
  readonly modifiedMs: number;
}

async function unitsBelow(storage: ObjectStorage, prefix: string): Promise<Found[]> {
  const found = new Map<string, Found>();
  for await (const { key, modifiedMs } of storage.list(prefix)) {
    const unit = unitOf(key);
    if (unit === undefined) continue;
    const known = found.get(unit.place)?.modifiedMs ?? 0;
    found.set(unit.place, { ...unit, modifiedMs: Math.max(known, modifiedMs) });
  }
  return [...found.values()];
}

async function remove(storage: ObjectStorage, { kind, place }: StoredUnit): Promise<void> {
  if (kind === 'source') await storage.remove(place);
  else await storage.removeFolder(place);
}

/** Cleans one tenant's files in one storage. @returns the number of removed units */
async function cleanTenant(
  { files }: OrphanDeps,
  storage: ObjectStorage,
  tenantId: string,
  beforeMs: number,
): Promise<number> {
  const old = (await unitsBelow(storage, `${tenantId}/`)).filter(
    ({ modifiedMs }) => modifiedMs < beforeMs,
  );
  if (old.length === 0) return 0;
  const inUse = await files.inUse(tenantId);
  const orphans = old.filter((unit) => !isInUse(unit, inUse));
  for (const orphan of orphans) await remove(storage, orphan);
  return orphans.length;
}

/** The local folder holds the files of all tenants, deleted ones included. */
async function cleanDeletedTenants(
  { files }: OrphanDeps,
  local: ObjectStorage,
  beforeMs: number,
): Promise<number> {
  const units = await unitsBelow(local, '');
  const known = await files.tenantIds();
  const gone = units.filter((unit) => !known.has(unit.tenantId) && unit.modifiedMs < beforeMs);
  for (const unit of gone) await remove(local, unit);
  return gone.length;
}

/**
 * @param beforeMs epoch ms; later files are kept
 * @returns the number of removed units
 */
export async function removeOrphans(deps: OrphanDeps, beforeMs: number): Promise<number> {
  let removed = 0;
  let local: ObjectStorage | undefined;
  for (const { id, tenantId } of await deps.files.listStorages()) {
    try {
      const storage = await deps.open(tenantId, id);
      if (storage.kind === 'local') local = storage;
      removed += await cleanTenant(deps, storage, tenantId, beforeMs);
      if (storage.kind !== 'local') await storage.removeUnfinished(beforeMs);
    } catch (error) {
      deps.failed(error);
    }
  }
  if (local !== undefined) {
    removed += await cleanDeletedTenants(deps, local, beforeMs);
    await local.removeUnfinished(beforeMs);
  }
  return removed;
}
