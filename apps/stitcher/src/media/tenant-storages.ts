/**
 * Cache of the tenants' storages, so that a request for a file costs no query. Known ones stay in use while the
 * database is away. Tenants that do not exist are remembered, too, since anybody can make up addresses.
 */
import { domainError } from '@interlude/contract/errors';
import {
  createObjectStorage,
  type ObjectStorage,
  type TenantStorageParts,
} from '@interlude/object-storage';
import type { Clock } from '@interlude/runtime';
import { mediaLimits } from './media-limits.ts';

export interface StorageRow {
  readonly type: string;
  /** Settings of the storage, with their secrets unsealed. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** A different value = different settings. */
  readonly updatedAt: string;
}

export interface TenantStoragesOptions extends TenantStorageParts {
  /** The tenant's local folder when the id is empty or unknown; undefined when there is no such tenant. */
  readonly find: (tenantId: string, systemId: string) => Promise<StorageRow | undefined>;
  readonly clock: Clock;
}

interface Entry {
  readonly updatedAt: string;
  readonly storage: ObjectStorage | undefined;
  readonly untilMs: number;
}

export interface TenantStorages {
  /**
   * Undefined when there is no such tenant.
   * @throws {DomainError} STORAGE_FAILED when the database does not answer, or the configured storage cannot be used
   */
  of(tenantId: string, systemId: string): Promise<ObjectStorage | undefined>;
}

export function createTenantStorages(options: TenantStoragesOptions): TenantStorages {
  const { find, clock } = options;
  const known = new Map<string, Entry>();
  const lookups = new Map<string, Promise<Entry>>();

  async function lookUp(key: string, tenantId: string, systemId: string): Promise<Entry> {
    const before = known.get(key);
    const row = await find(tenantId, systemId).catch((error: unknown) => {
      if (before !== undefined) return { ...before, type: '', settings: {} };
      throw domainError('STORAGE_FAILED', { storage: 'local', reason: 'it is not known' }, error);
    });
    const updatedAt = row?.updatedAt ?? '';
    const isSame = before?.storage !== undefined && before.updatedAt === updatedAt;
    const storage =
      isSame || row === undefined
        ? before?.storage
        : createObjectStorage(row, { ...options, egress: options.egress.forTenant(tenantId) });
    const untilMs = clock.now() + mediaLimits.keepStorageMs;
    return { updatedAt, storage: row === undefined ? undefined : storage, untilMs };
  }

  function keep(key: string, entry: Entry): void {
    known.delete(key);
    known.set(key, entry);
    for (const oldest of known.keys()) {
      if (known.size <= mediaLimits.storages) return;
      known.delete(oldest);
    }
  }

  function lookUpOnce(key: string, tenantId: string, systemId: string): Promise<Entry> {
    const underWay = lookups.get(key);
    if (underWay !== undefined) return underWay;
    if (lookups.size >= mediaLimits.lookupsAtOnce) {
      return Promise.reject(
        domainError('STORAGE_FAILED', { storage: 'local', reason: 'too many are being looked up' }),
      );
    }
    const answer = lookUp(key, tenantId, systemId).finally(() => lookups.delete(key));
    lookups.set(key, answer);
    void answer.then((entry) => keep(key, entry)).catch(() => undefined);
    return answer;
  }

  return {
    async of(tenantId, systemId) {
      const key = `${tenantId}/${systemId}`;
      const entry = known.get(key);
      if (entry !== undefined && entry.untilMs > clock.now()) return entry.storage;
      return (await lookUpOnce(key, tenantId, systemId)).storage;
    },
  };
}
