/** Stores → services of media: assets, files, systems, workflows, uploads. */
import { domainError } from '@interlude/contract/errors';
import { createTenantStorages } from '@interlude/object-storage';
import {
  type ChannelStore,
  createFlowStore,
  createJobQueue,
  createJobStore,
  createMediaEgressStore,
  createMediaStore,
  createSystemStore,
  createTitleStore,
  type Database,
  readTenantTier,
} from '@interlude/persistence';
import type { Config, SourceBudgets, TenantEgresses } from '@interlude/runtime';
import { createAdServerTests } from './resources/ad-servers/ad-server-tests.ts';
import { createChannelAssetService } from './resources/channel-assets/channel-asset-service.ts';
import type { ReadLadder } from './resources/channel-assets/channel-profiles.ts';
import { readSourceLadder } from './resources/channel-assets/source-ladder.ts';
import { createMediaService } from './resources/medias/media-service.ts';
import { createSystemService } from './resources/systems/system-service.ts';
import { createUploads, type UploadsOptions } from './resources/uploads/create-uploads.ts';

interface MediaServicesOptions
  extends Pick<UploadsOptions, 'accounts' | 'events' | 'feed' | 'rateLimits' | 'tokens'> {
  readonly channels: ChannelStore;
  readonly config: Pick<Config, 'clamdHost' | 'dataFolder' | 'stitcherPublicUrl'>;
  readonly database: Database;
  readonly budgets: SourceBudgets;
  readonly egress: TenantEgresses;
  readonly now: () => number;
}

export async function createMediaServices(given: MediaServicesOptions) {
  const { config, database, budgets, egress } = given;
  const { dataFolder, stitcherPublicUrl, clamdHost } = config;
  const medias = createMediaStore(database);
  const systems = createSystemStore(database);
  const titles = createTitleStore(database);
  const flows = createFlowStore(database);
  const queue = createJobQueue(database);
  const storages = createTenantStorages({
    find: systems.findStorage,
    missing: () =>
      domainError('STORAGE_FAILED', { storage: 'local', reason: 'this company has none' }),
    egress,
    dataFolder,
  });
  const readLadder: ReadLadder = async (tenantId, source, settings) => {
    const owner = { tenantId, tier: await readTenantTier(database, tenantId) };
    return budgets.look(owner, (budget) => readSourceLadder(source, budget, settings));
  };
  const channelAssets = createChannelAssetService({ ...given, medias, queue, egress, readLadder });
  return {
    adServers: createAdServerTests({ ...given, queue, readLadder }),
    channelAssets,
    flows,
    jobs: createJobStore(database),
    medias: createMediaService({ medias, storages, egress, events: given.events }),
    systems: createSystemService({
      systems,
      channels: given.channels,
      mediaEgress: createMediaEgressStore(database),
      egress,
    }),
    titles,
    uploads: await createUploads({
      ...{ ...given, database, flows, medias, titles, assets: channelAssets, storages },
      ...{ clamdHost, stitcherPublicUrl },
    }),
  };
}
