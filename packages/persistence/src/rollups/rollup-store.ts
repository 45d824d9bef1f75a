/** Counted events: adds batches, reads the figures above the channel list, and keeps the tables small. */
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
/**
 * Days that a term is kept beyond the last row: days of a company's time zone and of UTC differ by one, and a batch
 * that is being added has read its terms a while ago.
 */
const termMarginDays = 3;
/** Minutes that `watchingNow` goes back when the newest ones are not counted yet. */
const watchingLagMinutes = 3;

export interface RollupSummary {
  /** Mean number of viewers in the last complete minute that was counted. */
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
  /** Rows of sums of days. */
  readonly sumRows: number;
  readonly sketchRows: number;
  /** Sketches of past days that were united into one for each key. */
  readonly unitedSketches: number;
  readonly ledgerRows: number;
  readonly termRows: number;
}

export interface RollupStore {
  /**
   * Adds the batch; resolves after the commit. False when it had been added before.
   * @throws {BatchRefused} when it can never be added; any other error may pass
   */
  apply(batch: Batch): Promise<boolean>;
  /** Whether the database would accept the batch; nothing is added. */
  fits(batch: Batch): Promise<boolean>;
  /** @param times `dayStartMs` 00:00 in the reader's zone, `nowMs`; epoch ms */
  summary(
    tenantId: string,
    times: { readonly dayStartMs: number; readonly nowMs: number },
  ): Promise<RollupSummary>;
  /** Charged ad events by day of the tenant's time zone (days since 1970-01-01), `to` exclusive. */
  usage(tenantId: string, from: number, to: number): Promise<{ day: number; adEvents: number }[]>;
  /**
   * Moves minutes and hours before these times to the tables of hours and days, unites the sketches of closed days, and
   * removes days, sketches and ledger entries before them; epoch ms.
   */
  purge(before: PurgeTimes): Promise<Purged>;
  /**
   * Computes the sums of days of companies that have none for their time zone. @returns the number of companies @throws
   * {AggregateError} the errors of some, after all others are done
   */
  sumDays(): Promise<number>;
}

export interface RollupStoreOptions {
  /** New terms of one company on a UTC day, of each kind; further ones are counted together as `otherText`. */
  readonly newPerDay?: number | undefined;
  /** Called after the commit of a batch with terms beyond `newPerDay`. */
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

/**
 * Whole hours from the hour rows; the part of an hour before them, of a day that begins off the hour, from the minutes.
 */
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

/**
 * Removes ledger entries, and keeps the highest removed number of each writer, so that an old batch is refused and not
 * counted twice.
 */
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

/** Rolls back a trial. */
class TrialEnded extends Error {}

/** Adds a batch in its own transaction. @throws {BatchRefused} */
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
 * Counted events: adds batches and reads today's figures.
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
