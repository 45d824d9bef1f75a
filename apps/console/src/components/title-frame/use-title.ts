/** Reads an asset: for its form, and for the name above its medias and jobs. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';

export function titleKey(tenant: string, id: string) {
  return [tenant, 'titles', 'item', id] as const;
}

export function useTitle(id: string) {
  const { tenant } = useSession();
  return useQuery({
    queryKey: titleKey(tenant, id),
    queryFn: ({ signal }) => api(routes.titles.read, { params: { id }, signal }),
    // A form is being filled with it: it is read anew on opening, never behind the user's back.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
