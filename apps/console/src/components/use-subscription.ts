/** Mutations of a stored subscription: send a test, turn it on again. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { errorText } from '../api/api-error.ts';
import { routes } from '../api/contract-routes.ts';
import { useSession } from '../app/session.ts';
import { t } from '../texts/t.ts';
import { toast } from './toast/toast.ts';

export function useSendTest() {
  const { tenant } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (subscriptionId: string) =>
      api(routes.deliveries.test, { body: { subscriptionId } }),
    onSuccess: () => {
      toast.success(t('A test is on its way. Deliveries shows what became of it.'));
      void queries.invalidateQueries({ queryKey: [tenant, 'deliveries'] });
    },
    onError: (error) => toast.error(errorText(error)),
  });
}

export function useTurnOn() {
  const { tenant, user } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api(routes.userSubscriptions.turnOn, { params: { id } }),
    onSuccess: () => toast.success(t('The subscription is on again.')),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () =>
      queries.invalidateQueries({ queryKey: [tenant, 'userSubscriptions', user.id] }),
  });
}
