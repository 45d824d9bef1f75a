/** Rules that assign counts to rows: the width of hour rows and the days of each company's time zone. */
import { type Batch, localDayOf, type RollupRow } from '@interlude/reporting';
import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';
import { mergeRows } from './merge-rows.ts';

const minuteMs = 60_000;
const wholeHour = 60;
const defaultZone = 'UTC';

export interface BucketRules {
  /** Width of a tenant's hour rows, minutes. */
  widthOf(tenant: string): number;
  /** Day, since 1970-01-01 in the tenant's time zone, on which a bucket begins. */
  dayOf(tenant: string, bucket: number): number;
  /** Whether the tenant has sums of days for its current time zone, to which a batch has to be added. */
  hasDaySums(tenant: string): boolean;
}

/** Reads the rules for the tenants of a batch, as of its transaction. */
export async function readBucketRules(db: Kysely<Schema>, batch: Batch): Promise<BucketRules> {
  const tenants = [...new Set(batch.rows.map(({ tenant }) => tenant))];
  const rows =
    tenants.length === 0
      ? []
      : await db
          .selectFrom('report_settings')
          .select(['tenant_id', 'time_zone', 'bucket_minutes'])
          .where('tenant_id', 'in', tenants)
          .execute();
  const summed =
    tenants.length === 0
      ? []
      : await db
          .selectFrom('day_sum_zones')
          .select(['tenant_id', 'time_zone'])
          .where('tenant_id', 'in', tenants)
          .execute();
  const summedZones = new Map(summed.map((row) => [row.tenant_id, row.time_zone]));
  const zones = new Map(rows.map((row) => [row.tenant_id, row.time_zone]));
  const widths = new Map(rows.map((row) => [row.tenant_id, row.bucket_minutes]));
  return {
    widthOf: (tenant) => widths.get(tenant) ?? wholeHour,
    dayOf: (tenant, bucket) => localDayOf(bucket * minuteMs, zones.get(tenant) ?? defaultZone),
    hasDaySums: (tenant) => summedZones.get(tenant) === (zones.get(tenant) ?? defaultZone),
  };
}

/** Widens hour rows to the width of their company: 60 minutes, or 15 in a time zone off the whole hour. */
export const widenRows = (
  rows: readonly RollupRow[],
  { widthOf }: Pick<BucketRules, 'widthOf'>,
): RollupRow[] =>
  mergeRows(
    rows.map((row) =>
      row.grain === 'hour'
        ? { ...row, bucket: row.bucket - (row.bucket % widthOf(row.tenant)) }
        : row,
    ),
  );
