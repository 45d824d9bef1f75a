/** All channels of the company, without a limit (CHS-011), by name. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';
import type { SelectableChannel } from './channel-selection.ts';

export function useSelectableChannels() {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [tenant, 'channels', 'selectable'],
    queryFn: async ({ signal }): Promise<readonly SelectableChannel[]> => {
      const rows = await api(routes.channels.list, { query: { limit: -1, sort: 'name' }, signal });
      return rows.map(({ id, name }) => ({ id, name }));
    },
    staleTime: 60_000,
  });
}
