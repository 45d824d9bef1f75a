/** Counted events: writing batches, the figures above the channel list, and keeping the tables small. */
import { type Batch, BatchRefused } from '@interlude/reporting';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import { type AppliedBatch, applyBatch } from './apply-batch.ts';
import { purgeDaySums, sumMissingDays } from './day-sums.ts';
import { moveHours, moveMinutes, purgeDays } from './move-rollups.ts';
import { asRefusal } from './refusals.ts';
import { type FoldedTerms, newTermsPerDay, purgeTerms } from './terms.ts';
import { uniteSketches } from './unite-sketches.ts';

const minuteMs = 60_000;
const hourMinutes = 60;
const dayMs = 86_400_000;
/** Days of a company's zone and of UTC differ by one; a batch that is under way has read its texts a while ago. */
const termMarginDays = 3;
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

export interface PurgeTimes {
  readonly minutesMs: number;
  readonly hoursMs: number;
  readonly daysMs: number;
  readonly ledgerMs: number;
}

/** Rows that were moved or removed. */
export interface Purged {
  readonly minuteRows: number;
  readonly hourRows: number;
  readonly dayRows: number;
  /** Sums of days. */
  readonly sumRows: number;
  readonly sketchRows: number;
  /** Sketches of past days that became one for each key. */
  readonly unitedSketches: number;
  readonly ledgerRows: number;
  readonly termRows: number;
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
  /** Ad events by day of the tenant's zone (days since 1970-01-01), `to` exclusive: what is charged. */
  usage(tenantId: string, from: number, to: number): Promise<{ day: number; adEvents: number }[]>;
  /**
   * Moves minutes and hours from before these times to where they are kept for longer, unites the sketches of days that
   * are closed, and removes days, sketches and ledger entries; epoch ms.
   */
  purge(before: PurgeTimes): Promise<Purged>;
  /** Sums the days of companies that have no sums of their zone. @returns how many companies @throws {AggregateError} of some, after all others */
  sumDays(): Promise<number>;
}

export interface RollupStoreOptions {
  /** Texts of one company that are added on a UTC day, of each kind; those that follow are counted as one. */
  readonly newPerDay?: number | undefined;
  /** Called after the commit of a batch with texts beyond that. */
  readonly onFolded?: ((folded: readonly FoldedTerms[]) => void) | undefined;
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
async function added(
  database: Database,
  batch: Batch,
  { newPerDay, isTrial }: { readonly newPerDay: number; readonly isTrial: boolean },
): Promise<AppliedBatch> {
  const now = new Date(database.clock.now());
  try {
    return await database.transaction(async ({ db }) => {
      const applied = await applyBatch(db, batch, { now, newPerDay });
      if (isTrial) throw new TrialEnded();
      return applied;
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
export function createRollupStore(
  database: Database,
  { newPerDay = newTermsPerDay, onFolded }: RollupStoreOptions = {},
): RollupStore {
  const { system } = database;
  return {
    async apply(batch) {
      const { isNew, folded } = await added(database, batch, { newPerDay, isTrial: false });
      if (folded.length > 0) onFolded?.(folded);
      return isNew;
    },
    fits: async (batch) => {
      try {
        await added(database, batch, { newPerDay, isTrial: true });
        return true;
      } catch (error) {
        if (error instanceof TrialEnded) return true;
        if (error instanceof BatchRefused) return false;
        throw error;
      }
    },
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
    async purge({ minutesMs, hoursMs, daysMs, ledgerMs }) {
      const minuteRows = await moveMinutes(database, minutesMs);
      const hourRows = await moveHours(database, hoursMs);
      const removed = await purgeDays(system, daysMs);
      const sumRows = await purgeDaySums(system, daysMs);
      const unitedSketches = await uniteSketches(database);
      const ledgerRows = await purgeLedger(system, new Date(ledgerMs));
      const day = Math.floor(ledgerMs / dayMs);
      await system.deleteFrom('term_days').where('day', '<', day).execute();
      const termRows = await purgeTerms(system, Math.floor(daysMs / dayMs) - termMarginDays);
      return {
        ...{ minuteRows, hourRows, ...removed, unitedSketches, sumRows, ledgerRows, termRows },
      };
    },
    sumDays: () => sumMissingDays(database),
  };
}
