import type { contract } from '@interlude/contract/api';
import type { Handlers } from '../../http/call.ts';
import type { TenantService } from './tenant-service.ts';

export function tenantRoutes(
  tenants: TenantService,
  stripePublicKey: string,
): Handlers<(typeof contract)['tenants']> {
  return {
    list: ({ caller, query }) => tenants.list(caller, query),
    create: ({ caller, body }) => tenants.create(caller, body),
    update: ({ caller, params, body }) => tenants.update(caller, params.id, body),
    stripePublicKey: async () => ({ stripePublicKey }),
    read: ({ caller, params }) => tenants.read(caller, params.id),
  };
}
