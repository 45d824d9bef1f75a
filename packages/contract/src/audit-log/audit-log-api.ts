import { z } from 'zod';
import { listQueryOf } from '../list-query.ts';
import { admins, anyRole } from '../roles.ts';
import { route } from '../route.ts';
import {
  auditActions,
  auditAnnotation,
  auditEntry,
  auditEntryDetail,
  auditKinds,
} from './audit-entry.ts';

const tag = 'audit log';

const time = z.iso.datetime({ offset: true }).optional();

/** `status` is the action, `type` the kind. */
const filters = listQueryOf({ status: auditActions, type: auditKinds }).extend({
  from: time.describe('at or after'),
  to: time.describe('before'),
  user: z.string().max(254).optional().describe('e-mail address or id'),
  target: z.string().max(100).optional().describe('id of what was changed'),
});

export const auditLogRoutes = {
  list: route({
    method: 'GET',
    path: '/api/v2/audit-log',
    roles: admins,
    tag,
    list: true,
    summary: 'Who changed what in the company; newest first, at most 200 at a time',
    query: filters,
    answer: z.array(auditEntry),
    errors: ['SORT_UNKNOWN'],
  }),
  export: route({
    method: 'GET',
    path: '/api/v2/audit-log/export',
    roles: admins,
    tag,
    stream: true,
    summary: 'The entries as a file, at most 50,000',
    query: filters
      .omit({ limit: true, offset: true })
      .extend({ format: z.enum(['csv', 'json']).default('csv') }),
    answer: z.string().describe('text/csv (RFC 4180) or application/json'),
    errors: ['SORT_UNKNOWN'],
  }),
  annotations: route({
    method: 'GET',
    path: '/api/v2/audit-log/annotations',
    roles: anyRole,
    tag,
    summary: 'Changes of a period as marks of charts, without who made them and without values',
    query: z.object({
      from: z.iso.datetime({ offset: true }),
      to: z.iso.datetime({ offset: true }),
      channelId: z.string().max(100).optional().describe('changes of this channel alone'),
    }),
    answer: z.array(auditAnnotation),
    errors: [],
  }),
  read: route({
    method: 'GET',
    path: '/api/v2/audit-log/:id',
    roles: admins,
    tag,
    summary: 'An entry with each row that it changed, before and after',
    answer: auditEntryDetail,
    errors: ['AUDIT_ENTRY_NOT_FOUND'],
  }),
} as const;
