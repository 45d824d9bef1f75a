/** Drops counts of companies that are erased or being erased: their events may still wait in a spool. */
import type { Batch } from '@interlude/reporting';
import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

/**
 * Leaves erased companies out of a batch. The erasures are read in the batch's own transaction, so that no row is added
 * after the erasure has removed the others.
 * @see rule SEC-S124
 */
export async function withoutErased(db: Kysely<Schema>, batch: Batch): Promise<Batch> {
  const companies = new Set<string>();
  for (const rows of [batch.rows, batch.sketches, batch.usage, batch.breaks]) {
    for (const { tenant } of rows) companies.add(tenant);
  }
  if (companies.size === 0) return batch;
  const erased = await db
    .selectFrom('company_erasures')
    .select('company_id')
    .where('company_id', 'in', [...companies])
    .execute();
  if (erased.length === 0) return batch;
  const gone = new Set(erased.map(({ company_id }) => company_id));
  const stays = ({ tenant }: { readonly tenant: string }) => !gone.has(tenant);
  return {
    ...batch,
    rows: batch.rows.filter(stays),
    sketches: batch.sketches.filter(stays),
    usage: batch.usage.filter(stays),
    breaks: batch.breaks.filter(stays),
  };
}
