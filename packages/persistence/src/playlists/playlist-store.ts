/** Playlists of a tenant. Each change is announced to all processes in its transaction. */
import type { ListQuery, Page, PlaylistSettings } from '@interlude/contract';
import { newId } from '@interlude/runtime';
import { sql } from 'kysely';
import { notifyChange } from '../changes/change-feed.ts';
import { checkEdit, laterThan } from '../changes/edit-check.ts';
import type { Database } from '../database.ts';
import { fetchPage, type ListShape } from '../lists/list-page.ts';
import { scopeNow, type TenantScope } from '../scope.ts';
import {
  type PlaylistRow,
  playlistColumns,
  type StoredPlaylist,
  toStoredPlaylist,
} from './playlist-row.ts';

export interface PlaylistStore {
  /** Filters: `type`, `status`. @throws {DomainError} SORT_UNKNOWN */
  list(tenantId: string, query: ListQuery): Promise<Page<StoredPlaylist>>;
  find(tenantId: string, id: string): Promise<StoredPlaylist | undefined>;
  create(tenantId: string, settings: PlaylistSettings): Promise<StoredPlaylist>;
  /**
   * Changes a playlist.
   * @param change `updatedAt` of the state on which the change is based; left out = no check
   * @returns undefined when the tenant has no such playlist
   * @throws {DomainError} EDIT_CONFLICT
   */
  update(
    tenantId: string,
    id: string,
    change: PlaylistSettings & { readonly updatedAt?: string | undefined },
  ): Promise<StoredPlaylist | undefined>;
  remove(tenantId: string, id: string): Promise<boolean>;
  /** Reads a playlist of any tenant, to serve it; undefined when there is none or it is disabled. */
  readPlaylistForServing(id: string): Promise<StoredPlaylist | undefined>;
}

const shape = {
  select: sql`*`,
  from: sql`playlists`,
  sortable: {
    createdAt: sql`created_at`,
    updatedAt: sql`updated_at`,
    name: sql`lower(name)`,
    type: sql`type`,
    status: sql`status`,
    startDate: sql`start_date`,
    id: sql`id`,
  },
  searched: [sql`name`, sql`id`],
  tieBreak: sql`id`,
  counted: 'playlists',
} satisfies ListShape;

const publish = (
  { db, tenantId }: TenantScope,
  id: string,
  action: 'created' | 'updated' | 'removed',
) => notifyChange(db, { tenant: tenantId, kind: 'playlists', id, action });

async function listPlaylists({ db }: TenantScope, query: ListQuery): Promise<Page<StoredPlaylist>> {
  const where = [
    ...(query.type === undefined ? [] : [sql`type = ${query.type}`]),
    ...(query.status === undefined ? [] : [sql`status = ${query.status}`]),
  ];
  const page = await fetchPage<PlaylistRow>(db, { ...shape, where }, query);
  return { rows: page.rows.map(toStoredPlaylist), total: page.total };
}

async function createPlaylist(
  scope: TenantScope,
  settings: PlaylistSettings,
): Promise<StoredPlaylist> {
  const now = scopeNow(scope);
  const id = newId(now.getTime());
  const row = await scope.db
    .insertInto('playlists')
    .values({ id, ...playlistColumns(settings), created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
  await publish(scope, id, 'created');
  return toStoredPlaylist(row);
}

async function updatePlaylist(
  scope: TenantScope,
  id: string,
  change: Parameters<PlaylistStore['update']>[2],
): Promise<StoredPlaylist | undefined> {
  const { db } = scope;
  const found = db.selectFrom('playlists').selectAll().where('id', '=', id).forUpdate();
  const row = await found.executeTakeFirst();
  if (row === undefined) return undefined;
  checkEdit(row, change.updatedAt);
  const saved = await db
    .updateTable('playlists')
    .set({ ...playlistColumns(change), updated_at: laterThan(row, scopeNow(scope)) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await publish(scope, id, 'updated');
  return toStoredPlaylist(saved);
}

async function removePlaylist(scope: TenantScope, id: string): Promise<boolean> {
  const gone = scope.db.deleteFrom('playlists').where('id', '=', id);
  if ((await gone.executeTakeFirst()).numDeletedRows === 0n) return false;
  await publish(scope, id, 'removed');
  return true;
}

/**
 * Playlists of assets.
 * @returns a store; unknown ids give undefined, changes of an older version reject with EDIT_CONFLICT
 * @see DATA-029, DATA-030, DATA-031; ADR 0023
 */
export function createPlaylistStore(database: Database): PlaylistStore {
  return {
    list: (tenantId, query) => database.forTenant(tenantId, (scope) => listPlaylists(scope, query)),
    find: (tenantId, id) =>
      database.forTenant(tenantId, async ({ db }) => {
        const found = db.selectFrom('playlists').selectAll().where('id', '=', id);
        const row = await found.executeTakeFirst();
        return row && toStoredPlaylist(row);
      }),
    create: (tenantId, settings) =>
      database.forTenant(tenantId, (scope) => createPlaylist(scope, settings)),
    update: (tenantId, id, change) =>
      database.forTenant(tenantId, (scope) => updatePlaylist(scope, id, change)),
    remove: (tenantId, id) => database.forTenant(tenantId, (scope) => removePlaylist(scope, id)),
    readPlaylistForServing: async (id) => {
      const row = await database.system
        .selectFrom('playlists')
        .selectAll()
        .where('id', '=', id)
        .where('status', '=', 'enabled')
        .executeTakeFirst();
      return row && toStoredPlaylist(row);
    },
  };
}
