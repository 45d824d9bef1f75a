import { type contract, domainError } from '@interlude/contract';
import type { TenantStore } from '@interlude/persistence';
import type { Handlers } from '../../http/call.ts';

/** Only the caller's own companies exist for the caller (OP-73: by id or by name). */
export function tenantRoutes(tenants: TenantStore): Handlers<(typeof contract)['tenants']> {
  return {
    list: ({ caller, query }) => tenants.list(caller.companies, query),
    read: async ({ caller, params }) => {
      const tenant = await tenants.find(params.id);
      if (!tenant || !caller.companies.includes(tenant.id)) throw domainError('TENANT_NOT_FOUND');
      return tenant;
    },
  };
}
