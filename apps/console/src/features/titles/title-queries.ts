/** The queries and changes of the asset screens. */

import type { Title, TitleType } from '@interlude/contract';
import { api } from '../../api/api.ts';
import { routes } from '../../api/contract-routes.ts';
import type { ListState } from '../../components/list-view/list-search.ts';
import { useResourceList } from '../../components/list-view/use-resource-list.ts';
import { useRemoveItem } from '../../components/resource-table/use-remove-item.ts';
import { useSaveForm } from '../../components/save-item/use-save-form.ts';
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

export function useSaveTitle(stored: Title | undefined, onSaved: (title: Title) => void) {
  return useSaveForm<SavedTitle, Title>({
    resource: 'titles',
    noun: 'asset',
    stored,
    create: (body) => api(routes.titles.create, { body }),
    update: (body, id, updatedAt) =>
      api(routes.titles.update, {
        params: { id },
        body: { ...body, ...(updatedAt !== undefined && { updatedAt }) },
      }),
    onSaved,
  });
}
