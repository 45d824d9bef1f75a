/** Readings of live sources, shared by all stitchers that serve sessions of their channels. Used by stitchers only. */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';

export interface SourceReadingKey {
  readonly tenantId: string;
  readonly channelId: string;
  /** Identifies the channel's settings and resets: another text is another source. */
  readonly source: string;
}

/** A reading to be stored. */
export interface NewReading extends SourceReadingKey {
  /** Version of the reading before it plus one, from 1. */
  readonly version: number;
  /** Sealed by the stitcher. */
  readonly reading: Buffer;
  /**
   * Base of the reading, also sealed: the state of the source before it. Left out: only stitchers that have the reading
   * before it can use it.
   */
  readonly base?: Buffer | undefined;
  /** Id of the stitcher that stores it. */
  readonly from: string;
}

export interface StoredReading {
  readonly version: number;
  readonly reading: Buffer;
  readonly base: Buffer | undefined;
  /** Epoch ms on the clock of the database. */
  readonly putAtMs: number;
}

/** Readings of a source, and the time at which they were read; epoch ms on the clock of the database. */
export interface ReadReadings {
  readonly readings: readonly StoredReading[];
  readonly nowMs: number;
}

/**
 * `started`: a stitcher has started; no source is meant. `join`: a stitcher opens the source and requests a reading
 * with a base from the one that reads it. `here`: that one confirms the request. `holds`: a stitcher uses its readings.
 * `read`: there is another reading. `next`: the last reading is still valid, and this is when the source is requested
 * again.
 */
export const readingNoticeKinds = ['started', 'join', 'here', 'holds', 'read', 'next'] as const;

export interface ReadingNotice extends SourceReadingKey {
  readonly kind: (typeof readingNoticeKinds)[number];
  /** Version of the newest reading that the sender knows; 0: none. */
  readonly version: number;
  /** `next`: milliseconds from now; `read`: when it was stored, epoch ms on the clock of the database; else 0. */
  readonly ms: number;
  /** Id of the stitcher that sends it. */
  readonly from: string;
}

export interface SourceReadingStore {
  /**
   * Stores a reading unless its version exists, and announces it; removes readings of the source that are older than
   * `keptMs`.
   * @returns when it was stored, epoch ms on the clock of the database; undefined when the version existed
   */
  put(reading: NewReading, keptMs: number): Promise<number | undefined>;
  /** Readings with a later version, in order. */
  after(of: SourceReadingKey, version: number): Promise<ReadReadings>;
  /** The newest reading with a base that was stored within `mostAgeMs`, and those after it. */
  sinceBase(of: SourceReadingKey, mostAgeMs: number): Promise<ReadReadings>;
  /**
   * Version of the newest reading, 0 when there is none, and the current time; epoch ms on the clock of the database.
   */
  newest(of: SourceReadingKey): Promise<{ readonly version: number; readonly nowMs: number }>;
  /** @returns the time, epoch ms on the clock of the database */
  notify(notice: ReadingNotice): Promise<number>;
  /**
   * Receives the notices of all stitchers from now on, its own included.
   * @param onGap called after a lost connection: notices may have been missed
   * @returns a function that ends it
   */
  watch(onNotice: (notice: ReadingNotice) => void, onGap: () => void): Promise<() => void>;
  /** Removes readings stored before this time; epoch ms. @returns rows removed */
  purge(beforeMs: number): Promise<number>;
}

interface ReadingRow {
  readonly version: string;
  readonly reading: Buffer;
  readonly base: Buffer | null;
  readonly put_ms: number;
}

const notifyChannel = 'source_readings';

const epochMs = (at: RawBuilder<unknown>) =>
  sql<number>`(extract(epoch from ${at}) * 1000)::float8`;
const nowMs = epochMs(sql`clock_timestamp()`);

const of = ({ tenantId, channelId, source }: SourceReadingKey) =>
  sql`tenant_id = ${tenantId} and channel_id = ${channelId} and source = ${source}`;

const toReading = ({ version, reading, base, put_ms: putAtMs }: ReadingRow): StoredReading => ({
  ...{ version: Number(version), reading, putAtMs },
  base: base ?? undefined,
});

/** Undefined for a notice that this version does not know. */
function parseNotice(payload: string): ReadingNotice | undefined {
  const value: unknown = JSON.parse(payload);
  if (!Array.isArray(value)) return undefined;
  const [kind, tenantId, channelId, source, version, ms, from]: readonly unknown[] = value;
  const known = readingNoticeKinds.find((each) => each === kind);
  const texts = [tenantId, channelId, source, from].map((each) => String(each));
  const [tenant = '', channel = '', name = '', sender = ''] = texts;
  return known === undefined
    ? undefined
    : {
        ...{ kind: known, tenantId: tenant, channelId: channel, source: name },
        ...{ version: Number(version), ms: Number(ms), from: sender },
      };
}

const payloadOf = ({ kind, tenantId, channelId, source, version, ms, from }: ReadingNotice) =>
  JSON.stringify([kind, tenantId, channelId, source, version, ms, from]);

/**
 * Readings of live sources.
 * @returns a store in which the first reading of a version is kept
 * @see ADR 0068; PostgreSQL, NOTIFY
 */
export function createSourceReadingStore({ system, listen }: Database): SourceReadingStore {
  const read = async (rows: RawBuilder<unknown>): Promise<ReadReadings> => {
    const found = await sql<ReadingRow & { readonly now_ms: number }>`
      select version, reading, base, ${epochMs(sql`put_at`)} as put_ms, now_ms
      from (select ${nowMs} as now_ms) clock left join (${rows}) rows on true order by version
    `.execute(system);
    const [first] = found.rows;
    // Without readings, one row contains only the time.
    const readings = found.rows.filter(({ version }) => version !== null).map(toReading);
    return { readings, nowMs: first?.now_ms ?? 0 };
  };
  return {
    async put({ tenantId, channelId, source, version, reading, base, from }, keptMs) {
      const key = { tenantId, channelId, source };
      const { rows } = await sql<{ readonly put_ms: number }>`
        with put as (
          insert into source_readings (tenant_id, channel_id, source, version, reading, base)
          values (${tenantId}, ${channelId}, ${source}, ${version}, ${reading}, ${base ?? null})
          on conflict do nothing returning put_at
        ), gone as (
          delete from source_readings where ${of(key)} and version < ${version}
            and put_at < clock_timestamp() - make_interval(secs => ${keptMs / 1_000})
        )
        select ${epochMs(sql`put_at`)} as put_ms, pg_notify(${notifyChannel}, json_build_array(
          'read', ${tenantId}::text, ${channelId}::text, ${source}::text, ${version}::bigint,
          ${epochMs(sql`put_at`)}, ${from}::text)::text)
        from put`.execute(system);
      return rows[0]?.put_ms;
    },
    after: (key, version) =>
      read(sql`select * from source_readings where ${of(key)} and version > ${version}`),
    sinceBase: (key, mostAgeMs) =>
      read(sql`select * from source_readings where ${of(key)} and version >= (
        select max(version) from source_readings where ${of(key)} and base is not null
          and put_at > clock_timestamp() - make_interval(secs => ${mostAgeMs / 1_000}))`),
    async newest(key) {
      const { rows } = await sql<{ readonly version: string; readonly now_ms: number }>`
        select coalesce(max(version), 0) as version, ${nowMs} as now_ms
        from source_readings where ${of(key)}`.execute(system);
      return { version: Number(rows[0]?.version ?? 0), nowMs: rows[0]?.now_ms ?? 0 };
    },
    async notify(notice) {
      const { rows } = await sql<{ readonly now_ms: number }>`
        select pg_notify(${notifyChannel}, ${payloadOf(notice)}), ${nowMs} as now_ms`.execute(
        system,
      );
      return rows[0]?.now_ms ?? 0;
    },
    watch: (onNotice, onGap) =>
      listen(
        notifyChannel,
        (payload) => {
          const notice = parseNotice(payload);
          if (notice) onNotice(notice);
        },
        onGap,
      ),
    async purge(beforeMs) {
      const { numDeletedRows } = await system
        .deleteFrom('source_readings')
        .where('put_at', '<', new Date(beforeMs))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
