import type { contract } from '@interlude/contract';
import type { JobStore } from '@interlude/persistence';
import type { Handlers } from '../../http/call.ts';

export function jobRoutes(jobs: JobStore): Handlers<(typeof contract)['jobs']> {
  return { list: ({ caller, query }) => jobs.list(caller.tenantId, query) };
}
