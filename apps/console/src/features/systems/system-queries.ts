/** The queries and changes of the system screens. */

import type { System, SystemTypeName } from '@interlude/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
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
  return useStoredItem('systems', id, (call) => api(routes.systems.read, call));
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

/** The number of medias that a system has made: deleting them may need its settings. */
export async function mediasMadeBy(systemId: string): Promise<number> {
  const query = { createdBySystemId: systemId, limit: 1 };
  const { totalCount } = await api(routes.medias.list, { query });
  return totalCount;
}

/** True when no media depends on the system, or the user confirmed the change (SYS-012). */
export async function mayChangeSystem(systemId: string): Promise<boolean> {
  const count = await mediasMadeBy(systemId);
  if (count === 0) return true;
  return confirm({
    text: text('systemEditWarning', { count }),
    okLabel: t('Save changes'),
    dangerous: false,
  });
}

/** Deletes a system after a question, which warns when medias depend on it (SYS-013, OP-31). */
export function useRemoveSystem() {
  const { tenant } = useSession();
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: async ({ id, name }: Pick<System, 'id' | 'name'>) => {
      const count = await mediasMadeBy(id);
      const warning =
        count === 0
          ? t('“{name}” will be deleted. {text}', { name, text: text('confirmText') })
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

/** Checks the credentials of Bitmovin; any status but SUCCESS is a failure (SYS-008). @returns its message */
export async function checkBitmovin(body: {
  id: string;
  apiKey: string;
  organizationId: string;
}): Promise<string> {
  const { status, message } = await api(routes.systems.checkBitmovin, { body });
  if (status !== 'SUCCESS') throw new Error(message);
  return message;
}
