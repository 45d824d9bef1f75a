/** The state of a resource on a screen: open item, list, last error, loading (LIST-012 to LIST-015). */

export interface Identified {
  readonly id: string;
}

export interface ResourceState<Item extends Identified> {
  readonly current: Item | undefined;
  readonly list: readonly Item[];
  readonly error: unknown;
  readonly isLoading: boolean;
}

export type ResourceAction<Item extends Identified> =
  | { readonly kind: 'started' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'listed'; readonly list: readonly Item[]; readonly keepExisting?: boolean }
  | { readonly kind: 'loaded'; readonly item: Partial<Item> & Identified };

export function emptyResource<Item extends Identified>(): ResourceState<Item> {
  return { current: undefined, list: [], error: undefined, isLoading: false };
}

export function reduceResource<Item extends Identified>(
  state: ResourceState<Item>,
  action: ResourceAction<Item>,
): ResourceState<Item> {
  switch (action.kind) {
    case 'started':
      return { ...state, isLoading: true, error: undefined };
    case 'failed':
      return { ...state, isLoading: false, error: action.error };
    case 'listed': {
      const list = action.keepExisting ? mergeList(state.list, action.list) : action.list;
      return { ...state, list, isLoading: false, error: undefined };
    }
    case 'loaded': {
      const current = { ...state.current, ...action.item } as Item;
      return { ...state, current, isLoading: false, error: undefined };
    }
  }
}

/** Keeps the items of the new answer, drops missing ones and adds new ones. */
export function mergeList<Item extends Identified>(
  existing: readonly Item[],
  answered: readonly Item[],
): Item[] {
  const answeredIds = new Set(answered.map((item) => item.id));
  const existingIds = new Set(existing.map((item) => item.id));
  return [
    ...existing.filter((item) => answeredIds.has(item.id)),
    ...answered.filter((item) => !existingIds.has(item.id)),
  ];
}
