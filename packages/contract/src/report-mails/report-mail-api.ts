import { z } from 'zod';
import { anyRole, operators } from '../roles.ts';
import { route } from '../route.ts';
import { reportMail, reportMailInput, reportMailMember, reportMailPatch } from './report-mail.ts';

const tag = 'report mails';

/** A person manages the own schedules; Admins see, pause and remove those of all. */
export const reportMailRoutes = {
  list: route({
    method: 'GET',
    path: '/api/v2/report-mails',
    roles: anyRole,
    tag,
    summary: 'The own scheduled mails of reports, by name; for Admins those of the company',
    answer: z.array(reportMail),
    errors: [],
  }),
  members: route({
    method: 'GET',
    path: '/api/v2/report-mail-members',
    roles: operators,
    tag,
    summary: 'The members who can get mails of reports, by e-mail address',
    answer: z.array(reportMailMember),
    errors: [],
  }),
  create: route({
    method: 'POST',
    path: '/api/v2/report-mails',
    roles: anyRole,
    personOnly: true,
    tag,
    status: 201,
    summary: 'Schedule a mail of reports; to others than oneself needs the role Editor',
    body: reportMailInput,
    answer: reportMail,
    errors: ['ROLE_FORBIDDEN', 'REPORT_MAILS_TOO_MANY', 'REPORT_MAIL_RECIPIENT_UNKNOWN'],
  }),
  update: route({
    method: 'PATCH',
    path: '/api/v2/report-mails/:id',
    roles: anyRole,
    personOnly: true,
    tag,
    summary: 'Change, pause or resume a mail; one of somebody else can be paused by an Admin',
    body: reportMailPatch,
    answer: reportMail,
    errors: ['ROLE_FORBIDDEN', 'REPORT_MAIL_NOT_FOUND', 'REPORT_MAIL_RECIPIENT_UNKNOWN'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v2/report-mails/:id',
    roles: anyRole,
    personOnly: true,
    tag,
    status: 204,
    summary: 'Remove a scheduled mail; one of somebody else needs the role Admin',
    answer: z.undefined(),
    errors: ['REPORT_MAIL_NOT_FOUND'],
  }),
  send: route({
    method: 'POST',
    path: '/api/v2/report-mails/:id/send',
    roles: anyRole,
    personOnly: true,
    tag,
    status: 204,
    summary: 'Send the mail to oneself now, whatever its schedule',
    answer: z.undefined(),
    errors: ['REPORT_MAIL_NOT_FOUND', 'TOO_MANY_REQUESTS'],
  }),
} as const;
