/**
 * Files that nobody refers to: what a killed worker or an upload that was given up left behind. Only what is old is
 * looked at, and what refers to it is read after the files were listed, so that nothing is removed that is being made.
 */
import type { ObjectStorage } from '@interlude/object-storage';
import type { StoredFileStore } from '@interlude/persistence';
import { isInUse, type StoredUnit, unitOf } from './stored-units.ts';

interface OrphanParts {
  readonly files: Pick<StoredFileStore, 'inUse' | 'tenantIds' | 'listStorages'>;
  /** The storage of a tenant's system. */
  readonly open: (tenantId: string, systemId: string) => Promise<ObjectStorage>;
  /** A storage that cannot be cleaned (it is away, its secret is wrong) does not keep the others from it. */
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

/** Of one tenant in one storage; gives how many units were removed. */
async function cleanTenant(
  { files }: OrphanParts,
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

/** The folder of this installation holds the files of all tenants, also of those that are gone. */
async function cleanGoneTenants(
  { files }: OrphanParts,
  local: ObjectStorage,
  beforeMs: number,
): Promise<number> {
  const units = await unitsBelow(local, '');
  const known = await files.tenantIds();
  const gone = units.filter((unit) => !known.has(unit.tenantId) && unit.modifiedMs < beforeMs);
  for (const unit of gone) await remove(local, unit);
  return gone.length;
}

/** @param beforeMs files that were written later are left alone, epoch ms */
export async function removeOrphans(parts: OrphanParts, beforeMs: number): Promise<number> {
  let removed = 0;
  let local: ObjectStorage | undefined;
  for (const { id, tenantId } of await parts.files.listStorages()) {
    try {
      const storage = await parts.open(tenantId, id);
      if (storage.kind === 'local') local = storage;
      removed += await cleanTenant(parts, storage, tenantId, beforeMs);
      if (storage.kind !== 'local') await storage.removeUnfinished(beforeMs);
    } catch (error) {
      parts.failed(error);
    }
  }
  if (local !== undefined) {
    removed += await cleanGoneTenants(parts, local, beforeMs);
    await local.removeUnfinished(beforeMs);
  }
  return removed;
}
