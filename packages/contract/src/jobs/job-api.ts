import { z } from 'zod';
import { listQuery } from '../list-query.ts';
import { operators } from '../roles.ts';
import { route } from '../route.ts';
import { job } from './job.ts';

const tag = 'jobs';

export const jobRoutes = {
  list: route({
    method: 'GET',
    path: '/api/v2/jobs',
    roles: operators,
    tag,
    list: true,
    summary: 'List jobs',
    query: listQuery,
    answer: z.array(job),
    errors: ['SORT_UNKNOWN'],
  }),
} as const;
