/** The query of a person's choices in the console; all pages share its answer. */
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { routes } from '../../api/contract-routes.ts';

export const metadataQuery = (tenant: string, userId: string) =>
  queryOptions({
    queryKey: [tenant, 'users', 'app_metadata', userId],
    queryFn: ({ signal }) => api(routes.users.readAppMetadata, { params: { id: userId }, signal }),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
