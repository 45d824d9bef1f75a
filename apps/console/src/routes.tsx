/** The one route table: path, title, roles, lazy page. Titles and roles stand in screens.ts. */
import type { UserRole } from '@interlude/contract';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { readSession } from './app/session.ts';
import { PageSkeleton } from './app/shell/page-skeleton.tsx';
import { RouteError } from './app/shell/route-error.tsx';
import { Shell } from './app/shell/shell.tsx';
import {
  listSearch,
  parseSearchText,
  stringifySearchText,
} from './components/list-view/list-search.ts';
import { monitoringSearch } from './components/monitoring/monitoring-search.ts';
import { reportSearch } from './components/reports/report-search.ts';
import { breakSearch } from './features/break-records/break-record-search.ts';
import { notificationSearch } from './features/notifications/notification-tabs.ts';
import { paths } from './paths.ts';
import { landingPath, mayOpen, type Screen, screens, settingsPath } from './screens.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly title?: string;
    readonly mark?: Screen['mark'];
  }
  interface Register {
    router: typeof router;
  }
}

/** The role of the stored token; without one the browser leaves for the login page (AUTH-004). */
function currentRole(): UserRole {
  const session = readSession();
  if (session === undefined) throw redirect({ href: paths.login, reloadDocument: true });
  return session.user.role;
}

/** Title and guard of a screen: other roles land where they may be, before anything is shown (ROLE-015). */
function screenOptions(screen: Screen) {
  return {
    staticData: { title: screen.title, ...(screen.mark && { mark: screen.mark }) },
    beforeLoad: () => {
      const role = currentRole();
      if (!mayOpen(role, screen)) throw redirect({ to: landingPath(role), replace: true });
    },
  };
}

const root = createRootRoute({ component: Shell });
const parent = { getParentRoute: () => root };

const children = [
  createRoute({
    ...parent,
    path: paths.app,
    beforeLoad: () => {
      currentRole();
      throw redirect({ to: paths.dashboard, replace: true });
    },
  }),
  createRoute({
    ...parent,
    path: paths.settings,
    beforeLoad: () => {
      throw redirect({ to: settingsPath(currentRole()), replace: true });
    },
  }),
  createRoute({
    ...parent,
    path: paths.dashboard,
    ...screenOptions(screens.dashboard),
    validateSearch: (raw: Readonly<Record<string, unknown>>): object => reportSearch(raw),
    component: lazyRouteComponent(
      () => import('./features/dashboard/dashboard-page.tsx'),
      'DashboardPage',
    ),
  }),
  createRoute({
    ...parent,
    path: paths.reports,
    ...screenOptions(screens.reports),
    validateSearch: (raw: Readonly<Record<string, unknown>>): object => reportSearch(raw),
    component: lazyRouteComponent(
      () => import('./features/reports/reports-page.tsx'),
      'ReportsPage',
    ),
  }),
  createRoute({
    ...parent,
    path: paths.reconciliations,
    ...screenOptions(screens.reconciliations),
    component: lazyRouteComponent(
      () => import('./features/reconciliations/reconciliations-page.tsx'),
      'ReconciliationsPage',
    ),
  }),
  createRoute({
    ...parent,
    path: paths.shareLinks,
    ...screenOptions(screens.shareLinks),
    component: lazyRouteComponent(
      () => import('./features/share-links/share-links-page.tsx'),
      'ShareLinksPage',
    ),
  }),
  createRoute({
    ...parent,
    path: paths.reportMails,
    ...screenOptions(screens.reportMails),
    component: lazyRouteComponent(
      () => import('./features/report-mails/report-mails-page.tsx'),
      'ReportMailsPage',
    ),
  }),
  createRoute({
    ...parent,
    path: paths.annotations,
    ...screenOptions(screens.annotations),
    component: lazyRouteComponent(
      () => import('./features/annotations/annotations-page.tsx'),
      'AnnotationsPage',
    ),
  }),
  createRoute({
    ...parent,
    path: paths.channels,
    ...screenOptions(screens.channels),
    validateSearch: listSearch,
    component: lazyRouteComponent(
      () => import('./features/channels/channel-list-page.tsx'),
      'ChannelListPage',
    ),
  }),
  createRoute({
    ...parent,
    path: paths.channel,
    ...screenOptions(screens.channel),
    component: lazyRouteComponent(
      () => import('./features/channels/channel-page.tsx'),
      'ChannelPage',
    ),
  }),
  createRoute({
    ...parent,
    path: paths.channelMonitoring,
    ...screenOptions(screens.monitoring),
    validateSearch: monitoringSearch,
    component: lazyRouteComponent(
      () => import('./features/monitoring/monitoring-page.tsx'),
      'MonitoringPage',
    ),
  }),
  createRoute({
    ...parent,
    path: paths.channelBreaks,
    ...screenOptions(screens.breaks),
    validateSearch: breakSearch,
    component: lazyRouteComponent(
      () => import('./features/break-records/breaks-page.tsx'),
      'BreaksPage',
    ),
  }),
  createRoute({
    ...parent,
    path: paths.channelHistory,
    ...screenOptions(screens.channelHistory),
    component: lazyRouteComponent(
      () => import('./features/channels/history/channel-history-page.tsx'),
      'ChannelHistoryPage',
    ),
  }),
  createRoute({
    ...parent,
    path: paths.playlists,
    ...screenOptions(screens.playlists),
    validateSearch: listSearch,
    component: lazyRouteComponent(
      () => import('./features/playlists/playlist-list-page.tsx'),
      'PlaylistListPage',
    ),
  }),
  createRoute({
    ...parent,
    path: paths.playlist,
    ...screenOptions(screens.playlist),
    component: lazyRouteComponent(
      () => import('./features/playlists/playlist-page.tsx'),
      'PlaylistPage',
    ),
  }),
  createRoute({
    ...parent,
    path: paths.systems,
    ...screenOptions(screens.systems),
    validateSearch: listSearch,
    component: lazyRouteComponent(
      () => import('./features/systems/system-list-page.tsx'),
      'SystemListPage',
    ),
  }),
  createRoute({
    ...parent,
    path: paths.system,
    ...screenOptions(screens.system),
    component: lazyRouteComponent(() => import('./features/systems/system-page.tsx'), 'SystemPage'),
  }),
  createRoute({
    ...parent,
    path: paths.titles,
    ...screenOptions(screens.titles),
    validateSearch: listSearch,
    component: lazyRouteComponent(
      () => import('./features/titles/title-list-page.tsx'),
      'TitleListPage',
    ),
  }),
  createRoute({
    ...parent,
    path: paths.title,
    ...screenOptions(screens.title),
    component: lazyRouteComponent(() => import('./features/titles/title-page.tsx'), 'TitlePage'),
  }),
  createRoute({
    ...parent,
    path: paths.titleMedias,
    ...screenOptions(screens.title),
    validateSearch: listSearch,
    component: lazyRouteComponent(
      () => import('./features/medias/title-medias-page.tsx'),
      'TitleMediasPage',
    ),
  }),
  createRoute({
    ...parent,
    path: paths.titleJobs,
    ...screenOptions(screens.title),
    validateSearch: listSearch,
    component: lazyRouteComponent(
      () => import('./features/jobs/title-jobs-page.tsx'),
      'TitleJobsPage',
    ),
  }),
  createRoute({
    ...parent,
    path: paths.media,
    ...screenOptions(screens.media),
    component: lazyRouteComponent(() => import('./features/medias/media-page.tsx'), 'MediaPage'),
  }),
  createRoute({
    ...parent,
    path: paths.titleJob,
    ...screenOptions(screens.job),
    component: lazyRouteComponent(() => import('./features/jobs/job-page.tsx'), 'JobPage'),
  }),
  createRoute({
    ...parent,
    path: paths.jobs,
    ...screenOptions(screens.jobs),
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('./features/jobs/job-list-page.tsx'), 'JobListPage'),
  }),
  createRoute({
    ...parent,
    path: paths.job,
    ...screenOptions(screens.job),
    component: lazyRouteComponent(() => import('./features/jobs/job-page.tsx'), 'JobPage'),
  }),
  createRoute({
    ...parent,
    path: paths.flows,
    ...screenOptions(screens.flows),
    validateSearch: listSearch,
    component: lazyRouteComponent(
      () => import('./features/flows/flow-list-page.tsx'),
      'FlowListPage',
    ),
  }),
  createRoute({
    ...parent,
    path: paths.flow,
    ...screenOptions(screens.flow),
    component: lazyRouteComponent(() => import('./features/flows/flow-page.tsx'), 'FlowPage'),
  }),
  createRoute({
    ...parent,
    path: paths.users,
    ...screenOptions(screens.users),
    validateSearch: listSearch,
    component: lazyRouteComponent(
      () => import('./features/users/user-list-page.tsx'),
      'UserListPage',
    ),
  }),
  createRoute({
    ...parent,
    path: paths.user,
    ...screenOptions(screens.user),
    component: lazyRouteComponent(() => import('./features/users/user-page.tsx'), 'UserPage'),
  }),
  createRoute({
    ...parent,
    path: paths.account,
    ...screenOptions(screens.account),
    component: lazyRouteComponent(() => import('./account-screen.tsx'), 'AccountScreen'),
  }),
  createRoute({
    ...parent,
    path: paths.usage,
    ...screenOptions(screens.usage),
    component: lazyRouteComponent(() => import('./features/billing/usage-page.tsx'), 'UsagePage'),
  }),
  createRoute({
    ...parent,
    path: paths.profile,
    ...screenOptions(screens.profile),
    component: lazyRouteComponent(
      () => import('./features/profile/profile-page.tsx'),
      'ProfilePage',
    ),
  }),
  createRoute({
    ...parent,
    path: paths.deliveries,
    ...screenOptions(screens.deliveries),
    validateSearch: listSearch,
    component: lazyRouteComponent(
      () => import('./features/deliveries/delivery-list-page.tsx'),
      'DeliveryListPage',
    ),
  }),
  createRoute({
    ...parent,
    path: paths.delivery,
    ...screenOptions(screens.delivery),
    component: lazyRouteComponent(
      () => import('./features/deliveries/delivery-page.tsx'),
      'DeliveryPage',
    ),
  }),
  createRoute({
    ...parent,
    path: paths.notifications,
    ...screenOptions(screens.notifications),
    validateSearch: notificationSearch,
    component: lazyRouteComponent(
      () => import('./features/notifications/notifications-page.tsx'),
      'NotificationsPage',
    ),
  }),
  createRoute({
    ...parent,
    path: paths.auditLog,
    ...screenOptions(screens.auditLog),
    validateSearch: listSearch,
    component: lazyRouteComponent(
      () => import('./features/audit-log/audit-log-page.tsx'),
      'AuditLogPage',
    ),
  }),
  createRoute({
    ...parent,
    path: paths.mails,
    ...screenOptions(screens.mails),
    validateSearch: listSearch,
    component: lazyRouteComponent(
      () => import('./features/mails/mail-list-page.tsx'),
      'MailListPage',
    ),
  }),
  createRoute({
    ...parent,
    path: paths.reportSettings,
    ...screenOptions(screens.reportSettings),
    component: lazyRouteComponent(
      () => import('./features/reports/settings/report-settings-page.tsx'),
      'ReportSettingsPage',
    ),
  }),
  createRoute({
    ...parent,
    path: paths.egressGrants,
    ...screenOptions(screens.egressGrants),
    component: lazyRouteComponent(
      () => import('./features/egress-grants/egress-grant-page.tsx'),
      'EgressGrantPage',
    ),
  }),
  createRoute({
    ...parent,
    path: '$',
    beforeLoad: () => {
      throw redirect({ to: landingPath(currentRole()), replace: true });
    },
  }),
] as const;

export const router = createRouter({
  routeTree: root.addChildren(children),
  parseSearch: parseSearchText,
  stringifySearch: stringifySearchText,
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: RouteError,
  scrollRestoration: true,
});
