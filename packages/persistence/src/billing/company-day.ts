/** Day of a company in its time zone, as the table `usage` counts it. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** Days since 1970-01-01, with the part of today that has passed. */
export function companyDay(tenantId: RawBuilder<unknown>, at: Date): RawBuilder<number> {
  return sql<number>`(extract(epoch from (${at}::timestamptz at time zone coalesce(
    (select time_zone from report_settings where tenant_id = ${tenantId}), 'UTC'))) / 86400)::float8`;
}

export async function readCompanyDay(
  db: Kysely<Schema>,
  tenantId: string,
  at: Date,
): Promise<number> {
  const { rows } = await sql<{
    day: number;
  }>`select ${companyDay(sql`${tenantId}`, at)} as day`.execute(db);
  return rows[0]?.day ?? 0;
}
