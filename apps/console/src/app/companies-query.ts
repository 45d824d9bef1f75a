/** The query of the companies of a person. */
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { routes } from '../api/contract-routes.ts';

export const companiesQuery = (userId: string) =>
  queryOptions({
    queryKey: ['tenants', userId],
    queryFn: ({ signal }) =>
      api(routes.tenants.list, { query: { limit: -1, sort: 'name' }, signal }),
    staleTime: 60_000,
    // Another language of the company would load the page anew (own-language.ts), perhaps under a form.
    refetchOnWindowFocus: false,
  });
