/** What the asset screens read and change. */
import type { Title, TitleType } from '@interlude/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { errorCodeOf, errorText } from '../../api/api-error.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';
import { confirm } from '../../components/confirm/dialogs.ts';
import type { ListState } from '../../components/list-view/list-search.ts';
import { useResourceList } from '../../components/list-view/use-resource-list.ts';
import { useRemoveItem } from '../../components/resource-table/use-remove-item.ts';
import { titleKey } from '../../components/title-frame/use-title.ts';
import { toast } from '../../components/toast/toast.ts';
import { text } from '../../messages.ts';
import type { TitleValues } from './title-values.ts';

export function useTitleList(state: ListState, type: TitleType | '') {
  return useResourceList<Title>({
    resource: 'titles',
    state: Object.assign({ type }, state),
    load: (query, signal) =>
      api(routes.titles.list, { query: { ...query, ...(type !== '' && { type }) }, signal }),
  });
}

export function useRemoveTitle(onRemoved?: () => void) {
  return useRemoveItem({
    resource: 'titles',
    remove: (id) => api(routes.titles.remove, { params: { id } }),
    ...(onRemoved && { onRemoved }),
  });
}

type SavedTitle = Omit<TitleValues, 'type'> & { readonly type: TitleType };

/** An item with an id is updated, one without is created (LIST-016). */
function saveTitle(body: SavedTitle, stored: Title | undefined, over: boolean): Promise<Title> {
  if (stored === undefined) return api(routes.titles.create, { body });
  const { id, updatedAt } = stored;
  return api(routes.titles.update, {
    params: { id },
    body: { ...body, ...(!over && { updatedAt }) },
  });
}

export function useSaveTitle(stored: Title | undefined, onSaved: (title: Title) => void) {
  const { tenant } = useSession();
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: ({ values, over }: { values: SavedTitle; over: boolean }) =>
      saveTitle(values, stored, over),
    onSuccess: (saved) => {
      toast.success(text('saved'));
      queries.setQueryData(titleKey(tenant, saved.id), saved);
      void queries.invalidateQueries({ queryKey: [tenant, 'titles', 'list'] });
      onSaved(saved);
    },
    onError: async (error, { values, over }) => {
      if (!over && errorCodeOf(error) === 'EDIT_CONFLICT' && (await savesOver('asset'))) {
        mutation.mutate({ values, over: true });
        return;
      }
      toast.error(text('saveFailed', { message: errorText(error) }));
    },
  });
  return mutation;
}

/** True when the user's own input shall win over what somebody else saved meanwhile. */
function savesOver(item: string): Promise<boolean> {
  return confirm({
    title: `Somebody else has changed this ${item}`,
    text: 'It was saved after you opened it. Your input is still here: save it over theirs, or keep it for now, reload and compare.',
    okLabel: 'Save mine',
    cancelLabel: 'Not yet',
  });
}
