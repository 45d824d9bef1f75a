/** The company key of the API settings: its hash is a field of the company, and it is stored like any other API key. */
import type { Kysely } from 'kysely';
import { notifyChange } from '../changes/change-feed.ts';
import type { Schema } from '../schema.ts';
import { apiKeysKind, refuseTaken } from './api-key-row.ts';

const id = 'company';

/** Saves the key in the transaction that saves the company. @throws {DomainError} API_KEY_TAKEN */
export async function setCompanyKey(
  db: Kysely<Schema>,
  tenantId: string,
  { keyHash, by, now }: { readonly keyHash: string; readonly by: string; readonly now: Date },
): Promise<void> {
  const stored = db.selectFrom('api_keys').select('key_hash').where('tenant_id', '=', tenantId);
  const known = await stored.where('id', '=', id).executeTakeFirst();
  if ((known?.key_hash ?? '') === keyHash) return;
  const own = db.deleteFrom('api_keys').where('tenant_id', '=', tenantId).where('id', '=', id);
  await own.execute();
  if (keyHash !== '') {
    const row = {
      ...{ tenant_id: tenantId, id, name: 'Company key', key_hash: keyHash, role: 'Editor' },
      ...{ scopes: ['read', 'write', 'sessions'], requests_per_minute: 600 },
      ...{ created_by: by, created_at: now },
    };
    await refuseTaken(() => db.insertInto('api_keys').values(row).execute());
  }
  await notifyChange(db, { tenant: tenantId, kind: apiKeysKind, id, action: 'updated' });
}
