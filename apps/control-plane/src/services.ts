/** Stores → services, by plain functions. */
import {
  createAccountStore,
  createChannelAssetStore,
  createChannelStore,
  createEgressGrantStore,
  createInvitationStore,
  createKnownClientStore,
  createMailStore,
  createNotificationStore,
  createOneTimeTokenStore,
  createPlaylistSnapshotStore,
  createPlaylistStore,
  createRateLimitStore,
  createRollupStore,
  createScheduledBreakStore,
  createTenantStore,
  createUserStore,
  type Database,
  watchChanges,
} from '@interlude/persistence';
import type { Clock, Config, Logger, Metrics, TenantEgresses } from '@interlude/runtime';
import { createLoginService } from './auth/accounts/login-service.ts';
import { createRegistrationService } from './auth/accounts/registration-service.ts';
import { createIdentity, type Identity } from './auth/create-identity.ts';
import { createMemberCache } from './auth/member-cache.ts';
import { createChangeFeed } from './change-feed.ts';
import { createClusters } from './clusters/create-clusters.ts';
import { createEvents } from './events.ts';
import { createMediaServices } from './media-services.ts';
import { createChannelService } from './resources/channels/channel-service.ts';
import { createScheduledBreaks } from './resources/channels/scheduled-breaks.ts';
import { createEgressGrantService } from './resources/egress-grants/egress-grant-service.ts';
import { createEventStreams } from './resources/events/event-streams.ts';
import { createInvitationService } from './resources/invitations/invitation-service.ts';
import { createPlaylistService } from './resources/playlists/playlist-service.ts';
import type { ProxiedSourcesOptions } from './resources/sources/proxied/proxied-sources.ts';
import { createSourceService } from './resources/sources/source-service.ts';
import { createTenantService } from './resources/tenants/tenant-service.ts';
import { createUserService } from './resources/users/user-service.ts';

export interface ControlPlaneDeps {
  readonly config: Config;
  readonly database: Database;
  readonly egress: TenantEgresses;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** Shown in the footer and in the API description. */
  readonly version: string;
  /** Folder of the built console (with `index.html`); absolute. */
  readonly consoleFolder: string;
}

export type Services = Awaited<ReturnType<typeof createServices>>;

export async function createServices(deps: ControlPlaneDeps, publicUrl: string) {
  const { config, database, egress, logger, metrics, clock } = deps;
  const now = () => clock.now();
  const events = createEvents(logger, metrics);
  const feed = await createChangeFeed((...input) => watchChanges(database, ...input));
  const accounts = createAccountStore(database);
  const mails = createMailStore(database);
  const rateLimits = createRateLimitStore(database);
  const shared = {
    accounts,
    tokens: createOneTimeTokenStore(database),
    rateLimits,
    knownClients: createKnownClientStore(database),
    mailer: mails,
    events,
    identity: (): Identity => identity,
    registration: config.registration,
    productName: config.productName,
    publicUrl,
    now,
  };
  const login = createLoginService(shared);
  const { checkPassword } = login;
  const identity: Identity = await createIdentity({
    ...deps,
    publicUrl,
    accounts,
    rateLimits,
    now,
    checkPassword,
  });
  const { findAccount, isCurrent } = identity;
  const channels = createChannelStore(database);
  const breaks = createScheduledBreakStore(database);
  const clusters = createClusters({ ...deps, events, feed, channels, breaks });
  const media = await createMediaServices({ ...deps, ...shared, channels, feed });
  const proxiedSources: ProxiedSourcesOptions = {
    ...{ channels, egress, now, publicUrl },
    secretKey: database.secretKey,
  };
  const invitations = createInvitationService({
    ...shared,
    invitations: createInvitationStore(database),
  });
  return {
    ...media,
    accounts,
    channels: createChannelService({
      channels,
      assets: createChannelAssetStore(database),
      clusters,
      rollups: createRollupStore(database),
      rateLimits,
      egress,
      events,
      now,
      stitcherPublicUrl: config.stitcherPublicUrl,
      secretKey: database.secretKey,
    }),
    breaks: createScheduledBreaks(channels, breaks, clusters),
    clusters,
    egressGrants: createEgressGrantService({
      grants: createEgressGrantStore(database),
      offered: config.egressAllow,
    }),
    events,
    feed,
    identity,
    login,
    logger,
    mails,
    members: createMemberCache({ findAccount, isCurrent, accounts, feed, now }),
    notifications: createNotificationStore(database),
    playlists: createPlaylistService({
      playlists: createPlaylistStore(database),
      snapshots: createPlaylistSnapshotStore(database),
      egress,
      stitcherPublicUrl: config.stitcherPublicUrl,
    }),
    proxiedSources,
    registration: createRegistrationService(shared),
    sources: createSourceService({ channels, egress, rateLimits, now }),
    streams: createEventStreams(feed),
    tenants: createTenantService({
      tenants: createTenantStore(database),
      invite: invitations.inviteTo,
      now,
    }),
    invitations,
    users: createUserService({ ...shared, users: createUserStore(database) }),
  };
}
