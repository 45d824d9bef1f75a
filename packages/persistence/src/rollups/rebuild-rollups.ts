/**
 * Counts a day of a company again from its archived events: removes the counts and adds them again in one transaction,
 * which is rolled back unless it is to be written. It waits for batches that are being added and blocks others
 * meanwhile, so that no event is lost or counted twice.
 * @see ADR 0050
 */
import { type Batch, type BreakRow, breakCountNames, counterNames } from '@interlude/reporting';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { countUnarchived } from '../event-files/event-file-store.ts';
import type { Schema } from '../schema.ts';
import { counterColumn } from './add-rows.ts';
import { addBatch } from './apply-batch.ts';
import { forgetDaySums } from './day-sums.ts';

const minuteMs = 60_000;
/** Statement timeout of the transaction. */
const rebuildMs = 1_800_000;

export interface RebuiltDay {
  readonly tenantId: string;
  /** Days since 1970-01-01, of the company's time zone. */
  readonly day: number;
  /** Start and end of the day, epoch ms; `untilMs` exclusive. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** Batches with rows of this company and day only. */
  readonly batches: readonly Batch[];
  /** Breaks that began on the day; left out: stored breaks are not changed. */
  readonly breaks?: readonly BreakRow[] | undefined;
  /** False: the day is counted, compared and rolled back. */
  readonly isWritten: boolean;
  /** True: written even when a figure becomes smaller. */
  readonly mayLose: boolean;
}

export interface ComparedFigure {
  readonly name: string;
  readonly before: number;
  readonly after: number;
}

export type RebuildOutcome =
  /** The day was not rebuilt, because batches of it are counted but not archived yet. */
  | { readonly kind: 'unarchived'; readonly batches: number }
  | {
      readonly kind: 'compared' | 'written' | 'would-lose';
      /** True when each row of the day has exactly the same sums as before. */
      readonly isEqual: boolean;
      /** Figures that differ; all figures when none differs. */
      readonly figures: readonly ComparedFigure[];
    };

interface Figures {
  readonly totals: ReadonlyMap<string, number>;
  /** Hash over all sums and their keys. */
  readonly digest: string;
}

const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const summed = (names: readonly string[]) =>
  sql.join(
    names.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`),
  );

interface Span {
  readonly tenantId: string;
  readonly day: number;
  /** Minutes since 1970-01-01T00:00Z. */
  readonly from: number;
  readonly until: number;
  readonly fromAt: Date;
  readonly untilAt: Date;
  readonly withBreaks: boolean;
}

const ofBuckets = ({ tenantId, from, until }: Span) =>
  sql`tenant_id = ${tenantId} and bucket >= ${from} and bucket < ${until}`;
const ofBreaks = ({ tenantId, fromAt, untilAt }: Span) =>
  sql`tenant_id = ${tenantId} and started_at >= ${fromAt} and started_at < ${untilAt} and break_id not like 'day-%'`;
const ofDay = ({ tenantId, day }: Span) => sql`tenant_id = ${tenantId} and day = ${day}`;

const counterColumns = counterNames.map(counterColumn);
const breakColumns = breakCountNames.map(columnOf);

/** Queries that give the compared figures as rows `name, value`. */
function totalsOf(span: Span): RawBuilder<unknown>[] {
  const all = sql.join([...counterColumns].map((column) => sql.ref(column)));
  const watched = sql`
    select 'watched minutes (ms)' as name, coalesce(sum(ms), 0)::bigint as value from (
      select sum(view_ms) as ms from rollups_minute where dim = 0 and ${ofBuckets(span)}
      union all
      select sum(ms) from viewer_minutes, unnest(watched_ms) with ordinality as m (ms, place)
      where channel = 0 and tenant_id = ${span.tenantId}
        and bucket + place - 1 >= ${span.from} and bucket + place - 1 < ${span.until}
    ) minutes`;
  const counters = sql`
    select name, value from (
      select ${summed(counterColumns)} from (
        select ${all} from rollups_hour where dim = 0 and ${ofBuckets(span)}
        union all select ${all} from rollups_day where dim = 0 and ${ofBuckets(span)}
      ) part
    ) sums, lateral (values ${sql.join(
      counterColumns.map((column) => sql`(${sql.lit(column)}, ${sql.ref(column)})`),
    )}) as named (name, value)`;
  const usage = sql`
    select 'charged ad events' as name, coalesce(sum(ad_events), 0)::bigint as value
    from usage where ${ofDay(span)}`;
  const ofLosses = sql`
    select 'lost in breaks (ms)' as name, coalesce(sum(lost_ms), 0)::bigint as value
    from break_losses where ${ofBreaks(span)}`;
  const ofFacts = sql`
    select name, value from (select ${summed(breakColumns)} from break_facts where ${ofBreaks(span)}) sums,
    lateral (values ${sql.join(
      breakColumns.map((column) => sql`(${sql.lit(`breaks: ${column}`)}, ${sql.ref(column)})`),
    )}) as named (name, value)`;
  return [watched, counters, usage, ...(span.withBreaks ? [ofLosses, ofFacts] : [])];
}

/** Each row of the day by its key, as text; rows of hours and days with one key count together. */
function rowsOf(span: Span): RawBuilder<unknown> {
  const all = sql.join(counterColumns.map((column) => sql.ref(column)));
  const key = sql`dim, channel, campaign, val`;
  const parts = [
    sql`select row(${key}, ${sql.join(counterColumns.map((column) => sql`sum(${sql.ref(column)})`))})::text as line
      from (
        select ${key}, ${all} from rollups_hour where ${ofBuckets(span)}
        union all select ${key}, ${all} from rollups_day where ${ofBuckets(span)}
      ) part group by ${key}`,
    sql`select distinct row(dim, channel, val)::text from viewer_sketches where ${ofDay(span)}`,
  ];
  if (span.withBreaks) {
    const amounts = sql.join(breakColumns.map((column) => sql.ref(column)));
    parts.push(
      sql`select row(channel_id, break_id, started_at, announced_ms, observed_ms, ${amounts})::text
        from break_facts where ${ofBreaks(span)}`,
      sql`select row(channel_id, break_id, reason, owner, lost_ms, count)::text
        from break_losses where ${ofBreaks(span)}`,
      sql`select row(channel_id, break_id, server, hop, asked, in_time, late, empty, error, latency_histogram)::text
        from break_demand where ${ofBreaks(span)}`,
    );
  }
  return sql`select count(*)::text || ' ' || coalesce(sum(hashtextextended(line, 0)::numeric), 0)::text as digest
    from (${sql.join(parts, sql` union all `)}) lines`;
}

async function figuresOf(db: Kysely<Schema>, span: Span): Promise<Figures> {
  const totals = new Map<string, number>();
  for (const query of totalsOf(span)) {
    const { rows } = await sql<{ name: string; value: number }>`${query}`.execute(db);
    for (const { name, value } of rows) totals.set(name, Number(value));
  }
  const { rows } = await sql<{ digest: string }>`${rowsOf(span)}`.execute(db);
  return { totals, digest: rows[0]?.digest ?? '' };
}

async function removeCounted(db: Kysely<Schema>, span: Span): Promise<void> {
  for (const table of ['rollups_minute', 'rollups_hour', 'rollups_day'] as const) {
    await sql`delete from ${sql.table(table)} where ${ofBuckets(span)}`.execute(db);
  }
  // In a time zone off the whole hour, an hour may belong to two days.
  await sql`
    update viewer_minutes v set watched_ms = (
      select array_agg(case when v.bucket + place - 1 >= ${span.from} and v.bucket + place - 1 < ${span.until}
        then 0 else ms end order by place)
      from unnest(v.watched_ms) with ordinality as m (ms, place))
    where tenant_id = ${span.tenantId} and bucket > ${span.from} - 60 and bucket < ${span.until}`.execute(
    db,
  );
  await sql`delete from viewer_sketches where ${ofDay(span)}`.execute(db);
  await sql`delete from usage where ${ofDay(span)}`.execute(db);
  if (!span.withBreaks) return;
  for (const table of ['break_facts', 'break_losses', 'break_demand'] as const) {
    await sql`delete from ${sql.table(table)} where ${ofBreaks(span)}`.execute(db);
  }
}

function compared(before: Figures, after: Figures): ComparedFigure[] {
  const names = [...new Set([...before.totals.keys(), ...after.totals.keys()])];
  const all = names.map((name) => ({
    name,
    before: before.totals.get(name) ?? 0,
    after: after.totals.get(name) ?? 0,
  }));
  const different = all.filter((one) => one.before !== one.after);
  return different.length > 0 ? different : all;
}

/** Rolls back a transaction and carries its outcome. */
class TakenBack extends Error {
  readonly outcome: RebuildOutcome;

  constructor(outcome: RebuildOutcome) {
    super();
    this.outcome = outcome;
  }
}

async function countAgain(
  db: Kysely<Schema>,
  rebuilt: RebuiltDay,
  nowMs: number,
): Promise<RebuildOutcome> {
  const { tenantId, day, fromMs, untilMs, batches, breaks, isWritten, mayLose } = rebuilt;
  await sql`set local statement_timeout = ${sql.lit(rebuildMs)}`.execute(db);
  await sql`lock table batches in share row exclusive mode`.execute(db);
  const unarchived = await countUnarchived(db, fromMs, untilMs);
  if (unarchived > 0) throw new TakenBack({ kind: 'unarchived', batches: unarchived });
  const span: Span = {
    ...{ tenantId, day, from: fromMs / minuteMs, until: untilMs / minuteMs },
    ...{ fromAt: new Date(fromMs), untilAt: new Date(untilMs), withBreaks: breaks !== undefined },
  };
  await forgetDaySums(db, tenantId);
  const before = await figuresOf(db, span);
  await removeCounted(db, span);
  for (const batch of batches) {
    await addBatch(db, batch, { now: new Date(nowMs), newPerDay: Number.MAX_SAFE_INTEGER });
  }
  const none = { rows: [], sketches: [], usage: [], newestAtMs: undefined, lateDropped: 0 };
  if (breaks !== undefined) {
    const batch = { writer: 'rebuilt', seq: 0, ...none, breaks: [...breaks] };
    await addBatch(db, batch, { now: new Date(nowMs), newPerDay: Number.MAX_SAFE_INTEGER });
  }
  const after = await figuresOf(db, span);
  const figures = compared(before, after);
  const isEqual =
    before.digest === after.digest && figures.every((one) => one.before === one.after);
  const isLess = figures.some((one) => one.after < one.before);
  if (isWritten && isLess && !mayLose) {
    throw new TakenBack({ kind: 'would-lose', isEqual, figures });
  }
  const outcome: RebuildOutcome = { kind: isWritten ? 'written' : 'compared', isEqual, figures };
  if (!isWritten) throw new TakenBack(outcome);
  return outcome;
}

/**
 * Counts a day of a company again.
 * @returns the figures that have changed, or would change
 * @see ADR 0050
 */
export async function rebuildDay(database: Database, rebuilt: RebuiltDay): Promise<RebuildOutcome> {
  try {
    return await database.transaction(({ db }) => countAgain(db, rebuilt, database.clock.now()));
  } catch (error) {
    if (error instanceof TakenBack) return error.outcome;
    throw error;
  }
}
