/** Title and roles of every screen: read by the routes' guards, the sidebar and the palette (ROLE-003 to ROLE-015). */
import { admins, anyRole, operators, superAdmins, type UserRole } from '@interlude/contract';
import { paths } from './paths.ts';
import { t } from './texts/t.ts';

export interface Screen {
  readonly path: string;
  readonly title: string;
  readonly roles: readonly UserRole[];
  /** Shown beside the title. */
  readonly mark?: 'alpha';
}

export const screens = {
  dashboard: { path: paths.dashboard, title: t('Dashboard'), roles: anyRole },
  reports: { path: paths.reports, title: t('Reports'), roles: anyRole },
  reconciliations: { path: paths.reconciliations, title: t('Reconciliation'), roles: anyRole },
  shareLinks: { path: paths.shareLinks, title: t('Shared Links'), roles: operators },
  reportMails: { path: paths.reportMails, title: t('Scheduled Mails'), roles: anyRole },
  annotations: { path: paths.annotations, title: t('Notes'), roles: anyRole },
  channels: { path: paths.channels, title: t('Channels'), roles: operators },
  channel: { path: paths.channel, title: t('Channel Details'), roles: operators },
  monitoring: { path: paths.channelMonitoring, title: t('Monitoring'), roles: operators },
  breaks: { path: paths.channelBreaks, title: t('Breaks'), roles: operators },
  channelHistory: { path: paths.channelHistory, title: t('Channel History'), roles: operators },
  playlists: { path: paths.playlists, title: t('Playlists'), roles: superAdmins, mark: 'alpha' },
  playlist: {
    path: paths.playlist,
    title: t('Playlist Details'),
    roles: superAdmins,
    mark: 'alpha',
  },
  systems: { path: paths.systems, title: t('Systems'), roles: superAdmins },
  system: { path: paths.system, title: t('System Details'), roles: superAdmins },
  titles: { path: paths.titles, title: t('Assets'), roles: operators },
  title: { path: paths.title, title: t('Asset Details'), roles: operators },
  media: { path: paths.media, title: t('Media Details'), roles: operators },
  jobs: { path: paths.jobs, title: t('Jobs'), roles: operators },
  job: { path: paths.job, title: t('Job Details'), roles: operators },
  flows: { path: paths.flows, title: t('Workflows'), roles: superAdmins },
  flow: { path: paths.flow, title: t('Workflow Details'), roles: superAdmins },
  users: { path: paths.users, title: t('Users'), roles: admins },
  user: { path: paths.user, title: t('User Details'), roles: admins },
  account: { path: paths.account, title: t('Account'), roles: admins },
  usage: { path: paths.usage, title: t('Usage'), roles: admins },
  profile: { path: paths.profile, title: t('Profile'), roles: anyRole },
  deliveries: { path: paths.deliveries, title: t('Deliveries'), roles: anyRole },
  delivery: { path: paths.delivery, title: t('Delivery Details'), roles: anyRole },
  notifications: {
    path: paths.notifications,
    title: t('Notifications'),
    roles: ['Viewer', 'Admin', 'SuperAdmin'],
  },
  auditLog: { path: paths.auditLog, title: t('Audit Log'), roles: admins },
  reportSettings: { path: paths.reportSettings, title: t('Report Settings'), roles: admins },
  egressGrants: { path: paths.egressGrants, title: t('Private Addresses'), roles: superAdmins },
  mails: { path: paths.mails, title: t('Mailbox'), roles: superAdmins },
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
  { title: t('Ad Insertion'), items: [screens.channels, screens.playlists, screens.systems] },
  { items: [screens.titles, screens.jobs, screens.flows] },
  {
    title: t('Settings'),
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
