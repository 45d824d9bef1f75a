/**
 * Snapshots of linear playlists: the manifests of their items as first read, and the takeover time of each save. A row
 * is written once: a second writer gets the row of the first.
 */
import type { Database } from '../database.ts';
import { scopeNow } from '../scope.ts';

/** One save of a playlist. */
export interface PlaylistSave {
  readonly tenantId: string;
  readonly id: string;
  readonly updatedAt: string;
}

export interface KeptSnapshot {
  readonly updatedAt: string;
  readonly body: unknown;
}

export interface PlaylistSnapshotStore {
  /**
   * Stores `body` unless the key has one. @returns the stored body; undefined when the playlist does not exist any more
   */
  keep(save: PlaylistSave, key: string, body: object): Promise<unknown>;
  /** Bodies of one save, for those of the keys that are stored. */
  read(save: PlaylistSave, keys: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
  /** Bodies of all saves of a playlist under one key, the oldest save first. */
  listSaves(playlist: Omit<PlaylistSave, 'updatedAt'>, key: string): Promise<KeptSnapshot[]>;
  /** Removes the rows of all saves before this one. */
  forgetBefore(save: PlaylistSave): Promise<void>;
}

/**
 * Content that linear channels have played: saves of a playlist and the items that were read for them.
 * @returns a store in which the first body of a key is kept
 * @see ADR 0023
 */
export function createPlaylistSnapshotStore(database: Database): PlaylistSnapshotStore {
  return {
    keep: (save, key, body) =>
      database.forTenant(save.tenantId, async (scope) => {
        const place = {
          playlist_id: save.id,
          playlist_updated_at: new Date(save.updatedAt),
          item_key: key,
        };
        const { db } = scope;
        const isThere = await db
          .selectFrom('playlists')
          .select('id')
          .where('id', '=', save.id)
          .forKeyShare()
          .executeTakeFirst();
        if (isThere === undefined) return undefined;
        await db
          .insertInto('playlist_snapshots')
          .values({ ...place, body: JSON.stringify(body), made_at: scopeNow(scope) })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        const row = await db
          .selectFrom('playlist_snapshots')
          .select('body')
          .where('playlist_id', '=', save.id)
          .where('playlist_updated_at', '=', place.playlist_updated_at)
          .where('item_key', '=', key)
          .executeTakeFirst();
        return row?.body;
      }),
    read: (save, keys) =>
      database.forTenant(save.tenantId, async ({ db }) => {
        if (keys.length === 0) return new Map();
        const rows = await db
          .selectFrom('playlist_snapshots')
          .select(['item_key', 'body'])
          .where('playlist_id', '=', save.id)
          .where('playlist_updated_at', '=', new Date(save.updatedAt))
          .where('item_key', 'in', keys)
          .execute();
        return new Map(rows.map(({ item_key: key, body }) => [key, body] as const));
      }),
    listSaves: ({ tenantId, id }, key) =>
      database.forTenant(tenantId, async ({ db }) => {
        const rows = await db
          .selectFrom('playlist_snapshots')
          .select(['playlist_updated_at', 'body'])
          .where('playlist_id', '=', id)
          .where('item_key', '=', key)
          .orderBy('playlist_updated_at')
          .execute();
        return rows.map((row) => ({
          updatedAt: row.playlist_updated_at.toISOString(),
          body: row.body,
        }));
      }),
    forgetBefore: ({ tenantId, id, updatedAt }) =>
      database.forTenant(tenantId, async ({ db }) => {
        await db
          .deleteFrom('playlist_snapshots')
          .where('playlist_id', '=', id)
          .where('playlist_updated_at', '<', new Date(updatedAt))
          .execute();
      }),
  };
}
