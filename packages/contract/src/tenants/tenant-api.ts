import { z } from 'zod';
import { listQueryOf } from '../list-query.ts';
import { anyRole } from '../roles.ts';
import { route } from '../route.ts';
import { tenant } from './tenant.ts';

const tag = 'tenants';

export const tenantRoutes = {
  list: route({
    method: 'GET',
    path: '/api/v2/tenants',
    roles: anyRole,
    tag,
    list: true,
    summary: 'The tenants that the caller belongs to',
    query: listQueryOf({}),
    answer: z.array(tenant),
    errors: ['SORT_UNKNOWN'],
  }),
  read: route({
    method: 'GET',
    path: '/api/v2/tenants/:id',
    roles: anyRole,
    tag,
    summary: 'Read an own tenant by id or name',
    answer: tenant,
    errors: ['TENANT_NOT_FOUND'],
  }),
} as const;
