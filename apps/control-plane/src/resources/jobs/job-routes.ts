import { jobDetail } from '@interlude/contract';
import type { contract } from '@interlude/contract/api';
import { domainError } from '@interlude/contract/errors';
import type { JobStore } from '@interlude/persistence';
import type { Handlers } from '../../http/call.ts';
import { jsonSchema } from '../../openapi/openapi-document.ts';

export function jobRoutes(jobs: JobStore): Handlers<(typeof contract)['jobs']> {
  return {
    list: ({ caller, query }) => jobs.list(caller.tenantId, query),
    schema: async () => jsonSchema(jobDetail, 'output'),
    read: async ({ caller, params }) => {
      const job = await jobs.find(caller.tenantId, params.id);
      if (!job) throw domainError('JOB_NOT_FOUND');
      return job;
    },
    log: ({ caller, params }) => jobs.log(caller.tenantId, params.id),
    update: ({ caller, params, body }) =>
      jobs.update(caller.tenantId, params.id, { ...body, by: caller.userId }),
    cancel: ({ caller, params }) => jobs.cancel(caller.tenantId, params.id, caller.userId),
    rerun: ({ caller, params }) => jobs.rerun(caller.tenantId, params.id, caller.userId),
  };
}
