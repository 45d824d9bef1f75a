/** Reads the audit log, which triggers of the database write (ADR 0041). */
import {
  type AuditAnnotation,
  type AuditEntry,
  type AuditEntryDetail,
  auditLimits,
  type Page,
} from '@interlude/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { fetchPage, type ListRequest } from '../lists/list-page.ts';
import type { TenantScope } from '../scope.ts';
import { type ChangeRow, type EntryRow, toChange, toEntry } from './audit-row.ts';

export interface AuditQuery extends ListRequest {
  /** Kind of the changed object. */
  readonly type?: string | undefined;
  /** Action of the change. */
  readonly status?: string | undefined;
  /** ISO 8601. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** E-mail address or id. */
  readonly user?: string | undefined;
  /** Id of the changed object. */
  readonly target?: string | undefined;
}

export interface AuditLogStore {
  /** At most 200 at a time. @throws {DomainError} SORT_UNKNOWN */
  list(tenantId: string, query: AuditQuery): Promise<Page<AuditEntry>>;
  find(tenantId: string, id: string): Promise<AuditEntryDetail | undefined>;
  /** Changes that affect figures of charts: of channels, and of what their breaks depend on; oldest first. */
  annotations(
    tenantId: string,
    period: {
      readonly fromMs: number;
      readonly toMs: number;
      /** Only changes of these channels; empty or left out = all. */
      readonly channelIds?: readonly string[] | undefined;
      /** Only these kinds; left out = all that affect figures. */
      readonly kinds?: readonly AnnotatedKind[] | undefined;
    },
  ): Promise<AuditAnnotation[]>;
  /** Removes older entries, but none that is younger than 30 days. @returns entries removed */
  purge(beforeMs: number): Promise<number>;
}

interface CountedChange extends ChangeRow {
  readonly count: number;
}

function conditions(query: AuditQuery): RawBuilder<unknown>[] {
  const { type, status, from, to, user, target } = query;
  return [
    ...(type === undefined ? [] : [sql`kind = ${type}`]),
    ...(status === undefined ? [] : [sql`action = ${status}`]),
    ...(from === undefined ? [] : [sql`at >= ${new Date(from)}`]),
    ...(to === undefined ? [] : [sql`at < ${new Date(to)}`]),
    ...(user === undefined ? [] : [sql`(user_id = ${user} or lower(user_email) = lower(${user}))`]),
    ...(target === undefined
      ? []
      : [
          sql`exists (select from audit_changes c where c.tenant_id = audit_entries.tenant_id
            and c.entry_id = audit_entries.id and c.target_id = ${target})`,
        ]),
  ];
}

/** The first change of each entry, and the number of its changes. */
async function firstChanges(
  { db }: TenantScope,
  ids: readonly string[],
): Promise<Map<string, CountedChange>> {
  const { rows } = await sql<CountedChange>`
    select distinct on (entry_id) *, count(*) over (partition by entry_id) as count
    from audit_changes where entry_id = any(${ids}::text[])
    order by entry_id, id`.execute(db);
  return new Map(rows.map((row) => [row.entry_id, row]));
}

async function listEntries(scope: TenantScope, query: AuditQuery): Promise<Page<AuditEntry>> {
  const limit = query.limit === -1 ? auditLimits.page : Math.min(query.limit, auditLimits.page);
  const page = await fetchPage<EntryRow>(
    scope.db,
    {
      select: sql`*`,
      from: sql`audit_entries`,
      where: conditions(query),
      sortable: { createdAt: sql`at`, at: sql`at`, user: sql`lower(user_email)`, id: sql`id` },
      searched: [sql`target_name`, sql`target_id`, sql`user_email`, sql`api_key`, sql`network`],
      tieBreak: sql`id`,
    },
    { ...query, limit },
  );
  const changes = await firstChanges(
    scope,
    page.rows.map(({ id }) => id),
  );
  const rows = page.rows.map((row) => {
    const first = changes.get(row.id);
    return toEntry(row, first === undefined ? [] : [first], first?.count ?? 0);
  });
  return { rows, total: page.total };
}

async function findEntry(scope: TenantScope, id: string): Promise<AuditEntryDetail | undefined> {
  const found = scope.db.selectFrom('audit_entries').selectAll().where('id', '=', id);
  const entry = await found.executeTakeFirst();
  if (entry === undefined) return undefined;
  const changes = await scope.db
    .selectFrom('audit_changes')
    .selectAll()
    .where('entry_id', '=', id)
    .orderBy('id')
    .execute();
  return { ...toEntry(entry, changes, changes.length), rows: changes.map(toChange) };
}

/** Kinds of objects whose changes affect the figures of a chart. */
const annotatedKinds = ['breaks', 'channels', 'flows', 'playlists', 'systems', 'tenants'] as const;
type AnnotatedKind = (typeof annotatedKinds)[number];

/** A break belongs to its channel. */
const channelOf = sql`case kind when 'breaks' then coalesce(after, before) ->> 'channel_id'
  else target_id end`;

/**
 * The audit log of a company.
 * @returns a store that reads; entries are written by triggers in the transaction of the change
 * @see ADR 0041; rules SEC-S113, SEC-S114
 */
export function createAuditLogStore(database: Database): AuditLogStore {
  return {
    list: (tenantId, query) => database.forTenant(tenantId, (scope) => listEntries(scope, query)),
    find: (tenantId, id) => database.forTenant(tenantId, (scope) => findEntry(scope, id)),
    annotations: (tenantId, { fromMs, toMs, channelIds = [], kinds = annotatedKinds }) =>
      database.forTenant(tenantId, async ({ db }) => {
        const ofChannel =
          channelIds.length === 0
            ? sql``
            : sql`and kind in ('channels', 'breaks') and ${channelOf} = any(${[...channelIds]}::text[])`;
        const { rows } = await sql<ChangeRow>`
          select * from (
            select * from audit_changes
            where at >= ${new Date(fromMs)} and at < ${new Date(toMs)}
              and kind = any(${[...kinds]}::text[]) ${ofChannel}
            order by at desc, id desc limit ${auditLimits.annotations}
          ) newest order by at, id`.execute(db);
        return rows.map((row) => {
          const { before: _before, after: _after, fields, ...subject } = toChange(row);
          return {
            ...subject,
            entryId: row.entry_id,
            at: row.at.toISOString(),
            fields: fields.slice(0, 5).map(({ path }) => path),
          };
        });
      }),
    async purge(beforeMs) {
      // The database refuses to remove younger entries.
      const old = sql`at < ${new Date(beforeMs)} and at < now() - interval '30 days'`;
      await sql`delete from audit_changes where ${old}`.execute(database.system);
      const gone = await sql`delete from audit_entries where ${old}`.execute(database.system);
      return Number(gone.numAffectedRows ?? 0);
    },
  };
}
