/** Bytes of media served by hour, for the bandwidth report. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';

/** ads: creatives and slates; sources: what was uploaded. */
export type MediaEgressKind = 'ads' | 'sources';

export interface ServedBytes {
  readonly tenantId: string;
  readonly kind: MediaEgressKind;
  /** Any moment of the hour, epoch ms. */
  readonly atMs: number;
  readonly bytes: number;
}

export interface MediaEgressStore {
  /** Adds bytes, all or none; tenants that do not exist are left out. */
  add(served: readonly ServedBytes[]): Promise<void>;
  /**
   * Bytes from `fromMs` (included) to `toMs`, epoch ms. An hour that is only in part within them counts in proportion.
   */
  sum(
    tenantId: string,
    of: { readonly kind: MediaEgressKind; readonly fromMs: number; readonly toMs: number },
  ): Promise<number>;
}

const hourMs = 3_600_000;

async function addBytes(db: Kysely<Schema>, served: readonly ServedBytes[]): Promise<void> {
  const totals = new Map<string, ServedBytes>();
  for (const entry of served) {
    const atMs = entry.atMs - (entry.atMs % hourMs);
    const key = JSON.stringify([entry.tenantId, entry.kind, atMs]);
    totals.set(key, { ...entry, atMs, bytes: entry.bytes + (totals.get(key)?.bytes ?? 0) });
  }
  // One order for all writers, so that two of them never deadlock.
  for (const [, { tenantId, kind, atMs, bytes }] of [...totals].sort(([a], [b]) =>
    a < b ? -1 : 1,
  )) {
    await sql`
      insert into media_egress (tenant_id, hour, kind, bytes)
      select id, ${new Date(atMs)}, ${kind}, ${bytes} from tenants where id = ${tenantId}
      on conflict (tenant_id, hour, kind) do update set bytes = media_egress.bytes + excluded.bytes`.execute(
      db,
    );
  }
}

/** Fraction of an hour's bytes between two times; the current hour ends now. */
function partOf(
  hour: { startMs: number; bytes: number },
  fromMs: number,
  toMs: number,
  nowMs: number,
) {
  const endMs = Math.max(Math.min(hour.startMs + hourMs, nowMs), hour.startMs + 1);
  const coveredMs = Math.min(toMs, endMs) - Math.max(fromMs, hour.startMs);
  return hour.bytes * Math.max(0, coveredMs / (endMs - hour.startMs));
}

/**
 * Served bytes by tenant, kind and hour.
 * @returns a store that adds and sums bytes; times in epoch ms
 * @see API-041; ADR 0021
 */
export function createMediaEgressStore(database: Database): MediaEgressStore {
  const { clock } = database;
  return {
    add: (served) => database.transaction(({ db }) => addBytes(db, served)),
    sum: (tenantId, { kind, fromMs, toMs }) =>
      database.forTenant(tenantId, async ({ db }) => {
        if (toMs <= fromMs) return 0;
        const rows = await db
          .selectFrom('media_egress')
          .select(['hour', 'bytes'])
          .where('kind', '=', kind)
          .where('hour', '>', new Date(fromMs - hourMs))
          .where('hour', '<', new Date(toMs))
          .execute();
        const parts = rows.map(({ hour, bytes }) =>
          partOf({ startMs: hour.getTime(), bytes }, fromMs, toMs, clock.now()),
        );
        return Math.round(parts.reduce((sum, bytes) => sum + bytes, 0));
      }),
  };
}
