/**
 * Erasures of companies that came after the backup: they are carried over from the database that is replaced, and a
 * worker erases the restored companies again.
 * @see ADR 0050, SEC-S124
 */
import type pg from 'pg';

interface ErasureRow {
  readonly company_id: string;
  readonly asked_at: Date;
  readonly done_at: Date | null;
  readonly counts: unknown;
  readonly usage: unknown;
}

/** Reads the erasures from the database before it is replaced. */
export async function readErasures(client: pg.ClientBase): Promise<readonly ErasureRow[]> {
  const found = await client.query<{ there: boolean }>(
    `select to_regclass('public.company_erasures') is not null as there`,
  );
  if (found.rows[0]?.there !== true) return [];
  const { rows } = await client.query<ErasureRow>('select * from public.company_erasures');
  return rows;
}

export async function carryErasures(
  client: pg.ClientBase,
  erasures: readonly ErasureRow[],
): Promise<void> {
  for (const { company_id, asked_at, done_at, counts, usage } of erasures) {
    await client.query(
      `insert into public.company_erasures (company_id, asked_at, done_at, counts, usage)
       values ($1, $2, $3, $4, $5) on conflict (company_id) do nothing`,
      [company_id, asked_at, done_at, JSON.stringify(counts), JSON.stringify(usage)],
    );
  }
}

/** Reopens the erasures of companies that the restore brought back. @returns ids of these companies */
export async function dueErasures(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `update public.company_erasures e set done_at = null from public.tenants t
     where t.id = e.company_id returning t.id`,
  );
  return rows.map(({ id }) => id).sort();
}
