/** What an entry of the audit log says, in words. */
import type { AuditAction, AuditEntry, FieldDifference } from '@interlude/contract';
import { screens } from '../../screens.ts';
import type { AuditKind } from './audit-filter.ts';

/** As the screens call one of it. */
export const kindWords: Readonly<Record<AuditKind, string>> = {
  annotations: 'Note on charts',
  apiKeys: 'API key',
  billing: 'Subscription',
  breaks: 'Scheduled break',
  channels: 'Channel',
  flows: 'Workflow',
  invitations: 'Invitation',
  jobs: 'Job',
  loginSessions: 'Login session',
  medias: 'Media',
  notifications: 'Notification',
  playlists: 'Playlist',
  reconciliations: 'Comparison with an ad server',
  reportMails: 'Scheduled mail',
  reportSettings: 'Settings of reports',
  savedViews: 'Saved view',
  shareLinks: 'Shared link',
  secondFactors: 'Second factor',
  streamSubscribers: 'Subscriber of concurrent streams',
  subscriptions: 'Subscription to notifications',
  systems: 'System',
  tenants: 'Company',
  titles: 'Asset',
  uploads: 'Upload',
  users: 'User',
};

export const kindWord = (kind: string) =>
  Object.entries(kindWords).find(([name]) => name === kind)?.[1] ?? kind;

export const actionWords: Readonly<Record<AuditAction, string>> = {
  created: 'Created',
  updated: 'Changed',
  removed: 'Deleted',
};

type Subject = Pick<AuditEntry, 'kind' | 'targetId' | 'targetName'>;

/** The page of what was changed; undefined where it has none. */
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

/** Who: the person, the key, or nobody. */
export function actorOf({ userEmail, apiKey }: Pick<AuditEntry, 'userEmail' | 'apiKey'>): string {
  if (apiKey !== '') return `API key ${apiKey}`;
  return userEmail === '' ? 'Not signed in' : userEmail;
}

/** `state, adSource.url and 3 more`. */
export function fieldsText(fields: readonly Pick<FieldDifference, 'path'>[], most = 3): string {
  const named = fields.slice(0, most).map(({ path }) => path);
  const more = fields.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}

/** A value of a field in one line or as JSON; undefined: there was none. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
