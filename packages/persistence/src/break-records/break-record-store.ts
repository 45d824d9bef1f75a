/** Break records: the recorded stages of some sessions, and the sums of all sessions that the API reads. */
import type {
  BreakDemand,
  FoundRecord,
  RecordedSession,
  RecordKind,
  RecordStage,
} from '@interlude/contract';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import {
  type BreakFacts,
  type StageRow,
  toDemand,
  toFacts,
  toSession,
  toStage,
} from './break-record-row.ts';
import { purgeBreakRecords } from './purge-break-records.ts';

/** A stage of a session in a break, to be stored. */
export interface RecordToWrite {
  /** Made by the writer: a stage that is written again has the same id. */
  readonly id: string;
  readonly tenantId: string;
  readonly channelId: string;
  readonly breakId: string;
  readonly session: string;
  readonly atMs: number;
  readonly stage: RecordStage;
  /** Only with the first stage of a session. */
  readonly head?:
    | {
        readonly kept: RecordKind;
        readonly lostMs: number;
        readonly reason: string | undefined;
        readonly keys: readonly string[];
      }
    | undefined;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Position of a page's last break; the next page follows it. */
export interface BreakCursor {
  readonly startedAtMs: number;
  readonly breakId: string;
}

export interface BreakListQuery {
  /** Epoch ms. */
  readonly fromMs: number;
  readonly lostOnly: boolean;
  readonly before: BreakCursor | undefined;
  readonly limit: number;
}

export interface RecordSearch {
  readonly session?: string | undefined;
  readonly creative?: string | undefined;
  readonly adServer?: string | undefined;
  readonly channelId?: string | undefined;
  readonly limit: number;
}

export interface BreakWithSessions {
  readonly facts: BreakFacts;
  readonly demand: readonly BreakDemand[];
  /** Those with the largest loss first. */
  readonly recorded: readonly RecordedSession[];
}

export interface BreakRecordStore {
  /** Stores stages; a stage that is stored already is not changed. */
  write(records: readonly RecordToWrite[]): Promise<void>;
  /** The newest first. */
  list(tenantId: string, channelId: string, query: BreakListQuery): Promise<BreakFacts[]>;
  read(
    tenantId: string,
    channelId: string,
    breakId: string,
  ): Promise<BreakWithSessions | undefined>;
  /** Stages in order of time. */
  stages(
    tenantId: string,
    of: { readonly channelId: string; readonly breakId: string; readonly session: string },
  ): Promise<StageRow[]>;
  /** The newest first. */
  find(tenantId: string, search: RecordSearch): Promise<FoundRecord[]>;
  /** Removes stages, and sums the facts of breaks up to whole days; both from before these times, epoch ms. */
  purge(before: { readonly recordsMs: number; readonly factsMs: number }): Promise<{
    readonly records: number;
    readonly breaks: number;
  }>;
}

const limits = { recorded: 100, stages: 500 } as const;

/** A smaller loss is rounding, ms over all sessions. */
const leastLossMs = 1_000;

/** @returns search key of a session in a break: the id of a creative */
export const creativeKey = (creativeId: string) => `creative:${creativeId}`;
/** @returns search key of a session in a break: host of an ad server, with its port when its address names one */
export const serverKey = (server: string) => `server:${server}`;

/** Replaces lone surrogates and NUL, which jsonb does not accept. */
const storable = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\ufffd') : value;

async function insertRecords(db: Kysely<Schema>, records: readonly RecordToWrite[]) {
  await db
    .insertInto('break_records')
    .values(
      records.map(({ head, ...record }) => ({
        tenant_id: record.tenantId,
        channel_id: record.channelId,
        break_id: record.breakId,
        session: record.session,
        id: record.id,
        at: new Date(record.atMs),
        stage: record.stage,
        kept: head?.kept ?? null,
        lost_ms: head?.lostMs ?? null,
        reason: head?.reason ?? null,
        keys: [...(head?.keys ?? [])],
        detail: JSON.stringify(record.detail, storable),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function lossesOf(db: Kysely<Schema>, channelId: string, breakIds: readonly string[]) {
  const rows =
    breakIds.length === 0
      ? []
      : await db
          .selectFrom('break_losses')
          .select(['break_id', 'reason', 'lost_ms', 'count'])
          .where('channel_id', '=', channelId)
          .where('break_id', 'in', breakIds)
          .execute();
  return Map.groupBy(rows, ({ break_id: breakId }) => breakId);
}

async function listBreaks(
  db: Kysely<Schema>,
  channelId: string,
  { fromMs, lostOnly, before, limit }: BreakListQuery,
): Promise<BreakFacts[]> {
  let query = db
    .selectFrom('break_facts')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where('started_at', '>=', new Date(fromMs));
  if (before !== undefined) {
    const startedAt = new Date(before.startedAtMs);
    query = query.where(sql<boolean>`(started_at, break_id) < (${startedAt}, ${before.breakId})`);
  }
  if (lostOnly) {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('break_losses')
          .select('reason')
          .whereRef('break_losses.channel_id', '=', 'break_facts.channel_id')
          .whereRef('break_losses.break_id', '=', 'break_facts.break_id')
          .where('owner', '<>', 'viewer')
          .where('lost_ms', '>=', leastLossMs),
      ),
    );
  }
  const rows = await query
    .orderBy('started_at', 'desc')
    .orderBy('break_id', 'desc')
    .limit(limit)
    .execute();
  const losses = await lossesOf(
    db,
    channelId,
    rows.map(({ break_id: breakId }) => breakId),
  );
  return rows.map((row) => toFacts(row, losses.get(row.break_id) ?? []));
}

async function readBreak(
  db: Kysely<Schema>,
  channelId: string,
  breakId: string,
): Promise<BreakWithSessions | undefined> {
  const row = await db
    .selectFrom('break_facts')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where('break_id', '=', breakId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const losses = await lossesOf(db, channelId, [breakId]);
  const demand = await db
    .selectFrom('break_demand')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where('break_id', '=', breakId)
    .orderBy('hop')
    .orderBy('asked', 'desc')
    .execute();
  const recorded = await db
    .selectFrom('break_records')
    .select(['session', 'kept', 'at', 'lost_ms', 'reason'])
    .where('channel_id', '=', channelId)
    .where('break_id', '=', breakId)
    .where('kept', 'is not', null)
    .orderBy('lost_ms', 'desc')
    .orderBy('at')
    .limit(limits.recorded)
    .execute();
  return {
    facts: toFacts(row, losses.get(breakId) ?? []),
    demand: demand.map(toDemand),
    recorded: recorded.map(toSession),
  };
}

/**
 * Break records.
 * @returns a store of stages and facts; a tenant sees only its own
 * @see ADR 0035
 */
export function createBreakRecordStore(database: Database): BreakRecordStore {
  const { system } = database;
  return {
    async write(records) {
      if (records.length > 0) await insertRecords(system, records);
    },
    list: (tenantId, channelId, query) =>
      database.forTenant(tenantId, ({ db }) => listBreaks(db, channelId, query)),
    read: (tenantId, channelId, breakId) =>
      database.forTenant(tenantId, ({ db }) => readBreak(db, channelId, breakId)),
    stages: (tenantId, { channelId, breakId, session }) =>
      database.forTenant(tenantId, async ({ db }) => {
        const rows = await db
          .selectFrom('break_records')
          .select(['stage', 'at', 'detail'])
          .where('channel_id', '=', channelId)
          .where('break_id', '=', breakId)
          .where('session', '=', session)
          .orderBy('at')
          .orderBy('id')
          .limit(limits.stages)
          .execute();
        return rows.flatMap((row) => toStage(row) ?? []);
      }),
    find: (tenantId, { session, creative, adServer, channelId, limit }) =>
      database.forTenant(tenantId, async ({ db }) => {
        const keys = [
          ...(creative === undefined ? [] : [creativeKey(creative)]),
          ...(adServer === undefined ? [] : [serverKey(adServer)]),
        ];
        let query = db
          .selectFrom('break_records')
          .select(['channel_id', 'break_id', 'session', 'kept', 'at', 'lost_ms', 'reason'])
          .where('kept', 'is not', null);
        if (keys.length > 0) query = query.where(sql<boolean>`keys @> ${keys}::text[]`);
        if (session !== undefined) query = query.where('session', '=', session);
        if (channelId !== undefined) query = query.where('channel_id', '=', channelId);
        const rows = await query.orderBy('at', 'desc').orderBy('id').limit(limit).execute();
        return rows.map((row) => ({
          ...toSession(row),
          channelId: row.channel_id,
          breakId: row.break_id,
        }));
      }),
    purge: (before) => database.transaction(({ db }) => purgeBreakRecords(db, before)),
  };
}
