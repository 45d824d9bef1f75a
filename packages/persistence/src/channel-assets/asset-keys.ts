/** What identifies a creative in a form: hashes, because both go into keys of storage and into indexes. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { TenantScope } from '../scope.ts';

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);

/**
 * The key of a conditioning profile.
 * @returns 32 hex digits, independent of the order of its members
 * @see ADR 0020
 */
export const profileHashOf = (profile: object): string => hash(JSON.stringify(profile, sortedKeys));

/**
 * The key of a clip id.
 * @returns 32 hex digits
 * @see ADR 0020
 */
export const clipHashOf = (clipId: string): string => hash(clipId);

export interface AssetForm {
  readonly clipId: string;
  readonly profileHash: string;
}

/** Serialises the requests for a creative in a form; until the transaction ends. */
export async function lockAssetForm(
  { db, tenantId }: Pick<TenantScope, 'db' | 'tenantId'>,
  { clipId, profileHash }: AssetForm,
): Promise<void> {
  const name = JSON.stringify(['asset', tenantId, clipId, profileHash]);
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}
