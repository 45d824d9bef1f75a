/** The subscription of the company, its usage, and what changes them. */
import type { BillingDetails, Tenant } from '@interlude/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/api-error.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';
import { toast } from '../../components/toast/toast.ts';
import { text } from '../../messages.ts';

const billingKey = (tenant: string) => [tenant, 'billing'] as const;

export function useBilling() {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [...billingKey(tenant), 'account'],
    queryFn: ({ signal }) => api(routes.billing.read, { signal }),
  });
}

export function useUsage() {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [...billingKey(tenant), 'usage'],
    queryFn: ({ signal }) => api(routes.billing.usage, { signal }),
  });
}

export interface SubscriptionOrder {
  /** Left out: only contact and billing details are saved. */
  readonly tier?: Tenant['tier'];
  readonly paymentContactEmail: string;
  readonly billingDetails: BillingDetails;
}

export function useSaveSubscription() {
  const { tenant } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (order: SubscriptionOrder) => {
      // The body requires the name. It is read now, for it may have been changed since the page was opened.
      const { id, name } = await api(routes.tenants.read, { params: { id: tenant } });
      return api(routes.tenants.update, { params: { id }, body: { id, name, ...order } });
    },
    onSuccess: () => toast.success(text('saved')),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: billingKey(tenant) }),
        queries.invalidateQueries({ queryKey: [tenant, 'tenants'] }),
      ]),
  });
}

/** Opens the payment provider's pages in this tab; they lead back to the account. */
export function useOpenPortal() {
  return useMutation({
    mutationFn: () => api(routes.billing.openPortal, {}),
    onSuccess: ({ url }) => globalThis.location.assign(url),
    onError: (error) => toast.error(errorText(error)),
  });
}
