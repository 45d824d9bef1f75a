/** Reads one item of a resource for its page. */
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../app/session.ts';

/**
 * Reads the item when the page opens and not again: a form is filled with it, which must not change while the person
 * edits it.
 * @param resource name of the resource in the query keys of its list, e.g. `flows`
 */
export function useStoredItem<Item>(
  resource: string,
  id: string,
  read: (call: { readonly params: { id: string }; readonly signal: AbortSignal }) => Promise<Item>,
) {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [tenant, resource, 'item', id],
    queryFn: ({ signal }) => read({ params: { id }, signal }),
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
