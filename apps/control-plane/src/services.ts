/** Stores → services, by plain functions. */
import type { PlatformRole } from '@interlude/contract';
import { loadPayments } from '@interlude/payments';
import {
  createAccountStore,
  createAnnotationStore,
  createApiKeyStore,
  createAuditLogStore,
  createBillingStore,
  createBreakRecordStore,
  createChannelAssetStore,
  createChannelStore,
  createChannelVersionStore,
  createDeliveryStore,
  createEgressGrantStore,
  createEvidenceStore,
  createIdempotencyStore,
  createInvitationStore,
  createKnownClientStore,
  createMailStore,
  createMonitoringStore,
  createNotificationStore,
  createOneTimeTokenStore,
  createPlaylistSnapshotStore,
  createPlaylistStore,
  createRateLimitStore,
  createReconciliationStore,
  createReportMailStore,
  createReportSettingsStore,
  createReportStore,
  createRollupStore,
  createRowCounts,
  createSavedViewStore,
  createScheduledBreakStore,
  createShareLinkStore,
  createSourceRefusalStore,
  createSpliceStore,
  createStreamSubscriberStore,
  createSystemStore,
  createTenantStore,
  createUserStore,
  createUserSubscriptionStore,
  type Database,
  readTenantTier,
  watchChanges,
} from '@interlude/persistence';
import {
  type Clock,
  type Config,
  type Logger,
  type Metrics,
  SourceBudgets,
  type TenantEgresses,
} from '@interlude/runtime';
import { type EqualTime, inEqualTime } from './auth/accounts/equal-time.ts';
import { createRegistrationService } from './auth/accounts/registration-service.ts';
import type { Identity } from './auth/create-identity.ts';
import { createSignIn } from './auth/create-sign-in.ts';
import { createKeyRing } from './auth/key-ring.ts';
import { createChangeFeed } from './change-feed.ts';
import { createClusters } from './clusters/create-clusters.ts';
import { createEvents } from './events.ts';
import { createMediaServices } from './media-services.ts';
import { createAnnotationService } from './resources/annotations/annotation-service.ts';
import { createBillingService } from './resources/billing/billing-service.ts';
import { createBoundRows } from './resources/bound-rows.ts';
import { createBreakRecordService } from './resources/break-records/break-record-service.ts';
import { createChannelHistory } from './resources/channels/channel-history.ts';
import { createChannelService } from './resources/channels/channel-service.ts';
import { createScheduledBreaks } from './resources/channels/scheduled-breaks.ts';
import { createEgressGrantService } from './resources/egress-grants/egress-grant-service.ts';
import { createEventStreams } from './resources/events/event-streams.ts';
import { createInvitationService } from './resources/invitations/invitation-service.ts';
import { createLoginSessionService } from './resources/login-sessions/login-session-service.ts';
import { createEvidenceService } from './resources/monitoring/evidence-service.ts';
import { createMonitoringService } from './resources/monitoring/monitoring-service.ts';
import { createPlaylistService } from './resources/playlists/playlist-service.ts';
import { createReconciliationService } from './resources/reconciliations/reconciliation-service.ts';
import { createReportMailService } from './resources/report-mails/report-mail-service.ts';
import { createReportService } from './resources/reports/report-service.ts';
import { createSavedViewService } from './resources/saved-views/saved-view-service.ts';
import { createSecondFactorService } from './resources/second-factors/second-factor-service.ts';
import { createShareLinkService } from './resources/share-links/share-link-service.ts';
import type { ProxiedSourcesOptions } from './resources/sources/proxied/proxied-sources.ts';
import { createSourceService } from './resources/sources/source-service.ts';
import { createStreamSubscriberService } from './resources/stream-subscribers/stream-subscriber-service.ts';
import { createTenantService } from './resources/tenants/tenant-service.ts';
import { createUserSubscriptionService } from './resources/user-subscriptions/user-subscription-service.ts';
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
  /** Delays answers about accounts; default: to whole steps, so that their time reveals nothing. */
  readonly equalTime?: EqualTime | undefined;
  /** How the roles of the launcher are; left out: no launcher runs them. */
  readonly platformRoles?: (() => readonly PlatformRole[]) | undefined;
}

/** Services of counted figures: reports, annotations, share links, report mails. */
function figureServices(
  { config, database }: ControlPlaneDeps,
  {
    events,
    now,
    rateLimits,
  }: {
    readonly events: ReturnType<typeof createEvents>;
    readonly now: () => number;
    readonly rateLimits: ReturnType<typeof createRateLimitStore>;
  },
) {
  const settings = createReportSettingsStore(database);
  const reportMails = createReportMailStore(database);
  const tenants = createTenantStore(database);
  const reports = createReportService({
    reports: createReportStore(database),
    settings,
    systems: createSystemStore(database),
    events,
    now,
    attribution: config.geoAttribution,
  });
  return {
    reports,
    reportMails: createReportMailService({ mails: reportMails, tenants, rateLimits }),
    storedReportMails: reportMails,
    savedViews: createSavedViewService(createSavedViewStore(database)),
    shareLinks: createShareLinkService({
      links: createShareLinkStore(database),
      reports,
      sharedReports: { list: reports.list, read: reports.readShared },
      rateLimits,
      now,
    }),
    annotations: createAnnotationService({
      annotations: createAnnotationStore(database),
      auditLog: createAuditLogStore(database),
      now,
    }),
    reconciliations: createReconciliationService({
      reconciliations: createReconciliationStore(database),
      settings,
      rateLimits,
    }),
    streamSubscribers: createStreamSubscriberService({
      subscribers: createStreamSubscriberStore(database),
      settings,
      tenants,
      rateLimits,
      now,
    }),
  };
}

/** Of people: their memberships, sessions and second factors. */
function personServices(
  parts: Parameters<typeof createUserService>[0] &
    Parameters<typeof createLoginSessionService>[0] &
    Omit<
      Parameters<typeof createSecondFactorService>[0],
      'factors' | 'check' | 'enrolment' | 'party'
    > &
    Pick<Awaited<ReturnType<typeof createSignIn>>, 'secondFactor' | 'sessions'>,
) {
  const { secondFactor, sessions } = parts;
  return {
    users: createUserService(parts),
    secondFactorLogin: secondFactor.login,
    loginSessionStore: sessions,
    loginSessions: createLoginSessionService(parts),
    secondFactors: createSecondFactorService({ ...parts, ...secondFactor }),
  };
}

/** Services of companies and their billing. */
async function companyServices(
  { config, database }: ControlPlaneDeps,
  parts: Pick<Parameters<typeof createBillingService>[0], 'rateLimits' | 'now'> &
    Pick<Parameters<typeof createTenantService>[0], 'invite' | 'identity'> & {
      readonly publicUrl: string;
    },
) {
  const payments = await loadPayments(config);
  const billing = createBillingService({
    ...parts,
    billing: createBillingStore(database),
    payments,
    accountUrl: `${parts.publicUrl}/app/settings/account`,
  });
  const { subscribe } = billing;
  const tenants = createTenantService({
    ...{ ...parts, subscribe },
    tenants: createTenantStore(database),
  });
  return { payments, billing, tenants };
}

export type Services = Awaited<ReturnType<typeof createServices>>;

/** Stored results of the monitor, and evidence packs of them. */
function monitoringServices(
  database: Database,
  of: Pick<Parameters<typeof createEvidenceService>[0], 'breaks' | 'version' | 'now'> & {
    readonly channels: ReturnType<typeof createChannelStore>;
  },
) {
  const splices = createSpliceStore(database);
  return {
    evidence: createEvidenceService({ ...of, splices, evidence: createEvidenceStore(database) }),
    monitoring: createMonitoringService(of.channels, createMonitoringStore(database), splices),
  };
}

export async function createServices(deps: ControlPlaneDeps, publicUrl: string) {
  const { config, database, egress, logger, metrics, clock } = deps;
  const now = () => clock.now();
  const events = createEvents(logger, metrics);
  const feed = await createChangeFeed((...input) => watchChanges(database, ...input));
  const accounts = createAccountStore(database);
  const mails = createMailStore(database);
  const rateLimits = createRateLimitStore(database);
  const { registration, productName } = config;
  const shared = {
    ...{ accounts, rateLimits, events, registration, productName, publicUrl, now },
    tokens: createOneTimeTokenStore(database),
    knownClients: createKnownClientStore(database),
    mailer: mails,
    identity: (): Identity => identity,
    inEqualTime: deps.equalTime ?? inEqualTime,
  };
  const signIn = await createSignIn(deps, { ...shared, feed });
  const { login, members } = signIn;
  const identity: Identity = signIn.identity;
  const channels = createChannelStore(database);
  const breaks = createScheduledBreakStore(database);
  const clusters = createClusters({ ...deps, events, feed, channels, breaks });
  const tierOf = (tenantId: string) => readTenantTier(database, tenantId);
  const budgets = new SourceBudgets();
  const media = await createMediaServices({ ...deps, ...shared, budgets, channels, feed });
  const proxiedSources: ProxiedSourcesOptions = {
    ...{ channels, egress, now, publicUrl },
    secretKey: database.secretKey,
  };
  const invitations = createInvitationService({
    ...shared,
    invitations: createInvitationStore(database),
  });
  const apiKeys = createApiKeyStore(database);
  const channelService = createChannelService({
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
    tierOf,
  });
  const storedSubscriptions = createUserSubscriptionStore(database);
  const subscriptions = createUserSubscriptionService({
    subscriptions: storedSubscriptions,
    egress,
  });
  const breakRecords = createBreakRecordService({
    ...{ channels, now },
    records: createBreakRecordStore(database),
  });
  return {
    ...media,
    accounts,
    apiKeys,
    idempotency: createIdempotencyStore(database),
    keyRing: createKeyRing(apiKeys, rateLimits),
    auditLog: createAuditLogStore(database),
    channels: channelService,
    channelHistory: createChannelHistory({
      channels,
      versions: createChannelVersionStore(database),
      update: channelService.update,
    }),
    breakRecords,
    breaks: createScheduledBreaks(channels, breaks, clusters),
    clusters,
    deliveries: createDeliveryStore(database),
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
    members,
    ...monitoringServices(database, {
      ...{ channels, breaks: breakRecords, version: deps.version, now },
    }),
    notifications: createNotificationStore(database),
    playlists: createPlaylistService({
      playlists: createPlaylistStore(database),
      snapshots: createPlaylistSnapshotStore(database),
      egress,
      stitcherPublicUrl: config.stitcherPublicUrl,
    }),
    proxiedSources,
    registration: createRegistrationService(shared),
    sourceRefusals: createSourceRefusalStore(database),
    ...figureServices(deps, { events, now, rateLimits }),
    sources: createSourceService({
      ...{ channels, egress, rateLimits, budgets, now },
      tierOf,
    }),
    streams: createEventStreams(feed),
    ...(await companyServices(deps, {
      ...{ rateLimits, now, publicUrl, identity: shared.identity, invite: invitations.inviteTo },
    })),
    invitations,
    rateLimits,
    storedSubscriptions,
    subscriptions,
    boundRows: createBoundRows(createRowCounts(database), tierOf),
    ...personServices({ ...signIn, ...shared, subscriptions, users: createUserStore(database) }),
  };
}
