import type { contract } from '@interlude/contract/api';
import { domainError } from '@interlude/contract/errors';
import type { FlowStore } from '@interlude/persistence';
import type { Handlers } from '../../http/call.ts';
import { flowSchema } from './flow-schema.ts';

export function flowRoutes(flows: FlowStore): Handlers<(typeof contract)['flows']> {
  return {
    list: ({ caller, query }) => flows.list(caller.tenantId, query),
    schema: async ({ query }) => flowSchema(query.item),
    read: async ({ caller, params }) => {
      const flow = await flows.find(caller.tenantId, params.id);
      if (!flow) throw domainError('FLOW_NOT_FOUND');
      return flow;
    },
    create: ({ caller, body }) => flows.create(caller.tenantId, body),
    update: async ({ caller, params, body: { updatedAt, ...body } }) => {
      const flow = await flows.update(caller.tenantId, params.id, body, updatedAt);
      if (!flow) throw domainError('FLOW_NOT_FOUND');
      return flow;
    },
    remove: async ({ caller, params }) => {
      if (!(await flows.remove(caller.tenantId, params.id))) throw domainError('FLOW_NOT_FOUND');
      return undefined;
    },
  };
}
