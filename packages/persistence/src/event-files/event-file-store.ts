/** Files of the event archive, and the segments that they contain (ADR 0050). */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { EventFilesTable } from '../schema/counting-tables.ts';
import type { Schema } from '../schema.ts';

/** A segment of a spool, by its key in the ledger of batches. */
export interface SegmentKey {
  readonly writer: string;
  readonly seq: number;
}

export interface EventFileKey {
  readonly tenantId: string;
  /** Days since 1970-01-01 UTC. */
  readonly day: number;
  readonly id: string;
}

export interface EventFileRow extends EventFileKey {
  /** Number of events. */
  readonly rows: number;
  readonly bytes: number;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
}

export interface EventFileStore {
  companies(): Promise<ReadonlySet<string>>;
  /** The given segments that are archived already. */
  archived<Segment extends SegmentKey>(segments: readonly Segment[]): Promise<Segment[]>;
  /** Records files before they are stored; they are not read yet. Files of companies that do not exist are left out. */
  draft(files: readonly EventFileRow[]): Promise<void>;
  /**
   * Publishes drafts and records their segments as archived. @returns false, with nothing changed, when a segment was
   * archived or a draft removed meanwhile
   */
  commit(segments: readonly SegmentKey[], files: readonly EventFileRow[]): Promise<boolean>;
  /**
   * Publishes a draft in place of other files. @returns false, with nothing changed, when one of them is not read any
   * more
   */
  replace(old: readonly EventFileRow[], made: EventFileRow): Promise<boolean>;
  /**
   * Days to compact: those before `today` with two files or more, and those with `most`; files of `maxBytes` or more
   * are left out.
   */
  crowded(
    today: number,
    most: number,
    maxBytes: number,
  ): Promise<{ tenantId: string; day: number; files: EventFileRow[] }[]>;
  retire(beforeDay: number): Promise<number>;
  /** Drafts, and replaced or retired files, that have been so since before a time, epoch ms. */
  unread(beforeMs: number): Promise<EventFileKey[]>;
  forget(file: EventFileKey): Promise<void>;
  purgeSegments(beforeMs: number): Promise<void>;
  /** Published files of one company or of all, of the days `fromDay` to `toDay`, both included. */
  current(query: {
    readonly tenantId?: string | undefined;
    readonly fromDay: number;
    readonly toDay: number;
  }): Promise<EventFileRow[]>;
  /**
   * Number of batches in the ledger that may count for a period (epoch ms, `untilMs` exclusive) and are not archived.
   */
  unarchivedBatches(fromMs: number, untilMs: number): Promise<number>;
}

type Row = Selectable<EventFilesTable>;

const toRow = (row: Row): EventFileRow => ({
  ...{ tenantId: row.tenant_id, day: row.day, id: row.id, rows: row.rows, bytes: row.bytes },
  firstAtMs: row.first_at.getTime(),
  lastAtMs: row.last_at.getTime(),
});

/** Files that one run of the compaction reads, and unread files that one run removes. */
const filesARun = 20_000;
const unreadARun = 5_000;

const isOneOf = (files: readonly EventFileKey[]) => sql<boolean>`(tenant_id, day, id) in (
  select * from unnest(${files.map(({ tenantId }) => tenantId)}::text[],
    ${files.map(({ day }) => day)}::integer[], ${files.map(({ id }) => id)}::text[]))`;

/** Rolls back a change that another transaction has outrun. */
class Outrun extends Error {}

async function unlessOutrun(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof Outrun) return false;
    throw error;
  }
}

async function setState(
  db: Kysely<Schema>,
  files: readonly EventFileKey[],
  change: { readonly from: Row['state']; readonly to: Row['state']; readonly at: Date },
): Promise<void> {
  if (files.length === 0) return;
  const { numUpdatedRows } = await db
    .updateTable('event_files')
    .set({ state: change.to, state_at: change.at })
    .where('state', '=', change.from)
    .where(isOneOf(files))
    .executeTakeFirst();
  if (Number(numUpdatedRows) !== files.length) throw new Outrun();
}

async function enterSegments(
  db: Kysely<Schema>,
  segments: readonly SegmentKey[],
  at: Date,
): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into archived_segments (writer, seq, at)
    select writer, seq, ${at} from unnest(${segments.map(({ writer }) => writer)}::text[],
      ${segments.map(({ seq }) => seq)}::bigint[]) as s (writer, seq)
    order by writer, seq
    on conflict do nothing`.execute(db);
  if (Number(numAffectedRows ?? 0n) !== segments.length) throw new Outrun();
}

/** Inserts drafts of existing companies; a company that is removed meanwhile fails the foreign key. */
async function insertDrafts(db: Kysely<Schema>, files: readonly EventFileRow[], at: Date) {
  await sql`
    insert into event_files as f (tenant_id, day, id, state, state_at, rows, bytes, first_at, last_at)
    select n.tenant_id, n.day, n.id, 'draft', ${at}, n.rows, n.bytes, n.first_at, n.last_at
    from unnest(
      ${files.map(({ tenantId }) => tenantId)}::text[], ${files.map(({ day }) => day)}::integer[],
      ${files.map(({ id }) => id)}::text[], ${files.map(({ rows }) => rows)}::bigint[],
      ${files.map(({ bytes }) => bytes)}::bigint[],
      ${files.map(({ firstAtMs }) => new Date(firstAtMs))}::timestamptz[],
      ${files.map(({ lastAtMs }) => new Date(lastAtMs))}::timestamptz[]
    ) as n (tenant_id, day, id, rows, bytes, first_at, last_at)
    join tenants t on t.id = n.tenant_id
    order by 1, 2, 3
    on conflict (tenant_id, day, id) do update set state_at = excluded.state_at,
      rows = excluded.rows, bytes = excluded.bytes where f.state = 'draft'`.execute(db);
}

/** How far a clock may run ahead: apart from that, a batch counts only events older than its ledger entry. */
const aheadMs = 300_000;

export async function countUnarchived(
  db: Kysely<Schema>,
  fromMs: number,
  untilMs: number,
): Promise<number> {
  const { rows } = await sql<{ batches: number }>`
    select count(*) as batches from batches b
    where coalesce(oldest_at, at) < ${new Date(untilMs)} and at >= ${new Date(fromMs - aheadMs)}
      and not exists (
        select from archived_segments a where (a.writer, a.seq) = (b.writer, b.seq))`.execute(db);
  return rows[0]?.batches ?? 0;
}

/**
 * Files of the event archive.
 * @returns a store over all companies, for the worker and for commands
 * @see ADR 0050
 */
export function createEventFileStore(database: Database): EventFileStore {
  const { system, clock } = database;
  const now = () => new Date(clock.now());
  return {
    async companies() {
      const rows = await system.selectFrom('tenants').select('id').execute();
      return new Set(rows.map(({ id }) => id));
    },
    async archived(segments) {
      const { rows } = await sql<SegmentKey>`
        select a.writer, a.seq from archived_segments a
        join unnest(${segments.map(({ writer }) => writer)}::text[],
          ${segments.map(({ seq }) => seq)}::bigint[]) as s (writer, seq)
          on (a.writer, a.seq) = (s.writer, s.seq)`.execute(system);
      const known = new Set(rows.map(({ writer, seq }) => `${writer} ${seq}`));
      return segments.filter(({ writer, seq }) => known.has(`${writer} ${seq}`));
    },
    async draft(files) {
      if (files.length > 0) await insertDrafts(system, files, now());
    },
    commit: (segments, files) =>
      unlessOutrun(() =>
        database.transaction(async ({ db }) => {
          await enterSegments(db, segments, now());
          await setState(db, files, { from: 'draft', to: 'current', at: now() });
        }),
      ),
    replace: (old, made) =>
      unlessOutrun(() =>
        database.transaction(async ({ db }) => {
          await setState(db, old, { from: 'current', to: 'removed', at: now() });
          await setState(db, [made], { from: 'draft', to: 'current', at: now() });
        }),
      ),
    async crowded(today, most, maxBytes) {
      const { rows } = await sql<Row>`
        with days as (
          select tenant_id, day from event_files where state = 'current' and bytes < ${maxBytes}
          group by tenant_id, day
          having count(*) >= case when day < ${today} then 2 else ${most} end
        )
        select f.* from event_files f join days using (tenant_id, day)
        where f.state = 'current' and f.bytes < ${maxBytes}
        order by f.tenant_id, f.day, f.bytes, f.id limit ${filesARun}`.execute(system);
      const days = Map.groupBy(rows.map(toRow), ({ tenantId, day }) => `${day} ${tenantId}`);
      return [...days.values()].flatMap((files) => {
        const [first] = files;
        return first ? [{ tenantId: first.tenantId, day: first.day, files }] : [];
      });
    },
    async retire(beforeDay) {
      const { numUpdatedRows } = await system
        .updateTable('event_files')
        .set({ state: 'removed', state_at: now() })
        .where('state', '=', 'current')
        .where('day', '<', beforeDay)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
    async unread(beforeMs) {
      const rows = await system
        .selectFrom('event_files')
        .select(['tenant_id', 'day', 'id'])
        .where('state', '<>', 'current')
        .where('state_at', '<', new Date(beforeMs))
        .limit(unreadARun)
        .execute();
      return rows.map((row) => ({ tenantId: row.tenant_id, day: row.day, id: row.id }));
    },
    async forget(file) {
      await system
        .deleteFrom('event_files')
        .where('state', '<>', 'current')
        .where(isOneOf([file]))
        .execute();
    },
    async purgeSegments(beforeMs) {
      await system.deleteFrom('archived_segments').where('at', '<', new Date(beforeMs)).execute();
    },
    async current({ tenantId, fromDay, toDay }) {
      let query = system
        .selectFrom('event_files')
        .selectAll()
        .where('state', '=', 'current')
        .where('day', '>=', fromDay)
        .where('day', '<=', toDay);
      if (tenantId !== undefined) query = query.where('tenant_id', '=', tenantId);
      return (await query.orderBy('tenant_id').orderBy('day').orderBy('id').execute()).map(toRow);
    },
    unarchivedBatches: (fromMs, untilMs) => countUnarchived(system, fromMs, untilMs),
  };
}
