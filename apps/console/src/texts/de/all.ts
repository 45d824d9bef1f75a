/** The app behind the sign-in in German (ICU MessageFormat): by English sentence, by key of messages.ts, by code of an error. */
import { sentenceKey, textKey } from '../text-key.ts';
import { annotationsTexts } from './annotations.ts';
import { apiKeysTexts } from './api-keys.ts';
import { auditLogTexts } from './audit-log.ts';
import { billingTexts } from './billing.ts';
import { breakRecordsTexts } from './break-records.ts';
import { channelsTexts } from './channels.ts';
import { commonTexts } from './common.ts';
import { dashboardTexts } from './dashboard.ts';
import { deliveriesTexts } from './deliveries.ts';
import { egressGrantsTexts } from './egress-grants.ts';
import { errorsTexts } from './errors.ts';
import { figuresTexts } from './figures.ts';
import { findingsTexts } from './findings.ts';
import { flowsTexts } from './flows.ts';
import { frameTexts } from './frame.ts';
import { jobsTexts } from './jobs.ts';
import { mailsTexts } from './mails.ts';
import { mediasTexts } from './medias.ts';
import { messagesTexts } from './messages.ts';
import { monitoringTexts } from './monitoring.ts';
import { notificationSentencesTexts } from './notification-sentences.ts';
import { notificationsTexts } from './notifications.ts';
import { periodSelectorTexts } from './period-selector.ts';
import { periodTypesTexts } from './period-types.ts';
import { playerTexts } from './player.ts';
import { playlistsTexts } from './playlists.ts';
import { profileTexts } from './profile.ts';
import { reconciliationsTexts } from './reconciliations.ts';
import { reportMailsTexts } from './report-mails.ts';
import { reportsTexts } from './reports.ts';
import { settingsTexts } from './settings.ts';
import { shareLinksTexts } from './share-links.ts';
import { systemsTexts } from './systems.ts';
import { titlesTexts } from './titles.ts';
import { usersTexts } from './users.ts';

/** Each in a file of its noun. */
export const appTextFiles = {
  annotations: annotationsTexts,
  'api-keys': apiKeysTexts,
  'audit-log': auditLogTexts,
  billing: billingTexts,
  'break-records': breakRecordsTexts,
  channels: channelsTexts,
  common: commonTexts,
  dashboard: dashboardTexts,
  deliveries: deliveriesTexts,
  'egress-grants': egressGrantsTexts,
  errors: errorsTexts,
  figures: figuresTexts,
  findings: findingsTexts,
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
  'notification-sentences': notificationSentencesTexts,
  'period-types': periodTypesTexts,
  playlists: playlistsTexts,
  profile: profileTexts,
  reconciliations: reconciliationsTexts,
  'report-mails': reportMailsTexts,
  reports: reportsTexts,
  settings: settingsTexts,
  'share-links': shareLinksTexts,
  systems: systemsTexts,
  titles: titlesTexts,
  users: usersTexts,
} as const;

const { messages, errors, 'notification-sentences': sentences, ...byText } = appTextFiles;

/** By their English, of all files but three. */
export const textsByEnglish: Readonly<Record<string, string>> = Object.assign(
  {},
  ...Object.values(byText),
);

/** By the keys that the app asks for: `text …`, `sentence …`, `error CODE`, and those of messages.ts. */
export const appTexts: Readonly<Record<string, string>> = {
  ...messages,
  ...errors,
  ...Object.fromEntries(Object.entries(sentences).map(([key, text]) => [sentenceKey(key), text])),
  ...Object.fromEntries(Object.entries(textsByEnglish).map(([key, text]) => [textKey(key), text])),
};
