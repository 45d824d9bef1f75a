/** Converts a row of `playlists` to a playlist. */
import {
  type PlaylistSettings,
  playlistItem,
  playlistStatuses,
  playlistTypes,
  withUserInfo,
} from '@interlude/contract';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { PlaylistsTable } from '../schema.ts';

export interface StoredPlaylist extends PlaylistSettings {
  readonly id: string;
  readonly tenantId: string;
  readonly createdAt: string;
  /** Differs with each save. */
  readonly updatedAt: string;
}

export type PlaylistRow = Selectable<PlaylistsTable>;

/** Removes credentials that an earlier version accepted in addresses: a feed is public. */
const storedItems = z
  .preprocess((item) => {
    const { url = '', ...rest } = Object(item);
    return { ...rest, url: withUserInfo(String(url), '') };
  }, playlistItem)
  .array();

export function toStoredPlaylist(row: PlaylistRow): StoredPlaylist {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    name: row.name,
    type: playlistTypes.find((type) => type === row.type) ?? 'vod',
    status: playlistStatuses.find((status) => status === row.status) ?? 'disabled',
    startDate: row.start_date?.toISOString() ?? null,
    loops: row.loops,
    fillerUrl: withUserInfo(row.filler_url, ''),
    contents: storedItems.parse(row.contents),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export const playlistColumns = (playlist: PlaylistSettings) => ({
  name: playlist.name,
  type: playlist.type,
  status: playlist.status,
  start_date:
    playlist.type === 'vod2live' && playlist.startDate !== null
      ? new Date(playlist.startDate)
      : null,
  loops: playlist.loops,
  filler_url: playlist.fillerUrl,
  contents: JSON.stringify(playlist.contents),
});
