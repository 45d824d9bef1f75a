/** Stores → services of everything that has to do with media: assets, files, systems, workflows, uploads. */
import {
  createFlowStore,
  createJobQueue,
  createJobStore,
  createMediaEgressStore,
  createMediaStore,
  createSystemStore,
  createTitleStore,
} from '@interlude/persistence';
import { createChannelAssetService } from './resources/channel-assets/channel-asset-service.ts';
import { createMediaService } from './resources/medias/media-service.ts';
import { createSystemService } from './resources/systems/system-service.ts';
import { createTenantStorages } from './resources/systems/tenant-storages.ts';
import { createUploads, type UploadsOptions } from './resources/uploads/create-uploads.ts';
import type { ControlPlaneDeps } from './services.ts';

type Given = Pick<UploadsOptions, 'accounts' | 'events' | 'feed' | 'rateLimits' | 'tokens'> &
  Pick<Parameters<typeof createChannelAssetService>[0], 'channels'>;

export async function createMediaServices(deps: ControlPlaneDeps, given: Given) {
  const { config, database, egress } = deps;
  const { dataFolder, stitcherPublicUrl, clamdHost } = config;
  const medias = createMediaStore(database);
  const systems = createSystemStore(database);
  const titles = createTitleStore(database);
  const flows = createFlowStore(database);
  const queue = createJobQueue(database);
  const storages = createTenantStorages(systems, given.feed, { egress, dataFolder });
  const channelAssets = createChannelAssetService({ ...given, medias, queue, egress });
  return {
    channelAssets,
    flows,
    jobs: createJobStore(database),
    medias: createMediaService({ medias, storages, egress, events: given.events }),
    systems: createSystemService({
      systems,
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
