/** Services → HTTP: health, API description, sign-in, the contract's routes, the console. */
import type { RequestListener, Server } from 'node:http';
import { createHealth, type Health } from '@interlude/runtime';
import type { FastifyInstance } from 'fastify';
import { authRoutes } from './auth/auth-routes.ts';
import { createConsoleFiles } from './console/console-files.ts';
import { serveConsole } from './console/serve-console.ts';
import { createAuthenticate } from './http/authenticate.ts';
import type { ContractHandlers } from './http/call.ts';
import { createApp } from './http/create-app.ts';
import { registerRoutes } from './http/register-routes.ts';
import { acceptUploads } from './http/upload-form.ts';
import { serveOpenApi } from './openapi/serve-openapi.ts';
import { adServerRoutes } from './resources/ad-servers/ad-server-routes.ts';
import { channelAssetRoutes } from './resources/channel-assets/channel-asset-routes.ts';
import { channelRoutes } from './resources/channels/channel-routes.ts';
import { egressGrantRoutes } from './resources/egress-grants/egress-grant-routes.ts';
import { eventRoutes } from './resources/events/event-routes.ts';
import { flowRoutes } from './resources/flows/flow-routes.ts';
import { invitationRoutes } from './resources/invitations/invitation-routes.ts';
import { jobRoutes } from './resources/jobs/job-routes.ts';
import { mailRoutes } from './resources/mails/mail-routes.ts';
import { mediaRoutes } from './resources/medias/media-routes.ts';
import { notificationRoutes } from './resources/notifications/notification-routes.ts';
import { playlistRoutes } from './resources/playlists/playlist-routes.ts';
import { createProxiedSources } from './resources/sources/proxied/proxied-sources.ts';
import { serveProxiedSources } from './resources/sources/proxied/serve-proxied-sources.ts';
import { sourceRoutes } from './resources/sources/source-routes.ts';
import { systemRoutes } from './resources/systems/system-routes.ts';
import { tenantRoutes } from './resources/tenants/tenant-routes.ts';
import { titleRoutes } from './resources/titles/title-routes.ts';
import { serveUploadSocket } from './resources/uploads/socket/serve-upload-socket.ts';
import { uploadRoutes } from './resources/uploads/upload-routes.ts';
import { userRoutes, userSubscriptionRoutes } from './resources/users/user-routes.ts';
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
  const { channels, identity, jobs, login, mails, notifications, registration } = services;
  return {
    adServers: adServerRoutes(services.adServers),
    auth: authRoutes({ config, version, identity, login, registration }),
    channelAssets: channelAssetRoutes(services.channelAssets),
    channels: channelRoutes(channels, services.breaks),
    egressGrants: egressGrantRoutes(services.egressGrants),
    events: eventRoutes(services.streams),
    flows: flowRoutes(services.flows),
    invitations: invitationRoutes(services.invitations),
    jobs: jobRoutes(jobs),
    mails: mailRoutes(mails, { kept: config.smtpUrl === undefined }),
    medias: mediaRoutes(services.medias),
    notifications: notificationRoutes(notifications),
    playlists: playlistRoutes(services.playlists),
    sources: sourceRoutes(services.sources, createProxiedSources(services.proxiedSources)),
    systems: systemRoutes(services.systems),
    tenants: tenantRoutes(services.tenants),
    titles: titleRoutes(services.titles, services.uploads.media),
    uploads: uploadRoutes(services.uploads.slates, services.uploads.tickets),
    userSubscriptions: userSubscriptionRoutes(services.users),
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
  await serveOpenApi(app, { publicUrl, version });
  await identity.mount(app);
  const authenticate = createAuthenticate(identity.verify, members.find);
  await acceptUploads(app);
  await serveUploadSocket(app, {
    ...services.uploads,
    verify: identity.verify,
    findMember: members.find,
    publicUrl,
  });
  serveProxiedSources(app, services.proxiedSources);
  registerRoutes(app, createHandlers(services, deps), authenticate);
  serveConsole(
    app,
    createConsoleFiles(deps.consoleFolder),
    identity.issuer,
    config.analyticsScriptUrl,
  );
  await app.ready();
  return { app, listener, services };
}
