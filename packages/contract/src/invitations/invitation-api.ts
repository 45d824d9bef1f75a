/** Invitations: seen and withdrawn by Admins, read and accepted by the person who has the mailed link. */
import { z } from 'zod';
import { listQueryOf } from '../list-query.ts';
import { admins } from '../roles.ts';
import { route } from '../route.ts';
import { invitation } from './invitation.ts';

const tag = 'invitations';
const token = z.string().max(200).describe('of the link in the mail');

export const invitationRoutes = {
  list: route({
    method: 'GET',
    path: '/api/v2/invitations',
    roles: admins,
    tag,
    list: true,
    summary: 'Invitations of the tenant that have not been accepted',
    query: listQueryOf({}),
    answer: z.array(invitation),
    errors: ['SORT_UNKNOWN'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v2/invitations/:id',
    roles: admins,
    tag,
    status: 204,
    summary: 'Withdraw an invitation: its link stops working',
    answer: z.undefined(),
    errors: ['INVITATION_NOT_FOUND'],
  }),
  read: route({
    method: 'POST',
    path: '/api/readInvitation',
    roles: 'public',
    changes: false,
    tag,
    summary: 'What an invitation is for, by the token of its mail',
    body: z.object({ token }),
    answer: z.object({
      company: z.string(),
      email: z.string(),
      needsPassword: z
        .boolean()
        .describe(
          'true without a password that was set by a mailed link: the present one is confirmed, any other replaces it',
        ),
    }),
    errors: ['LINK_EXPIRED', 'INVITATIONS_CLOSED', 'TOO_MANY_REQUESTS'],
  }),
  accept: route({
    method: 'POST',
    path: '/api/acceptInvitation',
    roles: 'public',
    tag,
    summary: 'Become a member of the company that sent the invitation',
    body: z.object({
      token,
      password: z.string().max(200).optional().describe('required when needsPassword is true'),
    }),
    answer: z.object({ message: z.string() }),
    errors: ['LINK_EXPIRED', 'PASSWORD_TOO_WEAK', 'INVITATIONS_CLOSED', 'TOO_MANY_REQUESTS'],
  }),
} as const;
