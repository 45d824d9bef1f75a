/** Storage quota of a tenant's tier; uploads in progress count with their whole size. */
import { storageLimitBytes, tenantTiers } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { sumFileBytes } from '../medias/media-files.ts';
import type { TenantScope } from '../scope.ts';

async function limitOf({ db, tenantId }: TenantScope): Promise<number> {
  const row = await db
    .selectFrom('tenants')
    .select('tier')
    .where('id', '=', tenantId)
    .executeTakeFirst();
  return storageLimitBytes[tenantTiers.find((tier) => tier === row?.tier) ?? 'trial'];
}

/**
 * Checks that the quota has space for `bytes`. Exact when `lockMediaFiles` precedes it and the file is recorded in the
 * same transaction.
 * @param uploadId upload whose reservation `bytes` replaces
 * @throws {DomainError} STORAGE_QUOTA_REACHED
 */
export async function requireSpace(
  scope: TenantScope,
  bytes: number,
  uploadId: string,
): Promise<void> {
  const limitBytes = await limitOf(scope);
  if (limitBytes === Number.POSITIVE_INFINITY) return;
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(size_bytes), 0)::bigint as bytes from uploads
    where state in ('receiving', 'joining') and id <> ${uploadId}`.execute(scope.db);
  const usedBytes = (await sumFileBytes(scope.db)) + (rows[0]?.bytes ?? 0);
  if (usedBytes + bytes <= limitBytes) return;
  throw domainError('STORAGE_QUOTA_REACHED', { limitBytes, usedBytes });
}

/**
 * Checks that a tenant may store `bytes` more.
 * @throws {DomainError} STORAGE_QUOTA_REACHED
 * @see rule SEC-S7
 */
export function checkStorageQuota(
  database: Pick<Database, 'forTenant'>,
  tenantId: string,
  bytes: number,
): Promise<void> {
  return database.forTenant(tenantId, (scope) => requireSpace(scope, bytes, ''));
}
