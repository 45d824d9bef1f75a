/** Creatives and slates that are ready in a conditioning profile. */
import { type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { ChannelAssetsTable } from '../schema.ts';
import { type AssetForm, profileHashOf } from './asset-keys.ts';

export interface StoredChannelAsset {
  readonly id: string;
  readonly clipId: string;
  readonly profileHash: string;
  readonly titleId: string;
  readonly jobId: string;
  /** Empty when the profile has no HLS. */
  readonly hlsUrl: string;
  readonly dashUrl: string;
  /** Empty = the built-in local folder. */
  readonly storageSystemId: string;
  /** Folder, ending in `/`, with `master.m3u8` and `manifest.mpd`, as far as the profile has these. */
  readonly storageKey: string;
  readonly sizeBytes: number;
  readonly durationMs: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

/** Newest assets of a creative in other profiles that `listReady` returns for each protocol. */
const otherAssets = 4;

export interface ChannelAssetStore {
  /** Undefined when the asset is not ready. */
  find(tenantId: string, clipId: string, profile: object): Promise<StoredChannelAsset | undefined>;
  findById(tenantId: string, id: string): Promise<StoredChannelAsset | undefined>;
  /**
   * Ready assets of the requested forms, and for each creative and protocol some that are ready in other profiles,
   * newest first; by one query.
   */
  listReady(tenantId: string, forms: readonly AssetForm[]): Promise<StoredChannelAsset[]>;
  /** The asset with a manifest at this address (http or https). */
  findByUrl(tenantId: string, url: string): Promise<StoredChannelAsset | undefined>;
  /** All ready assets of a creative. */
  listOfClip(tenantId: string, clipId: string): Promise<StoredChannelAsset[]>;
}

export const toChannelAsset = (row: Selectable<ChannelAssetsTable>): StoredChannelAsset => ({
  id: row.id,
  clipId: row.clip_id,
  profileHash: row.profile_hash,
  titleId: row.title_id,
  jobId: row.job_id,
  hlsUrl: row.hls_url,
  dashUrl: row.dash_url,
  storageSystemId: row.storage_system_id,
  storageKey: row.storage_key,
  sizeBytes: row.size_bytes,
  durationMs: row.duration_ms,
  createdAt: row.created_at.toISOString(),
});

/**
 * Creatives and slates by clip id and conditioning profile.
 * @returns a store of the ready assets of one tenant at a time
 * @see ADR 0020
 */
export function createChannelAssetStore(database: Database): ChannelAssetStore {
  return {
    find: (tenantId, clipId, profile) =>
      database.forTenant(tenantId, async ({ db }) => {
        const row = await db
          .selectFrom('channel_assets')
          .selectAll()
          .where('clip_id', '=', clipId)
          .where('profile_hash', '=', profileHashOf(profile))
          .executeTakeFirst();
        return row && toChannelAsset(row);
      }),
    findById: (tenantId, id) =>
      database.forTenant(tenantId, async ({ db }) => {
        const found = db.selectFrom('channel_assets').selectAll().where('id', '=', id);
        const row = await found.executeTakeFirst();
        return row && toChannelAsset(row);
      }),
    listReady: (tenantId, forms) =>
      database.forTenant(tenantId, async ({ db }) => {
        const clipIds = [...new Set(forms.map(({ clipId }) => clipId))];
        const hashes = [...new Set(forms.map(({ profileHash }) => profileHash))];
        if (clipIds.length === 0) return [];
        const place = sql<number>`row_number() over (
          partition by clip_id, hls_url = '' order by (profile_hash = any(${hashes}::text[])) desc, created_at desc, id)`;
        const ranked = db
          .selectFrom('channel_assets')
          .selectAll()
          .select(place.as('place'))
          .where('clip_id', 'in', clipIds)
          .as('ranked');
        const rows = await db
          .selectFrom(ranked)
          .selectAll()
          .where('place', '<=', hashes.length + otherAssets)
          .orderBy('created_at', 'desc')
          .orderBy('id')
          .execute();
        return rows.map(toChannelAsset);
      }),
    findByUrl: (tenantId, url) =>
      database.forTenant(tenantId, async ({ db }) => {
        const plain = url.replace(/^https?:/i, '');
        const urls = [`http:${plain}`, `https:${plain}`];
        const row = await db
          .selectFrom('channel_assets')
          .selectAll()
          .where((of) => of.or([of('hls_url', 'in', urls), of('dash_url', 'in', urls)]))
          .orderBy('created_at', 'desc')
          .limit(1)
          .executeTakeFirst();
        return row && toChannelAsset(row);
      }),
    listOfClip: (tenantId, clipId) =>
      database.forTenant(tenantId, async ({ db }) => {
        const rows = db.selectFrom('channel_assets').selectAll().where('clip_id', '=', clipId);
        return (await rows.execute()).map(toChannelAsset);
      }),
  };
}
