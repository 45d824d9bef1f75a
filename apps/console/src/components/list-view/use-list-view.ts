/** Reads and writes the list state in the URL. Typing replaces the history entry, paging adds one. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ListState, listSearch, listState, nextSort, type PageSize } from './list-search.ts';

export interface ListView {
  readonly state: ListState;
  readonly search: (q: string) => void;
  readonly sortBy: (column: string) => void;
  readonly openPage: (page: number) => void;
  readonly resize: (size: PageSize) => void;
}

/** @param sort the sort of a fresh list, e.g. `-created_at` where a resource names it so */
export function useListView(sort?: string): ListView {
  const raw: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const state = listState(listSearch(raw), sort);
  const write = (change: Partial<ListState>, replace: boolean) => {
    const next = { ...state, ...change };
    const kept = next.sort === listState({}, sort).sort ? { ...next, sort: undefined } : next;
    void navigate({ to: '.', search: listSearch(kept), hash: true, replace, resetScroll: false });
  };
  return {
    state,
    search: (q) => write({ q, page: 0 }, true),
    sortBy: (column) => write({ sort: nextSort(state.sort, column), page: 0 }, false),
    openPage: (page) => write({ page }, false),
    resize: (size) => write({ size, page: 0 }, false),
  };
}
