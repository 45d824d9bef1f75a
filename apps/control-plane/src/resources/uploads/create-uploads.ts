/** The upload services, wired. */

import type { TenantStorages } from '@interlude/object-storage';
import {
  type AccountStore,
  type ChannelStore,
  checkStorageQuota,
  createUploadStore,
  type Database,
  type FlowStore,
  type MediaStore,
  notifyUploadEvent,
  type StoredSystem,
  type TitleStore,
  watchUploadEvents,
} from '@interlude/persistence';
import { createScanner } from '@interlude/runtime';
import type { OneTimeTokens, RateLimits } from '../../auth/accounts/account-ports.ts';
import type { ChangeFeed } from '../../change-feed.ts';
import type { ControlPlaneEvents } from '../../events.ts';
import { ChunkJoiner } from './chunks/chunk-joiner.ts';
import { createUploadStorages } from './files/upload-storage.ts';
import { createMediaUpload } from './media-upload.ts';
import { createSlateUploads } from './slate-upload.ts';
import { createSlateConditioning, type SlateAssets } from './slates/store-slate.ts';
import { createUploadSockets } from './socket/upload-sockets.ts';
import { createUploadTickets } from './socket/upload-tickets.ts';

export interface UploadsOptions {
  readonly accounts: Pick<AccountStore, 'find' | 'memberships'>;
  readonly database: Database;
  readonly channels: Pick<ChannelStore, 'find'>;
  readonly flows: Pick<FlowStore, 'list'>;
  readonly medias: Pick<MediaStore, 'find'>;
  readonly titles: Pick<TitleStore, 'find'>;
  readonly assets: SlateAssets;
  readonly storages: TenantStorages<StoredSystem>;
  readonly feed: Pick<ChangeFeed, 'subscribe'>;
  readonly events: ControlPlaneEvents;
  readonly tokens: OneTimeTokens;
  readonly rateLimits: Pick<RateLimits, 'take'>;
  /** CLAMD_HOST; undefined = files are not scanned. */
  readonly clamdHost: string | undefined;
  readonly stitcherPublicUrl: string;
}

export async function createUploads(options: UploadsOptions) {
  const { database, channels, medias, titles, events, feed, stitcherPublicUrl } = options;
  const shared = {
    uploads: createUploadStore(database),
    storages: createUploadStorages(options.flows, options.storages),
    scanner: createScanner({ address: options.clamdHost }),
    checkQuota: (tenantId: string, bytes: number) => checkStorageQuota(database, tenantId, bytes),
    stitcherPublicUrl,
    events,
  };
  const slateDeps = {
    ...shared,
    condition: createSlateConditioning(options.assets),
    notify: (event: Parameters<typeof notifyUploadEvent>[1]) => notifyUploadEvent(database, event),
  };
  const joiner = new ChunkJoiner(slateDeps);
  const sockets = createUploadSockets(feed, () => database.clock.now());
  const endWatch = await watchUploadEvents(database, sockets.deliver);
  return {
    media: createMediaUpload({ ...shared, titles, medias }),
    slates: createSlateUploads({ ...slateDeps, channels, medias, joiner }),
    tickets: createUploadTickets(options),
    sockets,
    /** Aborts running joins; any process can resume them. */
    stop: async () => {
      endWatch();
      sockets.closeAll();
      await joiner.stop();
    },
  };
}
