/** Services → HTTP: health, API description, sign-in, the contract's routes, the console. */
import type { RequestListener, Server } from 'node:http';
import { createHealth, type Health } from '@interlude/runtime';
import type { FastifyInstance } from 'fastify';
import { authRoutes } from './auth/auth-routes.ts';
import { createNoteUse } from './auth/note-session-use.ts';
import { createConsoleFiles } from './console/console-files.ts';
import { serveConsole } from './console/serve-console.ts';
import { createAudit } from './http/audit.ts';
import { createAuthenticate } from './http/authenticate.ts';
import type { ContractHandlers } from './http/call.ts';
import { createApp } from './http/create-app.ts';
import { createIdempotent } from './http/idempotency.ts';
import { registerRoutes } from './http/register-routes.ts';
import { acceptUploads } from './http/upload-form.ts';
import { serveOpenApi } from './openapi/serve-openapi.ts';
import { adServerRoutes } from './resources/ad-servers/ad-server-routes.ts';
import { annotationRoutes } from './resources/annotations/annotation-routes.ts';
import { apiKeyRoutes } from './resources/api-keys/api-key-routes.ts';
import { auditLogRoutes } from './resources/audit-log/audit-log-routes.ts';
import { billingRoutes } from './resources/billing/billing-routes.ts';
import { serveStripeEvents } from './resources/billing/serve-stripe-events.ts';
import { breakRecordRoutes } from './resources/break-records/break-record-routes.ts';
import { channelAssetRoutes } from './resources/channel-assets/channel-asset-routes.ts';
import { channelRoutes } from './resources/channels/channel-routes.ts';
import { deliveryRoutes } from './resources/deliveries/delivery-routes.ts';
import { egressGrantRoutes } from './resources/egress-grants/egress-grant-routes.ts';
import { eventRoutes } from './resources/events/event-routes.ts';
import { flowRoutes } from './resources/flows/flow-routes.ts';
import { invitationRoutes } from './resources/invitations/invitation-routes.ts';
import { jobRoutes } from './resources/jobs/job-routes.ts';
import { loginSessionRoutes } from './resources/login-sessions/login-session-routes.ts';
import { mailRoutes } from './resources/mails/mail-routes.ts';
import { mediaRoutes } from './resources/medias/media-routes.ts';
import { monitoringRoutes } from './resources/monitoring/monitoring-routes.ts';
import { notificationRoutes } from './resources/notifications/notification-routes.ts';
import { platformRoleRoutes } from './resources/platform-roles/platform-role-routes.ts';
import { playlistRoutes } from './resources/playlists/playlist-routes.ts';
import { reconciliationRoutes } from './resources/reconciliations/reconciliation-routes.ts';
import { reportMailRoutes } from './resources/report-mails/report-mail-routes.ts';
import { reportRoutes } from './resources/reports/report-routes.ts';
import { savedViewRoutes } from './resources/saved-views/saved-view-routes.ts';
import { secondFactorRoutes } from './resources/second-factors/second-factor-routes.ts';
import { shareLinkRoutes } from './resources/share-links/share-link-routes.ts';
import { createProxiedSources } from './resources/sources/proxied/proxied-sources.ts';
import { serveProxiedSources } from './resources/sources/proxied/serve-proxied-sources.ts';
import { sourceRoutes } from './resources/sources/source-routes.ts';
import { streamSubscriberRoutes } from './resources/stream-subscribers/stream-subscriber-routes.ts';
import { systemRoutes } from './resources/systems/system-routes.ts';
import { tenantRoutes } from './resources/tenants/tenant-routes.ts';
import { titleRoutes } from './resources/titles/title-routes.ts';
import { serveUploadSocket } from './resources/uploads/socket/serve-upload-socket.ts';
import { uploadRoutes } from './resources/uploads/upload-routes.ts';
import { serveUnsubscribe } from './resources/user-subscriptions/serve-unsubscribe.ts';
import { userSubscriptionRoutes } from './resources/user-subscriptions/user-subscription-routes.ts';
import { userRoutes } from './resources/users/user-routes.ts';
import { type ControlPlaneDeps, createServices, type Services } from './services.ts';

export interface ControlPlaneApp {
  readonly app: FastifyInstance;
  readonly listener: RequestListener;
  readonly services: Services;
}

function serveHealth(app: FastifyInstance, health: Health): void {
  for (const path of ['/health/live', '/health/ready', '/metrics']) {
    app.get(path, async (_request, reply) => {
      const answer = await health.answer(path);
      return reply
        .code(answer?.status ?? 404)
        .header('cache-control', 'no-store')
        .type(answer?.contentType ?? 'text/plain')
        .send(answer?.body ?? '');
    });
  }
}

function createHandlers(services: Services, deps: ControlPlaneDeps): ContractHandlers {
  const { config, version } = deps;
  const { boundRows, channels, identity, jobs, login, mails, notifications, registration } =
    services;
  const flows = flowRoutes(services.flows);
  const medias = mediaRoutes(services.medias);
  const playlists = playlistRoutes(services.playlists);
  const titles = titleRoutes(services.titles, services.uploads.media);
  return {
    adServers: adServerRoutes(services.adServers),
    annotations: annotationRoutes(services.annotations),
    apiKeys: apiKeyRoutes(services.apiKeys),
    auditLog: auditLogRoutes(services.auditLog),
    auth: authRoutes({
      ...{ config, version, identity, login, registration },
      secondFactor: services.secondFactorLogin,
      now: () => deps.clock.now(),
    }),
    billing: billingRoutes(services.billing),
    breakRecords: breakRecordRoutes(services.breakRecords),
    channelAssets: channelAssetRoutes(services.channelAssets),
    channels: channelRoutes(
      channels,
      services.breaks,
      services.sourceRefusals,
      services.channelHistory,
    ),
    deliveries: deliveryRoutes(services.deliveries, services.rateLimits),
    egressGrants: egressGrantRoutes(services.egressGrants),
    events: eventRoutes(services.streams),
    flows: { ...flows, create: boundRows('flows', flows.create) },
    invitations: invitationRoutes(services.invitations),
    jobs: jobRoutes(jobs),
    loginSessions: loginSessionRoutes(services.loginSessions),
    mails: mailRoutes(mails, { kept: config.smtpUrl === undefined }),
    medias: { ...medias, create: boundRows('medias', medias.create) },
    monitoring: monitoringRoutes(services.monitoring, services.evidence),
    notifications: notificationRoutes(notifications),
    platformRoles: platformRoleRoutes(deps.platformRoles ?? (() => [])),
    playlists: { ...playlists, create: boundRows('playlists', playlists.create) },
    reportMails: reportMailRoutes(services.reportMails),
    reports: reportRoutes(services.reports),
    savedViews: savedViewRoutes(services.savedViews),
    shareLinks: shareLinkRoutes(services.shareLinks),
    secondFactors: secondFactorRoutes(services.secondFactors),
    sources: sourceRoutes(services.sources, createProxiedSources(services.proxiedSources)),
    reconciliations: reconciliationRoutes(services.reconciliations),
    streamSubscribers: streamSubscriberRoutes(services.streamSubscribers),
    systems: systemRoutes(services.systems),
    tenants: tenantRoutes(services.tenants, config.stripePublicKey),
    titles: { ...titles, create: boundRows('titles', titles.create) },
    uploads: uploadRoutes(services.uploads.slates, services.uploads.tickets),
    userSubscriptions: userSubscriptionRoutes(services.users, services.subscriptions),
    users: userRoutes(services.users, services.invitations),
  };
}

/** `server` listens already; requests are answered once this resolves. */
export async function buildApp(
  deps: ControlPlaneDeps,
  server: Server,
  publicUrl: string,
): Promise<ControlPlaneApp> {
  const { config, database, logger, metrics, version } = deps;
  const { trustedProxies } = config;
  const services = await createServices(deps, publicUrl);
  const { events, identity, members } = services;
  let listener: RequestListener = () => undefined;
  const onListener = (handler: RequestListener) => {
    listener = handler;
  };
  const app = createApp({ publicUrl, trustedProxies, logger, events, server, onListener });
  const health = createHealth({ role: 'control-plane', metrics });
  health.addCheck('database', async () => {
    await database.check();
    return undefined;
  });
  serveHealth(app, health);
  serveOpenApi(app, { publicUrl, version });
  await identity.mount(app);
  const authenticate = createAuthenticate(
    identity.verify,
    members.find,
    services.keyRing,
    createNoteUse(services.loginSessionStore, () => deps.clock.now()),
  );
  await acceptUploads(app);
  await serveUploadSocket(app, {
    ...services.uploads,
    verify: identity.verify,
    findMember: members.find,
    publicUrl,
  });
  serveProxiedSources(app, services.proxiedSources);
  await serveStripeEvents(app, services);
  await serveUnsubscribe(app, {
    productName: config.productName,
    secretKey: database.secretKey,
    subscriptions: services.storedSubscriptions,
    reportMails: services.storedReportMails,
  });
  const idempotent = createIdempotent(services.idempotency);
  const audit = createAudit(() => deps.clock.now());
  registerRoutes(app, createHandlers(services, deps), { authenticate, audit, idempotent });
  serveConsole(
    app,
    createConsoleFiles(deps.consoleFolder),
    identity.issuer,
    config.analyticsScriptUrl,
  );
  await app.ready();
  return { app, listener, services };
}
