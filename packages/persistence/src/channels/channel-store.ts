/**
 * Channels of a tenant: the validated settings as jsonb, with columns for search and order. Each change is announced to
 * all processes in its transaction.
 */
import type { ChannelSettings, ChannelState, ListQuery, Page } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import { newId } from '@interlude/runtime';
import { sql } from 'kysely';
import { notifyChange } from '../changes/change-feed.ts';
import type { Database } from '../database.ts';
import {
  countTenantRows,
  fetchPage,
  type ListShape,
  wholeListStatements,
} from '../lists/list-page.ts';
import { scopeNow, type TenantScope } from '../scope.ts';
import { editorsWith, firstEditor } from '../users/editors.ts';
import { ChannelCache } from './channel-cache.ts';
import {
  type ChannelRow,
  type StoredChannel,
  settingsShape,
  toStoredChannel,
} from './channel-row.ts';
import { sealSecrets } from './channel-secrets.ts';

export interface ChannelStore {
  /** Filters: `type`, `status` (= state). @throws {DomainError} SORT_UNKNOWN */
  list(tenantId: string, query: ListQuery): Promise<Page<StoredChannel>>;
  count(tenantId: string): Promise<number>;
  /** Channels with stored secrets that play on a system of type ssai-cluster. */
  countWithSecrets(tenantId: string, systemId: string): Promise<number>;
  find(tenantId: string, id: string): Promise<StoredChannel | undefined>;
  /** @param by the user who creates it */
  create(
    tenantId: string,
    settings: ChannelSettings,
    state?: ChannelState,
    by?: string,
  ): Promise<StoredChannel>;
  /**
   * Changes a channel.
   * @param change `updatedAt` of the state on which the change is based; left out = no check
   * @returns undefined when the tenant has no such channel
   * @throws {DomainError} EDIT_CONFLICT when the channel was changed since
   */
  update(
    tenantId: string,
    id: string,
    change: {
      readonly settings: ChannelSettings;
      readonly state?: ChannelState | undefined;
      readonly updatedAt?: string | undefined;
      /** The user who changes it. */
      readonly by?: string | undefined;
    },
  ): Promise<StoredChannel | undefined>;
  setState(
    tenantId: string,
    id: string,
    state: ChannelState,
    by?: string,
  ): Promise<StoredChannel | undefined>;
  /** Increments `resetCount`, so that stitchers discard the channel's state. */
  reset(tenantId: string, id: string, by?: string): Promise<StoredChannel | undefined>;
  remove(tenantId: string, id: string): Promise<boolean>;
  /** Enabled channels of all tenants, for the stitcher. */
  listAllEnabled(): Promise<StoredChannel[]>;
  /** Undefined when there is no such channel or it is disabled; for the stitcher. */
  findEnabled(tenantId: string, id: string): Promise<StoredChannel | undefined>;
}

const shape = {
  select: sql`id, updated_at, reset_count`,
  from: sql`channels`,
  sortable: {
    createdAt: sql`created_at`,
    updatedAt: sql`updated_at`,
    name: sql`lower(name)`,
    type: sql`type`,
    state: sql`state`,
    id: sql`id`,
  },
  searched: [sql`name`, sql`id`],
  tieBreak: sql`id`,
  counted: 'channels',
} satisfies ListShape;

/** Columns of new settings. */
function settingsColumns(
  scope: TenantScope,
  channelId: string,
  given: ChannelSettings,
  stored?: unknown,
) {
  const place = { key: scope.secretKey, tenantId: scope.tenantId, channelId };
  const { settings, sealed } = sealSecrets(place, given, stored);
  return {
    name: settings.name,
    type: settings.type,
    settings: JSON.stringify(settings),
    shape: settingsShape,
    sealed: JSON.stringify(sealed),
  };
}

async function lockChannel(scope: TenantScope, id: string): Promise<ChannelRow | undefined> {
  return scope.db
    .selectFrom('channels')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** A later time than that of the last change, also within one millisecond: EDIT_CONFLICT compares these times. */
function laterThan(row: ChannelRow, now: Date): Date {
  return new Date(Math.max(now.getTime(), row.updated_at.getTime() + 1));
}

async function updateChannel(
  scope: TenantScope,
  id: string,
  change: Parameters<ChannelStore['update']>[2],
): Promise<StoredChannel | undefined> {
  const row = await lockChannel(scope, id);
  if (row === undefined) return undefined;
  const seen = change.updatedAt;
  if (seen !== undefined && new Date(seen).getTime() !== row.updated_at.getTime()) {
    throw domainError('EDIT_CONFLICT', { id });
  }
  const saved = await scope.db
    .updateTable('channels')
    .set({
      ...settingsColumns(scope, id, change.settings, row.sealed),
      ...(change.state !== undefined && { state: change.state }),
      ...editorsWith(change.by),
      updated_at: laterThan(row, scopeNow(scope)),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await publish(scope, id, 'updated');
  return toStoredChannel(saved, scope.secretKey);
}

function publish(
  { db, tenantId }: TenantScope,
  id: string,
  action: 'created' | 'updated' | 'removed',
): Promise<void> {
  return notifyChange(db, { tenant: tenantId, kind: 'channels', id, action });
}

async function changeColumns(
  scope: TenantScope,
  id: string,
  by: string | undefined,
  columns: (row: ChannelRow) => Partial<Pick<ChannelRow, 'state' | 'reset_count' | 'updated_at'>>,
): Promise<StoredChannel | undefined> {
  const row = await lockChannel(scope, id);
  if (row === undefined) return undefined;
  const saved = await scope.db
    .updateTable('channels')
    .set({ ...columns(row), ...editorsWith(by) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await publish(scope, id, 'updated');
  return toStoredChannel(saved, scope.secretKey);
}

async function insertChannel(
  scope: TenantScope,
  settings: ChannelSettings,
  { state, by }: { readonly state: ChannelState; readonly by: string | undefined },
): Promise<StoredChannel> {
  const now = scopeNow(scope);
  const id = newId(now.getTime());
  const row = await scope.db
    .insertInto('channels')
    .values({
      id,
      state,
      ...settingsColumns(scope, id, settings),
      ...firstEditor(by),
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await publish(scope, id, 'created');
  return toStoredChannel(row, scope.secretKey);
}

interface VersionRow {
  readonly id: string;
  readonly updated_at: Date;
  readonly reset_count: number;
}

async function readChannels(
  { db, secretKey }: Pick<TenantScope, 'db' | 'secretKey'>,
  ids: readonly string[],
): Promise<StoredChannel[]> {
  const rows = await db
    .selectFrom('channels')
    .selectAll()
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .execute();
  return rows.map((row) => toStoredChannel(row, secretKey));
}

/** The channels of these versions, in their order; those that are not cached are read. */
async function loadVersions(
  tenantId: string,
  cache: ChannelCache,
  versions: readonly VersionRow[],
  read: (ids: readonly string[]) => Promise<StoredChannel[]>,
): Promise<StoredChannel[]> {
  const channels = new Map<string, StoredChannel>();
  for (const { id, updated_at: updatedAt, reset_count: resetCount } of versions) {
    const known = cache.find({ tenantId, id, updatedAtMs: updatedAt.getTime(), resetCount });
    if (known) channels.set(id, known);
  }
  const unknown = versions.filter(({ id }) => !channels.has(id)).map(({ id }) => id);
  if (unknown.length > 0) {
    for (const channel of await read(unknown)) channels.set(channel.id, cache.add(channel));
  }
  return versions.flatMap(({ id }) => channels.get(id) ?? []);
}

async function listMatching(
  scope: TenantScope,
  cache: ChannelCache,
  query: ListQuery,
): Promise<Page<StoredChannel>> {
  const where = [
    ...(query.type === undefined ? [] : [sql`type = ${query.type}`]),
    ...(query.status === undefined ? [] : [sql`state = ${query.status}`]),
  ];
  const page = await fetchPage<VersionRow>(scope.db, { ...shape, where }, query);
  const read = (ids: readonly string[]) => readChannels(scope, ids);
  return { rows: await loadVersions(scope.tenantId, cache, page.rows, read), total: page.total };
}

/** Consoles poll the list without conditions: it takes one round trip when all versions are cached. */
async function listChannels(
  database: Database,
  cache: ChannelCache,
  tenantId: string,
  query: ListQuery,
): Promise<Page<StoredChannel>> {
  const filtered = query.type !== undefined || query.status !== undefined;
  const statements = filtered ? undefined : wholeListStatements<VersionRow>(shape, query);
  if (statements === undefined) {
    return database.forTenant(tenantId, (scope) => listMatching(scope, cache, query));
  }
  const [versions = [], counts = []] = await database.readTenant(tenantId, statements);
  const read = (ids: readonly string[]) =>
    database.forTenant(tenantId, (scope) => readChannels(scope, ids));
  const rows = await loadVersions(tenantId, cache, versions as VersionRow[], read);
  return { rows, total: (counts as { total: number }[])[0]?.total ?? 0 };
}

/**
 * Channels with their settings; secrets are sealed when written and opened when read.
 * @returns a store; unknown ids give undefined, changes of an older version reject with EDIT_CONFLICT
 * @see rules SEC-S4, SEC-S13
 */
export function createChannelStore(database: Database): ChannelStore {
  const { system, secretKey } = database;
  const cache = new ChannelCache();
  return {
    list: (tenantId, query) => listChannels(database, cache, tenantId, query),
    count: (tenantId) => database.forTenant(tenantId, ({ db }) => countTenantRows(db, 'channels')),
    countWithSecrets: (tenantId, systemId) =>
      database.forTenant(tenantId, async ({ db }) => {
        const rows = await db
          .selectFrom('channels')
          .select('id')
          .where(sql<boolean>`settings->>'systemId' = ${systemId} and sealed <> '{}'::jsonb`)
          .execute();
        return rows.length;
      }),
    find: (tenantId, id) =>
      database.forTenant(tenantId, async ({ db }) => {
        const row = await db
          .selectFrom('channels')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirst();
        return row && toStoredChannel(row, secretKey);
      }),
    create: (tenantId, settings, state = 'disabled', by = undefined) =>
      database.forTenant(tenantId, (scope) => insertChannel(scope, settings, { state, by })),
    update: (tenantId, id, change) =>
      database.forTenant(tenantId, (scope) => updateChannel(scope, id, change)),
    setState: (tenantId, id, state, by) =>
      database.forTenant(tenantId, (scope) =>
        changeColumns(scope, id, by, (row) => ({
          state,
          updated_at: laterThan(row, scopeNow(scope)),
        })),
      ),
    reset: (tenantId, id, by) =>
      database.forTenant(tenantId, (scope) =>
        changeColumns(scope, id, by, (row) => ({ reset_count: row.reset_count + 1 })),
      ),
    remove: (tenantId, id) =>
      database.forTenant(tenantId, async (scope) => {
        const result = await scope.db
          .deleteFrom('channels')
          .where('id', '=', id)
          .executeTakeFirst();
        if (result.numDeletedRows === 0n) return false;
        await publish(scope, id, 'removed');
        return true;
      }),
    async listAllEnabled() {
      const rows = await system
        .selectFrom('channels')
        .selectAll()
        .where('state', '=', 'enabled')
        .execute();
      return rows.map((row) => toStoredChannel(row, secretKey));
    },
    async findEnabled(tenantId, id) {
      const row = await system
        .selectFrom('channels')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .where('state', '=', 'enabled')
        .executeTakeFirst();
      return row && toStoredChannel(row, secretKey);
    },
  };
}
