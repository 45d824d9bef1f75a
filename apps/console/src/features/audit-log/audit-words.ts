/** Entries of the audit log in words. */
import type { AuditAction, AuditEntry, FieldDifference } from '@interlude/contract';
import { screens } from '../../screens.ts';
import { t } from '../../texts/t.ts';
import type { AuditKind } from './audit-filter.ts';

/** The name of one item of a kind, as on the screens. */
export const kindWords: Readonly<Record<AuditKind, string>> = {
  annotations: t('Note on charts'),
  apiKeys: t('API key'),
  billing: t('Subscription'),
  breaks: t('Scheduled break'),
  channels: t('Channel'),
  flows: t('Workflow'),
  invitations: t('Invitation'),
  jobs: t('Job'),
  loginSessions: t('Login session'),
  medias: t('Media'),
  notifications: t('Notification'),
  playlists: t('Playlist'),
  reconciliations: t('Comparison with an ad server'),
  reportMails: t('Scheduled mail'),
  reportSettings: t('Settings of reports'),
  savedViews: t('Saved view'),
  shareLinks: t('Shared link'),
  secondFactors: t('Second factor'),
  streamSubscribers: t('Subscriber of concurrent streams'),
  subscriptions: t('Subscription to notifications'),
  systems: t('System'),
  tenants: t('Company'),
  titles: t('Asset'),
  uploads: t('Upload'),
  users: t('User'),
};

export const kindWord = (kind: string) =>
  Object.entries(kindWords).find(([name]) => name === kind)?.[1] ?? kind;

export const actionWords: Readonly<Record<AuditAction, string>> = {
  created: t('Created'),
  updated: t('Changed'),
  removed: t('Deleted'),
};

type Subject = Pick<AuditEntry, 'kind' | 'targetId' | 'targetName'>;

/** Address of the page of the changed item; undefined where it has none. */
export function pageOf({ kind, targetId }: Subject): string | undefined {
  const pages: Partial<Record<string, string>> = {
    channels: screens.channel.path,
    flows: screens.flow.path,
    jobs: screens.job.path,
    playlists: screens.playlist.path,
    systems: screens.system.path,
    titles: screens.title.path,
    users: screens.user.path,
  };
  return pages[kind]?.replace(/\$\w+/, encodeURIComponent(targetId));
}

/** The actor: the API key, the person, or 'Not signed in'. */
export function actorOf({ userEmail, apiKey }: Pick<AuditEntry, 'userEmail' | 'apiKey'>): string {
  if (apiKey !== '') return t('API key {apiKey}', { apiKey });
  return userEmail === '' ? t('Not signed in') : userEmail;
}

/** `state, adSource.url and 3 more`. */
export function fieldsText(fields: readonly Pick<FieldDifference, 'path'>[], most = 3): string {
  const named = fields.slice(0, most).map(({ path }) => path);
  const more = fields.length - named.length;
  return more > 0
    ? t('{named} and {more} more', { named: named.join(', '), more })
    : named.join(', ');
}

/** A value of a field in one line or as JSON; undefined: there was none. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
