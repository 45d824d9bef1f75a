import { z } from 'zod';
import { admins, anyRole } from '../roles.ts';
import { route } from '../route.ts';
import { companySession, loginSession } from './login-session.ts';

const tag = 'login sessions';

export const loginSessionRoutes = {
  list: route({
    method: 'GET',
    path: '/api/v2/login-sessions',
    roles: anyRole,
    personOnly: true,
    tag,
    summary: "The caller's own login sessions, that of this request first",
    answer: z.array(loginSession),
    errors: [],
  }),
  end: route({
    method: 'DELETE',
    path: '/api/v2/login-sessions/:id',
    roles: anyRole,
    personOnly: true,
    tag,
    status: 204,
    summary: 'End an own login session with all of its tokens; `current` is that of this request',
    answer: z.undefined(),
    errors: ['LOGIN_SESSION_NOT_FOUND'],
  }),
  endOthers: route({
    method: 'DELETE',
    path: '/api/v2/login-sessions',
    roles: anyRole,
    personOnly: true,
    tag,
    status: 204,
    summary: 'End all own login sessions but that of this request',
    answer: z.undefined(),
    errors: [],
  }),
  listOfUser: route({
    method: 'GET',
    path: '/api/v2/users/:id/login-sessions',
    roles: admins,
    tag,
    summary: 'The login sessions of a user that were used for this company',
    answer: z.array(companySession),
    errors: ['USER_NOT_FOUND'],
  }),
  endOfUser: route({
    method: 'DELETE',
    path: '/api/v2/users/:id/login-sessions/:sessionId',
    roles: admins,
    personOnly: true,
    tag,
    status: 204,
    summary: 'End a login session of a user for this company',
    answer: z.undefined(),
    errors: ['USER_NOT_FOUND', 'LOGIN_SESSION_NOT_FOUND', 'ACTION_NOT_PERMITTED'],
  }),
} as const;
