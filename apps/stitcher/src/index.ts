/** The data plane: the role that answers players. */
import {
  createAdRequestTurnStore,
  createBreakRecordStore,
  createClusterChannelStore,
  createCompanyErasureStore,
  createEventClaimStore,
  createMediaEgressStore,
  createPlaylistSnapshotStore,
  createPlaylistStore,
  createReportSettingsStore,
  createRollupStore,
  createSessionEntryStore,
  createSessionPlanStore,
  createSourceReadingStore,
  createSourceRefusalStore,
  createSourceSnapshotStore,
  createStitcherSessionStore,
  createSystemStore,
  type Database,
  notifyOperators,
  readTenantTier,
} from '@interlude/persistence';
import {
  type Clock,
  type Config,
  type Logger,
  type Metrics,
  newId,
  type TenantEgresses,
} from '@interlude/runtime';
import { createStitcherApp, type Stitcher } from './app.ts';
import { createDatabaseChannels } from './channels/database-channels.ts';
import { createDatabaseAssets } from './creatives/assets/database-assets.ts';
import { watchFoldedValues } from './events/folded-values.ts';
import { createTenantStorages } from './media/tenant-storages.ts';
import type { MpdPace } from './origin/dash-pace.ts';
import type { PollPace } from './origin/poll-pace.ts';

export interface StitcherDeps {
  readonly config: Config;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly egress: TenantEgresses;
  readonly clock: Clock;
  readonly database: Database;
  /** Interval until a source is requested again; left out: `nextPollDelayMs`, `nextMpdDelayMs`. */
  readonly pace?: PollPace;
  readonly mpdPace?: MpdPace;
  /** See `SourceReadingsOptions`. */
  readonly shownAfterMs?: number;
}

/** The role for the launcher. It serves without the database once the channels were read. */
export function createStitcher(deps: StitcherDeps): Stitcher {
  const { database, ...rest } = deps;
  const onFolded = watchFoldedValues({
    metrics: deps.metrics,
    logger: deps.logger,
    notify: (notice) => notifyOperators(database, notice),
  });
  const rollups = createRollupStore(database, { onFolded });
  const systems = createSystemStore(database);
  const counts = createStitcherSessionStore(database);
  const egressReport = createMediaEgressStore(database);
  const { egress, clock, config } = rest;
  const stitcher = newId(clock.now());
  const storages = createTenantStorages({
    find: systems.findStorage,
    egress,
    clock,
    dataFolder: config.dataFolder,
  });
  return createStitcherApp({
    ...rest,
    secretKey: database.secretKey,
    channelRepository: createDatabaseChannels(database),
    clusterChannels: createClusterChannelStore(database),
    playlists: createPlaylistStore(database),
    playlistSnapshots: createPlaylistSnapshotStore(database),
    tierOf: (tenantId) => readTenantTier(database, tenantId),
    assets: createDatabaseAssets({ database, storages }),
    applyBatch: rollups.apply,
    readErased: createCompanyErasureStore(database).erased,
    fitsBatch: rollups.fits,
    readReportRules: createReportSettingsStore(database).all,
    writeRecords: createBreakRecordStore(database).write,
    notifyOperators: (notice) => notifyOperators(database, notice),
    sessionReports: {
      exchange: (own, watching) => counts.exchange(stitcher, own, watching),
      leave: () => counts.leave(stitcher),
    },
    entryStore: createSessionEntryStore(database),
    planStore: createSessionPlanStore(database),
    claimStore: createEventClaimStore(database),
    turnStore: createAdRequestTurnStore(database),
    snapshotStore: createSourceSnapshotStore(database),
    readingStore: createSourceReadingStore(database),
    sourceRefusals: createSourceRefusalStore(database),
    storedFiles: { storages, writeServed: egressReport.add },
  });
}

export type { Stitcher } from './app.ts';
export { type ReplayResult, replaySetAside } from './events/replay-set-aside.ts';
