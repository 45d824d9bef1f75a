/** Rows of `monitoring_splices`: written in the flush of a channel, kept for a day and within the limits of bytes. */
import { type MonitoringSplice, monitoringSplice, spliceHours } from '@interlude/contract';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { MonitoringSplicesTable } from '../schema/monitoring-tables.ts';
import type { Schema } from '../schema.ts';

/** A splice with its pictures, JPEG. */
export interface KeptSplice extends MonitoringSplice {
  readonly pictures: {
    readonly before: Buffer | undefined;
    readonly after: Buffer | undefined;
  };
}

interface SplicesOf {
  readonly tenantId: string;
  readonly channelId: string;
  readonly splices?: readonly KeptSplice[] | undefined;
}

type SpliceRow = Selectable<
  Pick<MonitoringSplicesTable, 'id' | 'at' | 'looked_at' | 'break_id' | 'body'>
>;

/** A row without its pictures as the API answers it. */
export function toSplice(row: SpliceRow): MonitoringSplice {
  return monitoringSplice.parse({
    ...(row.body as object),
    ...{ id: row.id, at: row.at.getTime(), loadTime: row.looked_at.getTime() },
    breakId: row.break_id,
  });
}

function spliceRow({ tenantId, channelId }: SplicesOf, splice: KeptSplice) {
  const { id, at, loadTime, breakId, pictures, ...body } = splice;
  return {
    ...{ tenant_id: tenantId, channel_id: channelId, id, break_id: breakId },
    ...{ at: new Date(at), looked_at: new Date(loadTime), is_read: splice.skipped === null },
    body: JSON.stringify(body),
    before_picture: pictures.before ?? null,
    after_picture: pictures.after ?? null,
  };
}

/** Inserts splices; a splice that another monitor has stored is not changed. */
export async function writeSplices(
  db: Kysely<Schema>,
  flushes: readonly SplicesOf[],
): Promise<void> {
  const rows = flushes.flatMap((flush) =>
    (flush.splices ?? []).map((splice) => spliceRow(flush, splice)),
  );
  if (rows.length === 0) return;
  await db
    .insertInto('monitoring_splices')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'channel_id', 'id']).doNothing())
    .execute();
}

/** Removes splices older than a day, and the oldest beyond the limits of bytes. */
export async function purgeSplices(
  db: Kysely<Schema>,
  nowMs: number,
  kept: { readonly channel: number; readonly tenant: number },
): Promise<void> {
  await db
    .deleteFrom('monitoring_splices')
    .where('looked_at', '<', new Date(nowMs - spliceHours * 3_600_000))
    .execute();
  await sql`
    delete from monitoring_splices where ctid in (
      select place from (
        select ctid as place,
          sum(bytes) over (partition by tenant_id, channel_id order by looked_at desc, id) as of_channel,
          sum(bytes) over (partition by tenant_id order by looked_at desc, id) as of_tenant
        from (select ctid, tenant_id, channel_id, id, looked_at, 1000
          + coalesce(octet_length(before_picture), 0) + coalesce(octet_length(after_picture), 0) as bytes
          from monitoring_splices) as sizes) as sums
      where of_channel > ${kept.channel} or of_tenant > ${kept.tenant})`.execute(db);
}
