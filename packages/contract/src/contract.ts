/** The one table of routes. A resource that is not in it has no API. */
import { adServerRoutes } from './ad-servers/ad-server-test.ts';
import { authRoutes } from './auth/auth-api.ts';
import { channelAssetRoutes } from './channel-assets/channel-asset-api.ts';
import { channelRoutes } from './channels/channel-api.ts';
import { egressGrantRoutes } from './egress-grants/egress-grant-api.ts';
import { eventRoutes } from './events/event-api.ts';
import { flowRoutes } from './flows/flow-api.ts';
import { invitationRoutes } from './invitations/invitation-api.ts';
import { jobRoutes } from './jobs/job-api.ts';
import { mailRoutes } from './mails/mail-api.ts';
import { mediaRoutes } from './medias/media-api.ts';
import { notificationRoutes } from './notifications/notification-api.ts';
import { playlistRoutes } from './playlists/playlist-api.ts';
import type { Route } from './route.ts';
import { sourceRoutes } from './sources/source-api.ts';
import { systemRoutes } from './systems/system-api.ts';
import { tenantRoutes } from './tenants/tenant-api.ts';
import { titleRoutes } from './titles/title-api.ts';
import { uploadRoutes } from './uploads/upload-api.ts';
import { userRoutes, userSubscriptionRoutes } from './users/user-api.ts';

export const contract = {
  adServers: adServerRoutes,
  auth: authRoutes,
  channelAssets: channelAssetRoutes,
  channels: channelRoutes,
  egressGrants: egressGrantRoutes,
  events: eventRoutes,
  flows: flowRoutes,
  invitations: invitationRoutes,
  jobs: jobRoutes,
  mails: mailRoutes,
  medias: mediaRoutes,
  notifications: notificationRoutes,
  playlists: playlistRoutes,
  sources: sourceRoutes,
  systems: systemRoutes,
  tenants: tenantRoutes,
  titles: titleRoutes,
  uploads: uploadRoutes,
  userSubscriptions: userSubscriptionRoutes,
  users: userRoutes,
} as const;

/**
 * Every route of the API.
 * @returns routes with their names, e.g. `channels.list`
 * @see ADR 0003
 */
export function allRoutes(): { name: string; route: Route }[] {
  return Object.entries(contract).flatMap(([resource, routes]) =>
    Object.entries(routes).map(([name, route]) => ({
      name: `${resource}.${name}`,
      route: route as Route,
    })),
  );
}
