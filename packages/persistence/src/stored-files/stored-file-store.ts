/** Files in use by each tenant, so that orphaned files can be removed. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { type StoredSystem, toStoredSystem } from '../systems/system-row.ts';

export interface FilesInUse {
  /** Keys of files, and keys of folders, which end in `/`. */
  readonly keys: ReadonlySet<string>;
  /** Jobs that have not ended: they may be writing files. */
  readonly jobIds: ReadonlySet<string>;
  /** Uploads that have not ended. */
  readonly uploadIds: ReadonlySet<string>;
}

interface StaleUpload {
  readonly tenantId: string;
  readonly uploadId: string;
  readonly systemId: string;
}

export interface StoredFileStore {
  /** Systems of the category `storage`, of all tenants; those of unknown types are left out. */
  listStorages(): Promise<StoredSystem[]>;
  tenantIds(): Promise<ReadonlySet<string>>;
  inUse(tenantId: string): Promise<FilesInUse>;
  /**
   * Removes uploads without activity since `unfinishedBeforeMs`, and those that ended before `endedBeforeMs`; epoch ms.
   * @returns the unfinished ones, whose chunks are still stored
   */
  takeStaleUploads(unfinishedBeforeMs: number, endedBeforeMs: number): Promise<StaleUpload[]>;
}

const underWay = ['receiving', 'joining'];

/**
 * Files in use, and unfinished uploads.
 * @returns a store over all tenants, for the purge of storages
 * @see ADR 0021
 */
export function createStoredFileStore({ system, secretKey }: Database): StoredFileStore {
  return {
    async listStorages() {
      const rows = await system
        .selectFrom('systems')
        .selectAll()
        .where('category', '=', 'storage')
        .where('type', 'in', ['local', 's3', 'azure'])
        .execute();
      return rows.map((row) => toStoredSystem(row, secretKey));
    },
    async tenantIds() {
      const rows = await system.selectFrom('tenants').select('id').execute();
      return new Set(rows.map(({ id }) => id));
    },
    async inUse(tenantId) {
      const { rows } = await sql<{ kind: string; name: string }>`
        select 'key' as kind, storage_key as name from medias
          where tenant_id = ${tenantId} and storage_key <> ''
        union select 'key', storage_key from channel_assets where tenant_id = ${tenantId}
        union select 'job', id from jobs
          where tenant_id = ${tenantId} and status not in ('done', 'failed')
        union select 'upload', id from uploads
          where tenant_id = ${tenantId} and state in ('receiving', 'joining')`.execute(system);
      const named = (kind: string) =>
        new Set(rows.filter((row) => row.kind === kind).map(({ name }) => name));
      return { keys: named('key'), jobIds: named('job'), uploadIds: named('upload') };
    },
    async takeStaleUploads(unfinishedBeforeMs, endedBeforeMs) {
      const gone = await system
        .deleteFrom('uploads')
        .where('updated_at', '<', new Date(unfinishedBeforeMs))
        .where('state', 'in', underWay)
        .returning(['tenant_id', 'id', 'storage_system_id'])
        .execute();
      await system
        .deleteFrom('uploads')
        .where('updated_at', '<', new Date(endedBeforeMs))
        .where('state', 'not in', underWay)
        .execute();
      return gone.map((row) => ({
        tenantId: row.tenant_id,
        uploadId: row.id,
        systemId: row.storage_system_id,
      }));
    },
  };
}
