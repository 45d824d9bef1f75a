/** What the workflow screens read and change. */
import type { Flow } from '@interlude/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/api-error.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';
import { confirm } from '../../components/confirm/dialogs.ts';
import type { ListState } from '../../components/list-view/list-search.ts';
import { useResourceList } from '../../components/list-view/use-resource-list.ts';
import { toast } from '../../components/toast/toast.ts';
import { text } from '../../messages.ts';

export function useFlowList(state: ListState) {
  return useResourceList<Flow>({
    resource: 'flows',
    state,
    load: (query, signal) => api(routes.flows.list, { query, signal }),
  });
}

export function useFlow(id: string) {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [tenant, 'flows', 'item', id],
    queryFn: ({ signal }) => api(routes.flows.read, { params: { id }, signal }),
    // A form is being filled with it: it is read on opening, never behind the user's back.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

type FlowBody = Parameters<typeof api<typeof routes.flows.create>>[1]['body'];

/** An item with an id is updated, one without is created (LIST-016). */
export function saveFlow(
  flow: FlowBody & { id?: string | undefined; updatedAt?: string | undefined },
) {
  const { id, updatedAt, ...body } = flow;
  return id === undefined
    ? api(routes.flows.create, { body })
    : api(routes.flows.update, {
        params: { id },
        body: { ...body, ...(updatedAt !== undefined && { updatedAt }) },
      });
}

/** Asks, says what the platform needs the workflow for, and deletes it. */
export function useRemoveFlow() {
  const { tenant } = useSession();
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: (id: string) => api(routes.flows.remove, { params: { id } }),
    onSuccess: () => {
      toast.success(text('deleted'));
      return queries.invalidateQueries({ queryKey: [tenant, 'flows', 'list'] });
    },
    onError: (error) => toast.error(text('deleteFailed', { msg: errorText(error) })),
  });
  return async ({ id, name, needed }: { id: string; name: string; needed: boolean }) => {
    const warning = needed
      ? ' The platform starts jobs by this workflow; without it they fail.'
      : '';
    const agreed = await confirm({
      text: `“${name}” will be deleted.${warning} ${text('confirmText')}`,
    });
    if (agreed) mutation.mutate(id);
  };
}
