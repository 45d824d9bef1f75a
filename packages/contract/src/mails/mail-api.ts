/** Mails kept for the operator where no SMTP_URL is set; with one the list is empty. */
import { z } from 'zod';
import { listQueryOf } from '../list-query.ts';
import { superAdmins } from '../roles.ts';
import { route } from '../route.ts';

export const mail = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string().describe('the same as a page; empty = plain text alone'),
  createdAt: z.iso.datetime(),
});
export type Mail = z.output<typeof mail>;

export const mailRoutes = {
  list: route({
    method: 'GET',
    path: '/api/v2/mails',
    roles: superAdmins,
    tag: 'mails',
    list: true,
    summary: 'Mails that were kept because no SMTP_URL is set',
    query: listQueryOf({}),
    answer: z.array(mail),
    errors: ['SORT_UNKNOWN'],
  }),
} as const;
