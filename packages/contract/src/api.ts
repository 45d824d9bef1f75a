/**
 * The API: routes with the schemas of their requests and answers, and the client that calls them. For the control plane,
 * the console and clients; the roles that serve no API do without its schemas.
 */
export * from './ad-servers/ad-server-test.ts';
export * from './api-keys/api-key-api.ts';
export * from './audit-log/audit-log-api.ts';
export * from './auth/auth-api.ts';
export * from './billing/billing-api.ts';
export * from './break-records/break-record-api.ts';
export * from './channel-assets/channel-asset-api.ts';
export * from './channels/channel-api.ts';
export * from './client.ts';
export * from './contract.ts';
export * from './deliveries/delivery-api.ts';
export * from './egress-grants/egress-grant-api.ts';
export * from './events/event-api.ts';
export * from './flows/flow-api.ts';
export * from './invitations/invitation-api.ts';
export * from './jobs/job-api.ts';
export * from './login-sessions/login-session-api.ts';
export * from './mails/mail-api.ts';
export * from './medias/media-api.ts';
export * from './monitoring/monitoring-api.ts';
export * from './notifications/notification-api.ts';
export * from './platform-roles/platform-role-api.ts';
export * from './playlists/playlist-api.ts';
export * from './report-mails/report-mail-api.ts';
export * from './reports/report-api.ts';
export * from './route.ts';
export * from './second-factors/second-factor-api.ts';
export * from './sources/source-api.ts';
export * from './stream-subscribers/stream-subscriber-api.ts';
export * from './systems/system-api.ts';
export * from './tenants/tenant-api.ts';
export * from './titles/title-api.ts';
export * from './uploads/upload-api.ts';
export * from './user-subscriptions/user-subscription-api.ts';
export * from './users/user-api.ts';
