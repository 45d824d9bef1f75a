/**
 * Files behind medias. Several medias may share one file (a duplicate does), so that a file is free only when the last
 * of them is removed. Changes of references to files lock the tenant: otherwise two concurrent deletions would each see
 * the other's media, and the file would stay forever.
 */
import { type Kysely, sql } from 'kysely';
import { notifyChange } from '../changes/change-feed.ts';
import type { Schema } from '../schema.ts';
import type { TenantScope } from '../scope.ts';
import type { MediaRow, StoredFile } from './media-row.ts';

/**
 * Locks the files of a tenant's medias against concurrent changes, until the transaction ends.
 * @see ADR 0021
 */
export async function lockMediaFiles({
  db,
  tenantId,
}: Pick<TenantScope, 'db' | 'tenantId'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`medias:${tenantId}`}, 0))`.execute(db);
}

async function isReferred(db: Kysely<Schema>, file: StoredFile): Promise<boolean> {
  const row = await db
    .selectFrom('medias')
    .select('id')
    .where('storage_system_id', '=', file.systemId)
    .where('storage_key', '=', file.key)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Removes creatives whose files are removed, so that they are not found any more. A folder belongs to one job, so that
 * its key is unique across storages.
 */
async function forgetAssets({ db, tenantId }: TenantScope, key: string): Promise<void> {
  const gone = await db
    .deleteFrom('channel_assets')
    .where('storage_key', '=', key)
    .returning('id')
    .execute();
  for (const { id } of gone) {
    await notifyChange(db, { tenant: tenantId, kind: 'channel-assets', id, action: 'removed' });
  }
}

/** Files of the removed rows to which no media refers any more. */
export async function freeFiles(
  scope: TenantScope,
  removed: readonly MediaRow[],
): Promise<StoredFile[]> {
  const files = new Map<string, StoredFile>();
  for (const { storage_system_id: systemId, storage_key: key } of removed) {
    if (key !== '') files.set(`${systemId}/${key}`, { systemId, key });
  }
  const free: StoredFile[] = [];
  for (const file of files.values()) {
    if (await isReferred(scope.db, file)) continue;
    await forgetAssets(scope, file.key);
    free.push(file);
  }
  return free;
}

/**
 * The size of the tenant's stored files.
 * @returns bytes; a file shared by several medias counts once
 * @see ADR 0021; rule SEC-S7
 */
export async function sumFileBytes(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::bigint as bytes from (
      select max(size_bytes) as bytes from medias where storage_key <> ''
      group by storage_system_id, storage_key) files`.execute(db);
  return rows[0]?.bytes ?? 0;
}
