/** Keys of a creative and of a conditioning profile: hashes, because both are parts of storage keys and of indexes. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { TenantScope } from '../scope.ts';

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);

/**
 * Hash of a conditioning profile.
 * @returns 32 hex digits, independent of the order of its members
 * @see ADR 0020
 */
export const profileHashOf = (profile: object): string => hash(JSON.stringify(profile, sortedKeys));

/**
 * Hash of a clip id.
 * @returns 32 hex digits
 * @see ADR 0020
 */
export const clipHashOf = (clipId: string): string => hash(clipId);

export interface AssetForm {
  readonly clipId: string;
  readonly profileHash: string;
}

/** Locks a creative in a conditioning profile until the transaction ends, so that its requests follow one another. */
export async function lockAssetForm(
  { db, tenantId }: Pick<TenantScope, 'db' | 'tenantId'>,
  { clipId, profileHash }: AssetForm,
): Promise<void> {
  const name = JSON.stringify(['asset', tenantId, clipId, profileHash]);
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}
