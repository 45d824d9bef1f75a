/** An entry of the audit log: a request that changed something, and each row that it changed. */
import { z } from 'zod';

/** Most entries of one answer, and of an export. */
export const auditLimits = { page: 200, export: 50_000, annotations: 500 } as const;

/** Kinds of entities that are changed, by their names in the API. */
export const auditKinds = [
  'annotations',
  'apiKeys',
  'billing',
  'breaks',
  'channels',
  'flows',
  'invitations',
  'jobs',
  'loginSessions',
  'medias',
  'notifications',
  'playlists',
  'reconciliations',
  'reportMails',
  'reportSettings',
  'savedViews',
  'shareLinks',
  'secondFactors',
  'streamSubscribers',
  'subscriptions',
  'systems',
  'tenants',
  'titles',
  'uploads',
  'users',
] as const;

export const auditActions = ['created', 'updated', 'removed'] as const;
export type AuditAction = (typeof auditActions)[number];

/** A field whose value has changed; a missing side had no value. */
export const fieldDifference = z.object({
  path: z.string().describe('such as adSource.url'),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
});
export type FieldDifference = z.output<typeof fieldDifference>;

const subject = {
  kind: z.string(),
  targetId: z.string(),
  targetName: z.string(),
  action: z.enum(auditActions),
};

export const auditEntry = z.object({
  id: z.string().describe('that of the request'),
  at: z.iso.datetime(),
  userId: z.string().describe('empty: nobody was signed in'),
  userEmail: z.string(),
  apiKey: z.string().describe('name of the API key; empty: a person'),
  network: z.string().describe('/24 of IPv4, /48 of IPv6'),
  route: z.string().describe('such as channels.update'),
  ...subject,
  changes: z.number().int().describe('rows that the request changed'),
  fields: z.array(fieldDifference).describe('of the first row, when it was updated; at most 20'),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const auditChange = z.object({
  ...subject,
  fields: z.array(fieldDifference).describe('at most 200'),
  before: z.record(z.string(), z.unknown()).nullable().describe('secrets are masked'),
  after: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditChange = z.output<typeof auditChange>;

export const auditEntryDetail = auditEntry.extend({ rows: z.array(auditChange) });
export type AuditEntryDetail = z.output<typeof auditEntryDetail>;

/** A change as an annotation of charts: without its author and without values. */
export const auditAnnotation = z.object({
  entryId: z.string(),
  at: z.iso.datetime(),
  ...subject,
  fields: z.array(z.string()).describe('paths of what was changed; at most 5'),
});
export type AuditAnnotation = z.output<typeof auditAnnotation>;
