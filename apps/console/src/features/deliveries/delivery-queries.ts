/** The queries of the log of a subscription, and 'send again'. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/api-error.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';
import { toast } from '../../components/toast/toast.ts';
import { t } from '../../texts/t.ts';

export function useDelivery(id: string) {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [tenant, 'deliveries', 'item', id],
    queryFn: ({ signal }) => api(routes.deliveries.read, { params: { id }, signal }),
  });
}

export function useSendAgain() {
  const { tenant } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api(routes.deliveries.sendAgain, { params: { id } }),
    onSuccess: () => toast.success(t('It is sent again, under the same id.')),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: [tenant, 'deliveries'] }),
  });
}
