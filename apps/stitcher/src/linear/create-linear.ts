import type { PlaylistSnapshotStore } from '@interlude/persistence';
import type { Clock, Logger, TenantEgresses } from '@interlude/runtime';
import type { Routes } from '../http/routes.ts';
import type { PlaylistDirectory } from '../playlists/playlist-directory.ts';
import { ItemSnapshots } from './item-snapshots.ts';
import { LinearRoutes } from './linear-routes.ts';

export interface CreateLinearParts {
  /** None: linear playlists are not served. */
  readonly playlistSnapshots?: PlaylistSnapshotStore | undefined;
  readonly config: { readonly stitcherPublicUrl: string };
  readonly egress: TenantEgresses;
  readonly clock: Clock;
  readonly logger: Logger;
}

export function createLinearRoutes(
  { playlistSnapshots: store, config, egress, clock, logger }: CreateLinearParts,
  directory: PlaylistDirectory,
): readonly Routes[] {
  const items = store && new ItemSnapshots(store, egress);
  const publicUrl = config.stitcherPublicUrl;
  return items ? [new LinearRoutes({ directory, store, items, clock, logger, publicUrl })] : [];
}
