/**
 * German of the app behind the sign-in (ICU MessageFormat), by English sentence, by key of messages.ts, by code of an
 * error.
 */
import {
  germanErrorSentences,
  germanFindings,
  germanNotificationSentences,
} from '@interlude/contract';
import { germanChartWords } from '@interlude/reporting';
import { errorKey } from '../error-key.ts';
import { chartKey, sentenceKey, textKey } from '../text-key.ts';
import { apiKeysTexts } from './account/api-keys.ts';
import { auditLogTexts } from './account/audit-log.ts';
import { billingTexts } from './account/billing.ts';
import { deliveriesTexts } from './account/deliveries.ts';
import { egressGrantsTexts } from './account/egress-grants.ts';
import { mailsTexts } from './account/mails.ts';
import { profileTexts } from './account/profile.ts';
import { usersTexts } from './account/users.ts';
import { annotationsTexts } from './analytics/annotations.ts';
import { dashboardTexts } from './analytics/dashboard.ts';
import { reconciliationsTexts } from './analytics/reconciliations.ts';
import { reportMailsTexts } from './analytics/report-mails.ts';
import { reportsTexts } from './analytics/reports.ts';
import { shareLinksTexts } from './analytics/share-links.ts';
import { figuresTexts } from './catalogues/figures.ts';
import { messagesTexts } from './catalogues/messages.ts';
import { periodTypesTexts } from './catalogues/period-types.ts';
import { settingsTexts } from './catalogues/settings.ts';
import { tasksTexts } from './catalogues/tasks.ts';
import { frameTexts } from './frame/frame.ts';
import { monitoringTexts } from './frame/monitoring.ts';
import { notificationsTexts } from './frame/notifications.ts';
import { periodSelectorTexts } from './frame/period-selector.ts';
import { playerTexts } from './frame/player.ts';
import { severalPagesTexts } from './frame/several-pages.ts';
import { breakRecordsTexts } from './operations/break-records.ts';
import { channelsTexts } from './operations/channels.ts';
import { flowsTexts } from './operations/flows.ts';
import { jobsTexts } from './operations/jobs.ts';
import { mediasTexts } from './operations/medias.ts';
import { playlistsTexts } from './operations/playlists.ts';
import { systemsTexts } from './operations/systems.ts';
import { titlesTexts } from './operations/titles.ts';

/** The texts of the app by the file of their noun. */
export const appTextFiles = {
  annotations: annotationsTexts,
  'api-keys': apiKeysTexts,
  'audit-log': auditLogTexts,
  billing: billingTexts,
  'break-records': breakRecordsTexts,
  'chart-words': germanChartWords,
  channels: channelsTexts,
  'several-pages': severalPagesTexts,
  dashboard: dashboardTexts,
  deliveries: deliveriesTexts,
  'egress-grants': egressGrantsTexts,
  errors: Object.fromEntries(
    Object.entries(germanErrorSentences).map(([code, german]) => [errorKey(code), german]),
  ),
  figures: figuresTexts,
  findings: germanFindings,
  flows: flowsTexts,
  frame: frameTexts,
  jobs: jobsTexts,
  mails: mailsTexts,
  medias: mediasTexts,
  messages: messagesTexts,
  monitoring: monitoringTexts,
  notifications: notificationsTexts,
  'period-selector': periodSelectorTexts,
  player: playerTexts,
  'notification-sentences': germanNotificationSentences,
  'period-types': periodTypesTexts,
  playlists: playlistsTexts,
  profile: profileTexts,
  reconciliations: reconciliationsTexts,
  'report-mails': reportMailsTexts,
  reports: reportsTexts,
  settings: settingsTexts,
  'share-links': shareLinksTexts,
  systems: systemsTexts,
  tasks: tasksTexts,
  titles: titlesTexts,
  users: usersTexts,
} as const;

const {
  messages,
  errors,
  'notification-sentences': sentences,
  'chart-words': chartWords,
  ...byText
} = appTextFiles;

/** German by the English text, of all files but the four with other keys. */
export const textsByEnglish: Readonly<Record<string, string>> = Object.assign(
  {},
  ...Object.values(byText),
);

/** German by the keys that the app uses: `text …`, `chart …`, `sentence …`, `error CODE`, and those of messages.ts. */
export const appTexts: Readonly<Record<string, string>> = {
  ...messages,
  ...errors,
  ...Object.fromEntries(Object.entries(chartWords).map(([key, text]) => [chartKey(key), text])),
  ...Object.fromEntries(Object.entries(sentences).map(([key, text]) => [sentenceKey(key), text])),
  ...Object.fromEntries(Object.entries(textsByEnglish).map(([key, text]) => [textKey(key), text])),
};
