import type { contract } from '@interlude/contract/api';
import type { Handlers } from '../../http/call.ts';
import type { ReconciliationService } from './reconciliation-service.ts';

export function reconciliationRoutes(
  reconciliations: ReconciliationService,
): Handlers<(typeof contract)['reconciliations']> {
  return {
    list: ({ caller }) => reconciliations.list(caller.tenantId),
    create: ({ caller, body }) => reconciliations.create(caller.tenantId, body),
    read: ({ caller, params }) => reconciliations.read(caller.tenantId, params.id),
    start: ({ caller, params, body }) => reconciliations.start(caller.tenantId, params.id, body),
    remove: async ({ caller, params }) => {
      await reconciliations.remove(caller.tenantId, params.id);
      return undefined;
    },
  };
}
