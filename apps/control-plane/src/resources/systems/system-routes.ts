import type { contract } from '@interlude/contract/api';
import type { Handlers } from '../../http/call.ts';
import { systemSchema } from './system-schema.ts';
import type { SystemService } from './system-service.ts';

export function systemRoutes(systems: SystemService): Handlers<(typeof contract)['systems']> {
  return {
    list: ({ caller, query }) => systems.list(caller.tenantId, query),
    listSummary: ({ caller }) => systems.summaries(caller.tenantId),
    schema: async ({ query }) => systemSchema(query.item),
    checkBitmovin: ({ caller, body }) => systems.checkBitmovin(caller.tenantId, body),
    read: ({ caller, params }) => systems.read(caller.tenantId, params.id),
    bandwidth: async ({ caller, params, query }) => ({
      bandwidth: await systems.bandwidth(caller.tenantId, params.id, query.from, query.to),
    }),
    create: ({ caller, body }) => systems.create(caller.tenantId, body),
    update: ({ caller, params, body }) => systems.update(caller.tenantId, params.id, body),
    remove: async ({ caller, params }) => {
      await systems.remove(caller.tenantId, params.id);
      return undefined;
    },
  };
}
