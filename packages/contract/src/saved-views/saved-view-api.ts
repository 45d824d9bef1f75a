import { z } from 'zod';
import { anyRole } from '../roles.ts';
import { route } from '../route.ts';
import { savedView, savedViewInput, savedViewPatch } from './saved-view.ts';

const tag = 'saved views';

/** Anybody changes the own views; views of the company only operators, which the handler checks. */
export const savedViewRoutes = {
  list: route({
    method: 'GET',
    path: '/api/v2/saved-views',
    roles: anyRole,
    tag,
    summary: 'The own views and those of the company, by name',
    answer: z.array(savedView),
    errors: [],
  }),
  create: route({
    method: 'POST',
    path: '/api/v2/saved-views',
    roles: anyRole,
    personOnly: true,
    tag,
    status: 201,
    summary: 'Save a view; one of the company needs the role Editor',
    body: savedViewInput,
    answer: savedView,
    errors: ['ROLE_FORBIDDEN', 'SAVED_VIEW_NAME_TAKEN', 'SAVED_VIEWS_TOO_MANY'],
  }),
  update: route({
    method: 'PATCH',
    path: '/api/v2/saved-views/:id',
    roles: anyRole,
    personOnly: true,
    tag,
    summary: 'Rename a view, or save another state under its name',
    body: savedViewPatch,
    answer: savedView,
    errors: ['ROLE_FORBIDDEN', 'SAVED_VIEW_NOT_FOUND', 'SAVED_VIEW_NAME_TAKEN'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v2/saved-views/:id',
    roles: anyRole,
    personOnly: true,
    tag,
    status: 204,
    summary: 'Remove a view; one of the company needs the role Editor',
    answer: z.undefined(),
    errors: ['ROLE_FORBIDDEN', 'SAVED_VIEW_NOT_FOUND'],
  }),
} as const;
