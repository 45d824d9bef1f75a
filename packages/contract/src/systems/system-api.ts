import { z } from 'zod';
import { listQueryOf } from '../list-query.ts';
import { anyRole, superAdmins } from '../roles.ts';
import { route } from '../route.ts';
import { system, systemInput, systemSummary, systemUpdate } from './system.ts';
import { systemCategories, systemTypeNames } from './system-types.ts';

const tag = 'systems';

const unixSeconds = z.coerce.number<number>().int().min(0).max(99_999_999_999);

export const systemRoutes = {
  list: route({
    method: 'GET',
    path: '/api/v2/systems',
    roles: superAdmins,
    tag,
    list: true,
    summary: 'List systems (filter: type)',
    query: listQueryOf({ status: systemCategories, type: systemTypeNames }),
    answer: z.array(system),
    errors: ['SORT_UNKNOWN'],
  }),
  listSummary: route({
    method: 'GET',
    path: '/api/v2/systems/listSummary',
    roles: anyRole,
    tag,
    summary: 'Id, name, type and category of all systems',
    answer: z.array(systemSummary),
    errors: [],
  }),
  schema: route({
    method: 'GET',
    path: '/api/v2/systems/schema',
    roles: superAdmins,
    tag,
    summary: 'JSON schema of a system; with `item` that of the settings of one type',
    query: z.object({ item: z.enum(systemTypeNames).optional() }),
    answer: z.record(z.string(), z.unknown()),
    errors: [],
  }),
  checkBitmovin: route({
    method: 'POST',
    path: '/api/v2/systems/checkBitmovin',
    roles: superAdmins,
    changes: false,
    tag,
    summary:
      'Whether Bitmovin accepts the credentials; they are in the body, as addresses are logged',
    body: z.object({
      id: z.string().max(100).default(''),
      apiKey: z.string().max(4_000).default(''),
      organizationId: z.string().max(200).default(''),
    }),
    answer: z.object({ status: z.enum(['SUCCESS', 'ERROR']), message: z.string() }),
    errors: ['SYSTEM_NOT_FOUND'],
  }),
  read: route({
    method: 'GET',
    path: '/api/v2/systems/:id',
    roles: superAdmins,
    tag,
    summary: 'Read a system',
    answer: system,
    errors: ['SYSTEM_NOT_FOUND'],
  }),
  bandwidth: route({
    method: 'GET',
    path: '/api/v2/systems/:id/get-cdn-metrics/bandwidth',
    roles: anyRole,
    tag,
    summary: 'Bytes of ad media that were served from `from` to `to`',
    query: z.object({ from: unixSeconds, to: unixSeconds }),
    answer: z.object({ bandwidth: z.number().min(0).describe('bytes') }),
    errors: ['SYSTEM_NOT_FOUND', 'SYSTEM_TYPE_WRONG'],
  }),
  create: route({
    method: 'POST',
    path: '/api/v2/systems',
    roles: superAdmins,
    tag,
    status: 201,
    summary: 'Create a system',
    body: systemInput,
    answer: system,
    errors: ['INVALID_FIELDS', 'SYSTEM_BUILT_IN', 'URL_FORBIDDEN'],
  }),
  update: route({
    method: 'PUT',
    path: '/api/v2/systems/:id',
    roles: superAdmins,
    tag,
    summary: 'Change a system',
    body: systemUpdate,
    answer: system,
    errors: [
      'SYSTEM_NOT_FOUND',
      'INVALID_FIELDS',
      'EDIT_CONFLICT',
      'SYSTEM_BUILT_IN',
      'URL_FORBIDDEN',
    ],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v2/systems/:id',
    roles: superAdmins,
    tag,
    status: 204,
    summary: 'Delete a system',
    answer: z.undefined(),
    errors: ['SYSTEM_NOT_FOUND', 'SYSTEM_BUILT_IN'],
  }),
} as const;
