/** Title and roles of every screen: read by the routes' guards, the sidebar and the palette (ROLE-003 to ROLE-015). */
import { admins, anyRole, operators, superAdmins, type UserRole } from '@interlude/contract';
import { paths } from './paths.ts';

export interface Screen {
  readonly path: string;
  readonly title: string;
  readonly roles: readonly UserRole[];
  /** Shown beside the title. */
  readonly mark?: 'alpha';
}

export const screens = {
  dashboard: { path: paths.dashboard, title: 'Dashboard', roles: anyRole },
  reports: { path: paths.reports, title: 'Reports', roles: anyRole },
  reconciliations: { path: paths.reconciliations, title: 'Reconciliation', roles: anyRole },
  shareLinks: { path: paths.shareLinks, title: 'Shared Links', roles: operators },
  reportMails: { path: paths.reportMails, title: 'Scheduled Mails', roles: anyRole },
  annotations: { path: paths.annotations, title: 'Notes', roles: anyRole },
  channels: { path: paths.channels, title: 'Channels', roles: operators },
  channel: { path: paths.channel, title: 'Channel Details', roles: operators },
  monitoring: { path: paths.channelMonitoring, title: 'Monitoring', roles: operators },
  breaks: { path: paths.channelBreaks, title: 'Breaks', roles: operators },
  channelHistory: { path: paths.channelHistory, title: 'Channel History', roles: operators },
  playlists: { path: paths.playlists, title: 'Playlists', roles: superAdmins, mark: 'alpha' },
  playlist: {
    path: paths.playlist,
    title: 'Playlist Details',
    roles: superAdmins,
    mark: 'alpha',
  },
  systems: { path: paths.systems, title: 'Systems', roles: superAdmins },
  system: { path: paths.system, title: 'System Details', roles: superAdmins },
  titles: { path: paths.titles, title: 'Assets', roles: operators },
  title: { path: paths.title, title: 'Asset Details', roles: operators },
  media: { path: paths.media, title: 'Media Details', roles: operators },
  jobs: { path: paths.jobs, title: 'Jobs', roles: operators },
  job: { path: paths.job, title: 'Job Details', roles: operators },
  flows: { path: paths.flows, title: 'Workflows', roles: superAdmins },
  flow: { path: paths.flow, title: 'Workflow Details', roles: superAdmins },
  users: { path: paths.users, title: 'Users', roles: admins },
  user: { path: paths.user, title: 'User Details', roles: admins },
  account: { path: paths.account, title: 'Account', roles: admins },
  usage: { path: paths.usage, title: 'Usage', roles: admins },
  profile: { path: paths.profile, title: 'Profile', roles: anyRole },
  deliveries: { path: paths.deliveries, title: 'Deliveries', roles: anyRole },
  delivery: { path: paths.delivery, title: 'Delivery Details', roles: anyRole },
  notifications: {
    path: paths.notifications,
    title: 'Notifications',
    roles: ['Viewer', 'Admin', 'SuperAdmin'],
  },
  auditLog: { path: paths.auditLog, title: 'Audit Log', roles: admins },
  reportSettings: { path: paths.reportSettings, title: 'Report Settings', roles: admins },
  egressGrants: { path: paths.egressGrants, title: 'Private Addresses', roles: superAdmins },
  mails: { path: paths.mails, title: 'Mailbox', roles: superAdmins },
} as const satisfies Record<string, Screen>;

export function mayOpen(role: UserRole, screen: Screen): boolean {
  return screen.roles.includes(role);
}

/** The target of unknown and forbidden paths (OP-08, OP-64). */
export function landingPath(role: UserRole): typeof paths.channels | typeof paths.dashboard {
  return mayOpen(role, screens.channels) ? paths.channels : paths.dashboard;
}

/** The settings page that the role may open (OP-07). */
export function settingsPath(role: UserRole): typeof paths.users | typeof paths.profile {
  return mayOpen(role, screens.users) ? paths.users : paths.profile;
}

export interface NavigationGroup {
  /** Missing for single items. */
  readonly title?: string;
  readonly items: readonly Screen[];
}

/** Order and grouping of the sidebar (OP-79); detail pages are not in it (NAV-017). */
const navigation: readonly NavigationGroup[] = [
  { items: [screens.dashboard, screens.reports] },
  { title: 'Ad Insertion', items: [screens.channels, screens.playlists, screens.systems] },
  { items: [screens.titles, screens.jobs, screens.flows] },
  {
    title: 'Settings',
    items: [
      screens.users,
      screens.account,
      screens.profile,
      screens.notifications,
      screens.auditLog,
      screens.reportSettings,
      screens.egressGrants,
      screens.mails,
    ],
  },
];

/** The sidebar of a role (NAV-018). The mailbox is listed only without a mail server. */
export function navigationFor(role: UserRole, options: { mailbox: boolean }): NavigationGroup[] {
  return navigation
    .map((group) => ({
      ...group,
      items: group.items.filter(
        (screen) => mayOpen(role, screen) && (screen !== screens.mails || options.mailbox),
      ),
    }))
    .filter((group) => group.items.length > 0);
}
