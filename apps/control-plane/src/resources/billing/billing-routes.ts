import type { contract } from '@interlude/contract/api';
import type { Handlers } from '../../http/call.ts';
import type { BillingService } from './billing-service.ts';

export function billingRoutes(billing: BillingService): Handlers<(typeof contract)['billing']> {
  return {
    read: ({ caller }) => billing.read(caller.tenantId),
    usage: ({ caller }) => billing.usage(caller.tenantId),
    openPortal: ({ caller }) => billing.openPortal(caller.tenantId),
  };
}
