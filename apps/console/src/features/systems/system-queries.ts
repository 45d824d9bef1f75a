/** What the system screens read and change. */
import type { System, SystemTypeName } from '@interlude/contract';
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
import { settingsOf, systemChoices } from './system-schema.ts';
import type { systemBody } from './system-values.ts';

/** Schemas change with the server's version only. */
const schemaOptions = { staleTime: Number.POSITIVE_INFINITY } as const;

export function useSystemList(state: ListState) {
  return useResourceList<System>({
    resource: 'systems',
    state,
    load: (query, signal) => api(routes.systems.list, { query, signal }),
  });
}

export function useSystem(id: string) {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [tenant, 'systems', 'item', id],
    queryFn: ({ signal }) => api(routes.systems.read, { params: { id }, signal }),
    // A form is being filled with it: it is read on opening, never behind the user's back.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export function useSystemChoices() {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [tenant, 'systems', 'schema'],
    queryFn: async ({ signal }) => systemChoices(await api(routes.systems.schema, { signal })),
    ...schemaOptions,
  });
}

export function useSystemSettings(type: SystemTypeName) {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [tenant, 'systems', 'schema', type],
    queryFn: async ({ signal }) =>
      settingsOf(type, await api(routes.systems.schema, { query: { item: type }, signal })),
    ...schemaOptions,
  });
}

/** An item with an id is updated, one without is created (LIST-016). */
export function saveSystem(
  system: ReturnType<typeof systemBody> & {
    readonly id?: string | undefined;
    readonly updatedAt?: string | undefined;
  },
) {
  const { id, updatedAt, ...body } = system;
  return id === undefined
    ? api(routes.systems.create, { body })
    : api(routes.systems.update, {
        params: { id },
        body: { ...body, ...(updatedAt !== undefined && { updatedAt }) },
      });
}

/** How many medias a system has made: they may need its settings to be deleted. */
export async function mediasMadeBy(systemId: string): Promise<number> {
  const query = { createdBySystemId: systemId, limit: 1 };
  const { totalCount } = await api(routes.medias.list, { query });
  return totalCount;
}

/** True when the change may go on: nothing depends on the system, or the user said so (SYS-012). */
export async function mayChangeSystem(systemId: string): Promise<boolean> {
  const count = await mediasMadeBy(systemId);
  if (count === 0) return true;
  return confirm({
    text: text('systemEditWarning', { count }),
    okLabel: 'Save changes',
    dangerous: false,
  });
}

/** Asks, with a warning when medias depend on the system, and deletes it (SYS-013, OP-31). */
export function useRemoveSystem() {
  const { tenant } = useSession();
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: async ({ id, name }: Pick<System, 'id' | 'name'>) => {
      const count = await mediasMadeBy(id);
      const warning =
        count === 0
          ? `“${name}” will be deleted. ${text('confirmText')}`
          : text('systemDeleteWarning', { count });
      if (!(await confirm({ text: warning }))) return false;
      await api(routes.systems.remove, { params: { id } });
      return true;
    },
    onSuccess: (removed) => {
      if (!removed) return;
      toast.success(text('deleted'));
      return queries.invalidateQueries({ queryKey: [tenant, 'systems', 'list'] });
    },
    onError: (error) => toast.error(text('deleteFailed', { msg: errorText(error) })),
  });
  return mutation.mutate;
}

/** Whether Bitmovin takes the credentials; any status but SUCCESS is a failure (SYS-008). */
export async function checkBitmovin(query: {
  id: string;
  apiKey: string;
  organizationId: string;
}): Promise<string> {
  const { status, message } = await api(routes.systems.checkBitmovin, { query });
  if (status !== 'SUCCESS') throw new Error(message);
  return message;
}
