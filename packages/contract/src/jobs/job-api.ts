import { z } from 'zod';
import { listQueryOf } from '../list-query.ts';
import { operators } from '../roles.ts';
import { route } from '../route.ts';
import { job, jobDetail, jobLogLine, jobStatuses, jobUpdate } from './job.ts';

const tag = 'jobs';

export const jobRoutes = {
  list: route({
    method: 'GET',
    path: '/api/v2/jobs',
    roles: operators,
    tag,
    list: true,
    summary: 'List jobs',
    query: listQueryOf({ status: jobStatuses }),
    answer: z.array(job),
    errors: ['SORT_UNKNOWN'],
  }),
  schema: route({
    method: 'GET',
    path: '/api/v2/jobs/schema',
    roles: operators,
    tag,
    summary: 'JSON schema of a job',
    answer: z.record(z.string(), z.unknown()),
    errors: [],
  }),
  read: route({
    method: 'GET',
    path: '/api/v2/jobs/:id',
    roles: operators,
    tag,
    summary: 'Read a job with its tasks',
    answer: jobDetail,
    errors: ['JOB_NOT_FOUND'],
  }),
  log: route({
    method: 'GET',
    path: '/api/v2/jobs/:id/log',
    roles: operators,
    tag,
    summary: 'The newest 1,000 lines that the job wrote, oldest first',
    answer: z.array(jobLogLine),
    errors: ['JOB_NOT_FOUND'],
  }),
  update: route({
    method: 'PUT',
    path: '/api/v2/jobs/:id',
    roles: operators,
    tag,
    summary: 'Rename or archive a job',
    body: jobUpdate,
    answer: jobDetail,
    errors: ['JOB_NOT_FOUND', 'JOB_RUNNING', 'INVALID_FIELDS', 'EDIT_CONFLICT'],
  }),
  cancel: route({
    method: 'POST',
    path: '/api/v2/jobs/:id/cancel',
    roles: operators,
    tag,
    status: 202,
    summary: 'Stop a running job; it ends as failed and leaves no files',
    answer: jobDetail,
    errors: ['JOB_NOT_FOUND', 'JOB_ENDED'],
  }),
  rerun: route({
    method: 'POST',
    path: '/api/v2/jobs/:id/rerun',
    roles: operators,
    tag,
    status: 201,
    summary: 'Run an ended job again as a new one, with the workflow as it is now',
    answer: jobDetail,
    errors: ['JOB_NOT_FOUND', 'JOB_RUNNING', 'FLOW_MISSING', 'JOB_SOURCE_GONE'],
  }),
} as const;
