import { z } from 'zod';
import { listQueryOf } from '../list-query.ts';
import { superAdmins } from '../roles.ts';
import { route } from '../route.ts';
import { flow, flowInput, flowUpdate } from './flow.ts';

const tag = 'flows';

export const flowRoutes = {
  list: route({
    method: 'GET',
    path: '/api/v2/flows',
    roles: superAdmins,
    tag,
    list: true,
    summary: 'List workflows',
    query: listQueryOf({}),
    answer: z.array(flow),
    errors: ['SORT_UNKNOWN'],
  }),
  schema: route({
    method: 'GET',
    path: '/api/v2/flows/schema',
    roles: superAdmins,
    tag,
    summary: 'JSON schema of a workflow with the catalogue of tasks; with `item` that of one task',
    query: z.object({ item: z.string().max(60).optional() }),
    answer: z.record(z.string(), z.unknown()),
    errors: [],
  }),
  read: route({
    method: 'GET',
    path: '/api/v2/flows/:id',
    roles: superAdmins,
    tag,
    summary: 'Read a workflow',
    answer: flow,
    errors: ['FLOW_NOT_FOUND'],
  }),
  create: route({
    method: 'POST',
    path: '/api/v2/flows',
    roles: superAdmins,
    tag,
    status: 201,
    summary: 'Create a workflow',
    body: flowInput,
    answer: flow,
    errors: ['INVALID_FIELDS', 'FLOW_NAME_TAKEN', 'ROWS_TOO_MANY'],
  }),
  update: route({
    method: 'PUT',
    path: '/api/v2/flows/:id',
    roles: superAdmins,
    tag,
    summary: 'Change a workflow; jobs that run go on as they began',
    body: flowUpdate,
    answer: flow,
    errors: ['FLOW_NOT_FOUND', 'INVALID_FIELDS', 'FLOW_NAME_TAKEN', 'EDIT_CONFLICT'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v2/flows/:id',
    roles: superAdmins,
    tag,
    status: 204,
    summary: 'Delete a workflow',
    answer: z.undefined(),
    errors: ['FLOW_NOT_FOUND'],
  }),
} as const;
