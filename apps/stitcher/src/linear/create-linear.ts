import type { PlaylistSnapshotStore } from '@interlude/persistence';
import type { Clock, Logger, SourceBudgets, TenantEgresses } from '@interlude/runtime';
import type { Routes } from '../http/routes.ts';
import type { PlaylistDirectory } from '../playlists/playlist-directory.ts';
import { ItemSnapshots, type TierOf } from './item-snapshots.ts';
import { LinearRoutes } from './linear-routes.ts';

export interface CreateLinearParts {
  /** Left out: linear playlists are not served. */
  readonly playlistSnapshots?: PlaylistSnapshotStore | undefined;
  readonly config: { readonly stitcherPublicUrl: string };
  readonly egress: TenantEgresses;
  /** Finds the tier of a company; left out: the smallest. */
  readonly tierOf?: TierOf | undefined;
  readonly sourceBudgets: SourceBudgets;
  readonly clock: Clock;
  readonly logger: Logger;
}

export function createLinearRoutes(
  parts: CreateLinearParts,
  directory: PlaylistDirectory,
): readonly Routes[] {
  const { playlistSnapshots: store, config, egress, clock, logger } = parts;
  const { sourceBudgets: budgets, tierOf = async () => 'trial' as const } = parts;
  const items = store && new ItemSnapshots({ store, egress, budgets, tierOf });
  const publicUrl = config.stitcherPublicUrl;
  return items ? [new LinearRoutes({ directory, store, items, clock, logger, publicUrl })] : [];
}
