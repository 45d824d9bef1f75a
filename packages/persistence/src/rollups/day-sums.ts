/**
 * Sums of whole days of a company's time zone (ADR 0057). Each batch adds to them, so that they equal the hours at any
 * moment; a worker computes them for a company that has none, or whose time zone has changed.
 */
import {
  compareRows,
  counterNames,
  keyTextOf,
  localDayOf,
  type RollupRow,
  startOfLocalDay,
} from '@interlude/reporting';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import { counterColumn } from './add-rows.ts';
import type { BucketRules } from './bucket-rules.ts';
import { mergeRows } from './merge-rows.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Statement timeout for the sums of one company. */
const summingMs = 1_800_000;
/** Recent days, to which batches usually add: events come up to 7 days late. */
const openDays = 9;
const allCampaigns = keyTextOf('');
const columns = counterNames.map(counterColumn);

/**
 * Lock shared by transactions that add batches, and exclusive for one that computes sums, so that no batch is in the
 * hours but not in the days.
 */
const batchesKey = sql`hashtextextended('day sums: batches', 0)`;
/** Lock of a company: one process at a time computes its sums. */
const companyKey = (tenantId: string) => sql`hashtextextended(${`day sums: ${tenantId}`}, 0)`;

/**
 * Takes the locks for a batch; call it before reading which companies have sums.
 * @param nowMs determines which days are recent
 */
export async function holdDaySums(
  db: Kysely<Schema>,
  rows: readonly RollupRow[],
  nowMs: number,
): Promise<void> {
  // Rows of a stitcher that was away for long: sums of earlier days are computed while other batches are added.
  const closed = Math.floor((nowMs - (openDays - 1) * dayMs) / minuteMs);
  const old = new Set(rows.filter(({ bucket }) => bucket < closed).map(({ tenant }) => tenant));
  for (const tenant of [...old].sort()) {
    await sql`select pg_advisory_xact_lock_shared(${companyKey(tenant)})`.execute(db);
  }
  await sql`select pg_advisory_xact_lock_shared(${batchesKey})`.execute(db);
}

/** Turns rows of hours into rows of days: their `bucket` is the day. @param rows in the width of their company */
export function dayRowsOf(
  rows: readonly RollupRow[],
  { dayOf, hasDaySums }: Pick<BucketRules, 'dayOf' | 'hasDaySums'>,
): RollupRow[] {
  const ofDays = rows
    .filter(({ tenant, grain }) => grain === 'hour' && hasDaySums(tenant))
    .map((row) => ({
      ...row,
      bucket: dayOf(row.tenant, row.bucket),
      campaign: row.dimension === 'total' ? row.campaign : allCampaigns,
    }));
  return mergeRows(ofDays).sort(compareRows);
}

/** Discards the sums of a company that was counted again: they are not read until a worker has computed them. */
export async function forgetDaySums(db: Kysely<Schema>, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${companyKey(tenantId)})`.execute(db);
  await db.deleteFrom('day_sum_zones').where('tenant_id', '=', tenantId).execute();
}

/** Adds the sums of some days. @param edges starts of the days, minutes since 1970 */
async function sumDays(
  db: Kysely<Schema>,
  tenantId: string,
  { firstDay, edges }: { readonly firstDay: number; readonly edges: readonly number[] },
): Promise<void> {
  const [from, until] = [edges[0] ?? 0, edges.at(-1) ?? 0];
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const sums = sql.join(columns.map((column) => sql`sum(${sql.ref(column)})`));
  const key = sql`tenant_id, dim, channel, bucket, campaign, val`;
  const part = (table: 'rollups_hour' | 'rollups_day') =>
    sql`select ${key}, ${names} from ${sql.table(table)}
      where tenant_id = ${tenantId} and bucket >= ${from} and bucket < ${until}`;
  await sql`
    insert into day_sums (tenant_id, dim, channel, day, campaign, val, ${names})
    select tenant_id, dim, channel, ${firstDay} + width_bucket(bucket, ${edges}::integer[]) - 1 as day,
      case when dim = 0 then campaign else 0 end as of_campaign, val, ${sums}
    from (${part('rollups_hour')} union all ${part('rollups_day')}) counted
    group by tenant_id, dim, channel, day, of_campaign, val`.execute(db);
}

async function oldestBucket(db: Kysely<Schema>, tenantId: string): Promise<number | undefined> {
  const { rows } = await sql<{ bucket: number | null }>`
    select least(
      (select min(bucket) from rollups_hour where tenant_id = ${tenantId}),
      (select min(bucket) from rollups_day where tenant_id = ${tenantId})) as bucket`.execute(db);
  return rows[0]?.bucket ?? undefined;
}

/** Ends the sums of an earlier time zone: batches do not add to them from now on. */
async function endSums(database: Database, tenantId: string): Promise<void> {
  await database.transaction(async ({ db }) => {
    await sql`select pg_advisory_xact_lock(${batchesKey})`.execute(db);
    await db.deleteFrom('day_sum_zones').where('tenant_id', '=', tenantId).execute();
  });
}

async function sumCompany(database: Database, tenantId: string): Promise<void> {
  await database.transaction(async ({ db }) => {
    await sql`set local statement_timeout = ${sql.lit(summingMs)}`.execute(db);
    const { rows } = await sql<{ isOwn: boolean }>`
      select pg_try_advisory_xact_lock(${companyKey(tenantId)}) as "isOwn"`.execute(db);
    // Another process computes them.
    if (rows[0]?.isOwn !== true) return;
    const made = await db
      .selectFrom('day_sum_zones')
      .select('time_zone')
      .where('tenant_id', '=', tenantId)
      .executeTakeFirst();
    if (made) return;
    const settings = await db
      .selectFrom('report_settings')
      .select('time_zone')
      .where('tenant_id', '=', tenantId)
      .executeTakeFirst();
    const zone = settings?.time_zone ?? 'UTC';
    await db.deleteFrom('day_sums').where('tenant_id', '=', tenantId).execute();
    const edgesOf = (firstDay: number, lastDay: number) => ({
      firstDay,
      edges: Array.from({ length: lastDay - firstDay + 2 }, (_none, index) =>
        Math.floor(startOfLocalDay(firstDay + index, zone) / minuteMs),
      ),
    });
    const today = localDayOf(database.clock.now(), zone);
    const oldest = await oldestBucket(db, tenantId);
    const firstDay = oldest === undefined ? today : localDayOf(oldest * minuteMs, zone);
    const firstOpen = today - openDays;
    // Sums most of the rows while batches are added.
    if (firstDay < firstOpen) await sumDays(db, tenantId, edgesOf(firstDay, firstOpen - 1));
    await sql`select pg_advisory_xact_lock(${batchesKey})`.execute(db);
    await sumDays(db, tenantId, edgesOf(firstOpen, today + 1));
    await db.insertInto('day_sum_zones').values({ tenant_id: tenantId, time_zone: zone }).execute();
  });
}

/**
 * Computes the sums of companies that have none, or whose time zone has changed.
 * @returns the number of companies
 * @throws {AggregateError} the errors of some companies, after all others are done
 */
export async function sumMissingDays(database: Database): Promise<number> {
  const { rows } = await sql<{ id: string; isOld: boolean }>`
    select t.id, z.tenant_id is not null as "isOld" from tenants t
      left join report_settings s on s.tenant_id = t.id
      left join day_sum_zones z on z.tenant_id = t.id
    where z.time_zone is distinct from coalesce(s.time_zone, 'UTC')
    order by t.id`.execute(database.system);
  const failures: unknown[] = [];
  for (const { id, isOld } of rows) {
    try {
      if (isOld) await endSums(database, id);
      await sumCompany(database, id);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, `days could not be summed; companies: ${failures.length}`);
  }
  return rows.length;
}

/** Removes sums of days before a time. @param beforeMs epoch ms */
export async function purgeDaySums(db: Kysely<Schema>, beforeMs: number): Promise<number> {
  const day = Math.floor(beforeMs / dayMs);
  const { numDeletedRows } = await db
    .deleteFrom('day_sums')
    .where('day', '<', day)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
