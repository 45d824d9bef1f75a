/** Counted events: writing batches, the figures above the channel list, and keeping the tables small. */
import { type Batch, BatchRefused } from '@interlude/reporting';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import { applyBatch } from './apply-batch.ts';
import { asRefusal } from './refusals.ts';

const minuteMs = 60_000;
const hourMinutes = 60;
/** How far "watching now" looks back when the newest minutes have not been counted yet. */
const watchingLagMinutes = 3;

export interface RollupSummary {
  /** Mean viewers of the last complete minute that was counted. */
  readonly watchingNow: number;
  readonly sessionsToday: number;
  /** Ad impressions. */
  readonly adsToday: number;
  readonly completedToday: number;
  /** Newest event that was counted, ISO 8601; null when there is none. */
  readonly asOf: string | null;
}

export interface RollupStore {
  /**
   * Adds the batch; resolves after the commit. False when it had been added before.
   * @throws {BatchRefused} it can never be added; any other error passes
   */
  apply(batch: Batch): Promise<boolean>;
  /** Whether the database would take the batch; nothing is added. */
  fits(batch: Batch): Promise<boolean>;
  /** @param times `dayStartMs` 00:00 in the reader's zone, `nowMs`; epoch ms */
  summary(
    tenantId: string,
    times: { readonly dayStartMs: number; readonly nowMs: number },
  ): Promise<RollupSummary>;
  /** Ad events of a tenant by UTC day (days since 1970-01-01), `to` exclusive: what is charged. */
  usage(tenantId: string, from: number, to: number): Promise<{ day: number; adEvents: number }[]>;
  /** Removes minute rows and ledger entries from before these times; epoch ms. */
  purge(before: { readonly minutesMs: number; readonly ledgerMs: number }): Promise<{
    readonly minuteRows: number;
    readonly ledgerRows: number;
  }>;
}

async function watchingNow(db: Kysely<Schema>, nowMs: number): Promise<number> {
  const lastMinute = Math.floor(nowMs / minuteMs) - 1;
  const row = await db
    .selectFrom('rollups_minute')
    .select((of) => of.fn.sum<string>('view_ms').as('view_ms'))
    .where('dim', '=', 0)
    .where('bucket', '<=', lastMinute)
    .where('bucket', '>', lastMinute - watchingLagMinutes)
    .groupBy('bucket')
    .orderBy('bucket', 'desc')
    .executeTakeFirst();
  return Math.round(Number(row?.view_ms ?? 0) / minuteMs);
}

interface Today {
  readonly sessions: number;
  readonly ads: number;
  readonly completed: number;
}

/** Whole hours from the hour rows; what a day that starts off the hour has before them, from the minutes. */
async function countToday(db: Kysely<Schema>, dayStartMs: number): Promise<Today> {
  const firstMinute = Math.floor(dayStartMs / minuteMs);
  const firstHour = Math.ceil(firstMinute / hourMinutes) * hourMinutes;
  const { rows } = await sql<Today>`
    select coalesce(sum(session_starts), 0)::bigint as sessions,
           coalesce(sum(impressions), 0)::bigint as ads,
           coalesce(sum(completes), 0)::bigint as completed
    from (
      select session_starts, impressions, completes from rollups_hour
      where dim = 0 and bucket >= ${firstHour}
      union all
      select session_starts, impressions, completes from rollups_minute
      where dim = 0 and bucket >= ${firstMinute} and bucket < ${firstHour}
    ) counted`.execute(db);
  return rows[0] ?? { sessions: 0, ads: 0, completed: 0 };
}

/** The highest number of each writer stays known, so that an old batch is refused and not counted again. */
async function purgeLedger(db: Kysely<Schema>, before: Date): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    with gone as (delete from batches where at < ${before} returning writer, seq),
    marked as (
      insert into batch_writers as w (writer, purged_through)
      select writer, max(seq) from gone group by writer
      on conflict (writer) do update
        set purged_through = greatest(w.purged_through, excluded.purged_through)
    )
    select count(*) as removed from gone`.execute(db);
  return rows[0]?.removed ?? 0;
}

/** Ends a trial: what was added is taken back. */
class TrialEnded extends Error {}

/** In a transaction of its own. @throws {BatchRefused} */
async function added(database: Database, batch: Batch, isTrial: boolean): Promise<boolean> {
  const now = new Date(database.clock.now());
  try {
    return await database.transaction(async ({ db }) => {
      const isNew = await applyBatch(db, batch, now);
      if (isTrial) throw new TrialEnded();
      return isNew;
    });
  } catch (error) {
    throw asRefusal(error);
  }
}

/**
 * Counted events: batches in, figures of today out.
 * @returns a store that adds a batch exactly once
 * @see ADR 0015
 */
export function createRollupStore(database: Database): RollupStore {
  const { system } = database;
  return {
    apply: (batch) => added(database, batch, false),
    fits: (batch) =>
      added(database, batch, true).catch((error: unknown) => {
        if (error instanceof TrialEnded) return true;
        if (error instanceof BatchRefused) return false;
        throw error;
      }),
    summary: (tenantId, { dayStartMs, nowMs }) =>
      database.forTenant(tenantId, async ({ db }) => {
        const watching = await watchingNow(db, nowMs);
        const today = await countToday(db, dayStartMs);
        const newest = await db.selectFrom('newest_events').select('at').executeTakeFirst();
        return {
          watchingNow: watching,
          sessionsToday: today.sessions,
          adsToday: today.ads,
          completedToday: today.completed,
          asOf: newest?.at.toISOString() ?? null,
        };
      }),
    usage: (tenantId, from, to) =>
      database.forTenant(tenantId, async ({ db }) => {
        const rows = await db
          .selectFrom('usage')
          .select(['day', 'ad_events'])
          .where('day', '>=', from)
          .where('day', '<', to)
          .orderBy('day')
          .execute();
        return rows.map((row) => ({ day: row.day, adEvents: row.ad_events }));
      }),
    async purge({ minutesMs, ledgerMs }) {
      const minutes = await system
        .deleteFrom('rollups_minute')
        .where('bucket', '<', Math.floor(minutesMs / minuteMs))
        .executeTakeFirst();
      const ledgerRows = await purgeLedger(system, new Date(ledgerMs));
      return { minuteRows: Number(minutes.numDeletedRows), ledgerRows };
    },
  };
}
