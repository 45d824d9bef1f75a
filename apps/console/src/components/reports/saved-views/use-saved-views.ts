/** Saved views of the person and of the company: read, made, renamed, saved again, removed. */
import type { SavedView, SavedViewPatch, SavedViewScope } from '@interlude/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/api.ts';
import { errorText } from '../../../api/api-error.ts';
import { routes } from '../../../api/contract-routes.ts';
import { useSession } from '../../../app/session.ts';
import { t } from '../../../texts/t.ts';
import { confirm } from '../../confirm/dialogs.ts';
import { toast } from '../../toast/toast.ts';
import type { ReportSearch } from '../report-search.ts';

const listKey = (tenant: string) => [tenant, 'saved-views'] as const;

export function useSavedViews(enabled = true) {
  const { tenant } = useSession();
  return useQuery({
    queryKey: listKey(tenant),
    queryFn: ({ signal }) => api(routes.savedViews.list, { signal }),
    staleTime: 30_000,
    enabled,
  });
}

interface NewView {
  readonly name: string;
  readonly scope: SavedViewScope;
  readonly state: ReportSearch;
}

export function useSavedViewChanges() {
  const { tenant } = useSession();
  const queries = useQueryClient();
  const key = listKey(tenant);
  const onSettled = () => queries.invalidateQueries({ queryKey: key });
  /** Puts a view into the cache, from which the page reads it when it opens the view next. */
  const keep = (view: SavedView) =>
    queries.setQueryData<SavedView[]>(key, (views = []) => [
      ...views.filter(({ id }) => id !== view.id),
      view,
    ]);
  const create = useMutation({
    mutationFn: ({ name, scope, state }: NewView) =>
      api(routes.savedViews.create, { body: { name, scope, state: { ...state } } }),
    onSuccess: keep,
    onSettled,
  });
  const update = useMutation({
    mutationFn: ({ id, ...body }: SavedViewPatch & { readonly id: string }) =>
      api(routes.savedViews.update, { params: { id }, body }),
    onSuccess: keep,
    onSettled,
  });
  const remove = useMutation({
    mutationFn: ({ id }: SavedView) => api(routes.savedViews.remove, { params: { id } }),
    onSuccess: (_nothing, { name, scope, state }) =>
      toast.success(t('The view {name} was removed.', { name }), {
        label: t('Undo'),
        // The popup is closed before Undo: its own callbacks are not called any more.
        run: () =>
          void create
            .mutateAsync({ name, scope, state })
            .catch((error: unknown) => toast.error(errorText(error))),
      }),
    onError: (error) => toast.error(errorText(error)),
    onSettled,
  });
  return {
    create,
    update,
    /** Removes a view; a view of the company after a question, for others use it, too. */
    remove: async (view: SavedView): Promise<boolean> => {
      const agreed =
        view.scope === 'own' ||
        (await confirm({
          title: t('Remove {name}?', { name: view.name }),
          text: t('All members of the company lose this view.'),
          okLabel: t('Remove'),
        }));
      if (agreed) remove.mutate(view);
      return agreed;
    },
  };
}
