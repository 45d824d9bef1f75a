/** Ad decisions of playback sessions, break by break, and the creatives that they placed. Used by stitchers only. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';

export interface SessionKey {
  readonly tenantId: string;
  /** Session mark (SEC-S26). */
  readonly session: string;
}

/** A break of a session. */
export interface SessionEntryKey extends SessionKey {
  readonly breakId: string;
}

export interface StoredSessionEntry extends SessionEntryKey {
  readonly channelId: string;
  /** Sealed by the stitcher. */
  readonly entry: Buffer;
}

export interface CreativeSnapshot {
  readonly tenantId: string;
  /** Hash of the creative as it was read. */
  readonly hash: string;
  /** Sealed by the stitcher. */
  readonly creative: Buffer;
}

export interface SessionEntryStore {
  /**
   * Writes entries of breaks that have none, in one statement.
   * @returns the stored entries of the breaks that had one
   */
  putIfAbsent(entries: readonly StoredSessionEntry[]): Promise<StoredSessionEntry[]>;
  /** All entries of these sessions, the oldest first. */
  ofSessions(sessions: readonly SessionKey[]): Promise<StoredSessionEntry[]>;
  /** Entries of those of the breaks that have one. */
  ofBreaks(breaks: readonly SessionEntryKey[]): Promise<StoredSessionEntry[]>;
  /** Writes snapshots; one that is stored already is kept for longer. */
  keepCreatives(snapshots: readonly CreativeSnapshot[]): Promise<void>;
  creatives(of: readonly Omit<CreativeSnapshot, 'creative'>[]): Promise<CreativeSnapshot[]>;
  /** Removes entries made, and creatives last used, before this time; epoch ms. @returns rows removed */
  purge(beforeMs: number): Promise<number>;
}

interface EntryRow {
  readonly tenant_id: string;
  readonly channel_id: string;
  readonly session: string;
  readonly break_id: string;
  readonly entry: Buffer;
}

const toEntry = (row: EntryRow): StoredSessionEntry => ({
  tenantId: row.tenant_id,
  channelId: row.channel_id,
  session: row.session,
  breakId: row.break_id,
  entry: row.entry,
});

const keyOf = ({ tenantId, session, breakId }: SessionEntryKey) =>
  `${tenantId} ${session} ${breakId}`;

const columns = ['tenant_id', 'channel_id', 'session', 'break_id', 'entry'] as const;

/** Ordered keys, so that two writers never deadlock. */
const inOrder = (entries: readonly StoredSessionEntry[]) =>
  entries.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

async function insertEntries(
  db: Kysely<Schema>,
  entries: readonly StoredSessionEntry[],
): Promise<ReadonlySet<string>> {
  const column = (read: (entry: StoredSessionEntry) => string | Buffer) => entries.map(read);
  const { rows } = await sql<Pick<EntryRow, 'tenant_id' | 'session' | 'break_id'>>`
    insert into session_entries (tenant_id, channel_id, session, break_id, entry)
    select * from unnest(
      ${column(({ tenantId }) => tenantId)}::text[], ${column(({ channelId }) => channelId)}::text[],
      ${column(({ session }) => session)}::text[], ${column(({ breakId }) => breakId)}::text[],
      ${column(({ entry }) => entry)}::bytea[])
    on conflict do nothing returning tenant_id, session, break_id`.execute(db);
  return new Set(
    rows.map(({ tenant_id: tenantId, session, break_id: breakId }) =>
      keyOf({ tenantId, session, breakId }),
    ),
  );
}

async function readEntries(
  db: Kysely<Schema>,
  breaks: readonly SessionEntryKey[],
): Promise<StoredSessionEntry[]> {
  if (breaks.length === 0) return [];
  const { rows } = await sql<EntryRow>`
    select ${sql.join(columns.map((name) => sql.ref(`e.${name}`)))} from session_entries e
    join unnest(
      ${breaks.map(({ tenantId }) => tenantId)}::text[],
      ${breaks.map(({ session }) => session)}::text[],
      ${breaks.map(({ breakId }) => breakId)}::text[]) as r (tenant_id, session, break_id)
    using (tenant_id, session, break_id)`.execute(db);
  return rows.map(toEntry);
}

/**
 * Ad decisions of playback sessions.
 * @returns a store in which the first entry of a break is kept
 * @see ADR 0062
 */
export function createSessionEntryStore({ system }: Database): SessionEntryStore {
  return {
    async putIfAbsent(entries) {
      if (entries.length === 0) return [];
      const made = await insertEntries(system, inOrder(entries));
      const refused = entries.filter((entry) => !made.has(keyOf(entry)));
      if (refused.length === 0) return [];
      // A second statement, which sees the rows committed while the first one waited.
      return readEntries(system, refused);
    },
    ofBreaks: (breaks) => readEntries(system, breaks),
    async ofSessions(sessions) {
      if (sessions.length === 0) return [];
      const { rows } = await sql<EntryRow>`
        select ${sql.join(columns.map((name) => sql.ref(`e.${name}`)))} from session_entries e
        join unnest(${sessions.map(({ tenantId }) => tenantId)}::text[],
          ${sessions.map(({ session }) => session)}::text[]) as s (tenant_id, session)
        using (tenant_id, session) order by e.made_at, e.break_id`.execute(system);
      return rows.map(toEntry);
    },
    async keepCreatives(snapshots) {
      if (snapshots.length === 0) return;
      const ordered = snapshots.toSorted((a, b) => (a.hash < b.hash ? -1 : 1));
      await sql`
        insert into creative_snapshots (tenant_id, hash, creative)
        select * from unnest(${ordered.map(({ tenantId }) => tenantId)}::text[],
          ${ordered.map(({ hash }) => hash)}::text[],
          ${ordered.map(({ creative }) => creative)}::bytea[])
        on conflict (tenant_id, hash) do update set used_at = now()`.execute(system);
    },
    async creatives(of) {
      if (of.length === 0) return [];
      const { rows } = await sql<{ tenant_id: string; hash: string; creative: Buffer }>`
        select c.tenant_id, c.hash, c.creative from creative_snapshots c
        join unnest(${of.map(({ tenantId }) => tenantId)}::text[],
          ${of.map(({ hash }) => hash)}::text[]) as w (tenant_id, hash)
        using (tenant_id, hash)`.execute(system);
      return rows.map(({ tenant_id, hash, creative }) => ({ tenantId: tenant_id, hash, creative }));
    },
    async purge(beforeMs) {
      const before = new Date(beforeMs);
      const entries = await system
        .deleteFrom('session_entries')
        .where('made_at', '<', before)
        .executeTakeFirst();
      const creatives = await system
        .deleteFrom('creative_snapshots')
        .where('used_at', '<', before)
        .executeTakeFirst();
      return Number(entries.numDeletedRows + creatives.numDeletedRows);
    },
  };
}
