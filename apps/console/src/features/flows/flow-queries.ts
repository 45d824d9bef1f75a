/** The queries and changes of the workflow screens. */

import type { Flow } from '@interlude/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/api-error.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';
import { confirm } from '../../components/confirm/dialogs.ts';
import type { ListState } from '../../components/list-view/list-search.ts';
import { useResourceList } from '../../components/list-view/use-resource-list.ts';
import { useStoredItem } from '../../components/stored-item/use-stored-item.ts';
import { toast } from '../../components/toast/toast.ts';
import { text } from '../../messages.ts';
import { t } from '../../texts/t.ts';

export function useFlowList(state: ListState) {
  return useResourceList<Flow>({
    resource: 'flows',
    state,
    load: (query, signal) => api(routes.flows.list, { query, signal }),
  });
}

export function useFlow(id: string) {
  return useStoredItem('flows', id, (call) => api(routes.flows.read, call));
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

/** Deletes a workflow after a question, which warns when the platform starts jobs by it. */
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
      ? t(' The platform starts jobs by this workflow; without it they fail.')
      : '';
    const agreed = await confirm({
      text: t('“{name}” will be deleted.{warning} {text}', {
        name,
        warning,
        text: text('confirmText'),
      }),
    });
    if (agreed) mutation.mutate(id);
  };
}
