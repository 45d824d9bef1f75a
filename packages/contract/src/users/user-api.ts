import { z } from 'zod';
import { tokenClaims } from '../auth/auth.ts';
import { listQueryOf } from '../list-query.ts';
import { admins, anyRole } from '../roles.ts';
import { route } from '../route.ts';
import { appMetadata, appMetadataPatch, user, userUpdate } from './user.ts';

const tag = 'users';

export const userRoutes = {
  list: route({
    method: 'GET',
    path: '/api/v2/users',
    roles: admins,
    tag,
    list: true,
    summary: 'List the users of the tenant',
    query: listQueryOf({}),
    answer: z.array(user),
    errors: ['SORT_UNKNOWN'],
  }),
  invite: route({
    method: 'POST',
    path: '/api/v2/users/invite',
    roles: admins,
    personOnly: true,
    tag,
    summary: 'Invite a person by e-mail; the new user is a Viewer',
    body: z.object({
      email: z.string().trim().max(254),
      invitedBy: z.string().max(254).default(''),
    }),
    answer: z.object({ message: z.string() }),
    errors: ['EMAIL_INVALID', 'INVITATIONS_CLOSED', 'TOO_MANY_REQUESTS'],
  }),
  read: route({
    method: 'GET',
    path: '/api/v2/users/:id',
    roles: anyRole,
    tag,
    summary: 'Read a user; others than oneself only as Admin',
    answer: user,
    errors: ['USER_NOT_FOUND'],
  }),
  readMembership: route({
    method: 'GET',
    path: '/api/v2/membership',
    roles: anyRole,
    personOnly: true,
    tag,
    summary: 'Who the caller is here: for consoles whose tokens come from an external provider',
    answer: tokenClaims,
    errors: ['ROLE_UNMAPPED'],
  }),
  update: route({
    method: 'PUT',
    path: '/api/v2/users/:id',
    roles: admins,
    tag,
    summary: 'Save a user; the role may become Editor or Viewer',
    body: userUpdate,
    answer: user,
    errors: ['USER_NOT_FOUND', 'ACTION_NOT_PERMITTED', 'URL_FORBIDDEN'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v2/users/:id',
    roles: admins,
    tag,
    status: 204,
    summary: 'Remove a user from the tenant',
    answer: z.undefined(),
    errors: ['USER_NOT_FOUND', 'USER_SELF_REMOVAL', 'ACTION_NOT_PERMITTED'],
  }),
  readAppMetadata: route({
    method: 'GET',
    path: '/api/v2/users/:id/app_metadata',
    roles: anyRole,
    tag,
    summary: "A user's choices in the console",
    answer: appMetadata,
    errors: ['USER_NOT_FOUND'],
  }),
  patchAppMetadata: route({
    method: 'PATCH',
    path: '/api/v2/users/:id/app_metadata',
    roles: anyRole,
    tag,
    summary: "Change a user's choices; others than one's own only as Admin",
    body: appMetadataPatch,
    answer: appMetadata,
    errors: ['USER_NOT_FOUND', 'OPERATION_NOT_PERMITTED', 'URL_FORBIDDEN'],
  }),
} as const;
