/** Every address of the console. No other file writes a path. `$name` marks a parameter. */
export const paths = {
  welcome: '/',
  register: '/register',
  login: '/login',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  acceptInvitation: '/accept-invitation',
  verifyEmail: '/verify-email',
  /** Where an external identity provider sends the browser back to. */
  signedIn: '/signed-in',
  /** Loaded in a hidden frame to fetch a token silently. */
  silent: '/silent',
  openapi: '/openapi',
  /** A shared card, for everybody with its link; the token is the hash. */
  sharedCard: '/shared',

  app: '/app',
  dashboard: '/app/dashboard',
  reports: '/app/reports',
  reconciliations: '/app/reports/reconciliation',
  shareLinks: '/app/reports/shared-links',
  reportMails: '/app/reports/mails',
  annotations: '/app/reports/notes',
  channels: '/app/ad-insertion/channels',
  channel: '/app/ad-insertion/channels/$channelId',
  channelBreaks: '/app/ad-insertion/channels/$channelId/breaks',
  channelHistory: '/app/ad-insertion/channels/$channelId/history',
  channelMonitoring: '/app/ad-insertion/channels/$channelId/monitoring',
  playlists: '/app/playlists',
  playlist: '/app/playlists/$playlistId',
  systems: '/app/ad-insertion/systems',
  system: '/app/ad-insertion/systems/$systemId',
  titles: '/app/assets',
  title: '/app/assets/$assetId',
  titleMedias: '/app/assets/$assetId/medias',
  media: '/app/assets/$assetId/medias/$mediaId',
  titleJobs: '/app/assets/$assetId/jobs',
  titleJob: '/app/assets/$assetId/jobs/$jobId',
  jobs: '/app/jobs',
  job: '/app/jobs/$jobId',
  flows: '/app/workflows',
  flow: '/app/workflows/$flowId',
  settings: '/app/settings',
  users: '/app/settings/users',
  user: '/app/settings/users/$userId',
  account: '/app/settings/account',
  usage: '/app/settings/account/usage',
  profile: '/app/settings/profile',
  /** The log of one subscription. */
  deliveries: '/app/settings/profile/deliveries/$subscriptionId',
  delivery: '/app/settings/profile/deliveries/$subscriptionId/$deliveryId',
  notifications: '/app/settings/notifications',
  auditLog: '/app/settings/audit-log',
  reportSettings: '/app/settings/reports',
  mails: '/app/settings/mails',
  egressGrants: '/app/settings/private-addresses',
} as const;

/** The id in a detail path that means: create one. */
export const newId = 'new';

export function isAppPath(pathname: string): boolean {
  return pathname === paths.app || pathname.startsWith(`${paths.app}/`);
}

/** How long before the click a job may have ended and still be shown (NAV-026). */
const runningJobsWindowMs = 59_970;

/** The hash of the jobs list that shows failed jobs (NAV-024). */
export const failedJobsHash = 'status=failed';

/** The hash of the jobs list that shows the jobs of the header's counter (NAV-026). */
export function runningJobsHash(nowMs: number): string {
  return `status=running&time=${nowMs - runningJobsWindowMs}`;
}
