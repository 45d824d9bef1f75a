/** The one table of routes. A resource that is not in it has no API. */
import { adServerRoutes } from './ad-servers/ad-server-test.ts';
import { annotationRoutes } from './annotations/annotation-api.ts';
import { apiKeyRoutes } from './api-keys/api-key-api.ts';
import { auditLogRoutes } from './audit-log/audit-log-api.ts';
import { authRoutes } from './auth/auth-api.ts';
import { billingRoutes } from './billing/billing-api.ts';
import { breakRecordRoutes } from './break-records/break-record-api.ts';
import { channelAssetRoutes } from './channel-assets/channel-asset-api.ts';
import { channelRoutes } from './channels/channel-api.ts';
import { deliveryRoutes } from './deliveries/delivery-api.ts';
import { egressGrantRoutes } from './egress-grants/egress-grant-api.ts';
import { eventRoutes } from './events/event-api.ts';
import { flowRoutes } from './flows/flow-api.ts';
import { invitationRoutes } from './invitations/invitation-api.ts';
import { jobRoutes } from './jobs/job-api.ts';
import { loginSessionRoutes } from './login-sessions/login-session-api.ts';
import { mailRoutes } from './mails/mail-api.ts';
import { mediaRoutes } from './medias/media-api.ts';
import { monitoringRoutes } from './monitoring/monitoring-api.ts';
import { notificationRoutes } from './notifications/notification-api.ts';
import { platformRoleRoutes } from './platform-roles/platform-role-api.ts';
import { playlistRoutes } from './playlists/playlist-api.ts';
import { reconciliationRoutes } from './reconciliations/reconciliation-api.ts';
import { reportMailRoutes } from './report-mails/report-mail-api.ts';
import { reportRoutes } from './reports/report-api.ts';
import type { Route } from './route.ts';
import { savedViewRoutes } from './saved-views/saved-view-api.ts';
import { secondFactorRoutes } from './second-factors/second-factor-api.ts';
import { shareLinkRoutes } from './share-links/share-link-api.ts';
import { sourceRoutes } from './sources/source-api.ts';
import { streamSubscriberRoutes } from './stream-subscribers/stream-subscriber-api.ts';
import { systemRoutes } from './systems/system-api.ts';
import { tenantRoutes } from './tenants/tenant-api.ts';
import { titleRoutes } from './titles/title-api.ts';
import { uploadRoutes } from './uploads/upload-api.ts';
import { userSubscriptionRoutes } from './user-subscriptions/user-subscription-api.ts';
import { userRoutes } from './users/user-api.ts';

export const contract = {
  adServers: adServerRoutes,
  annotations: annotationRoutes,
  apiKeys: apiKeyRoutes,
  auditLog: auditLogRoutes,
  auth: authRoutes,
  billing: billingRoutes,
  breakRecords: breakRecordRoutes,
  channelAssets: channelAssetRoutes,
  channels: channelRoutes,
  deliveries: deliveryRoutes,
  egressGrants: egressGrantRoutes,
  events: eventRoutes,
  flows: flowRoutes,
  invitations: invitationRoutes,
  jobs: jobRoutes,
  loginSessions: loginSessionRoutes,
  mails: mailRoutes,
  medias: mediaRoutes,
  monitoring: monitoringRoutes,
  notifications: notificationRoutes,
  platformRoles: platformRoleRoutes,
  playlists: playlistRoutes,
  reportMails: reportMailRoutes,
  reports: reportRoutes,
  savedViews: savedViewRoutes,
  shareLinks: shareLinkRoutes,
  secondFactors: secondFactorRoutes,
  sources: sourceRoutes,
  reconciliations: reconciliationRoutes,
  streamSubscribers: streamSubscriberRoutes,
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
