/** How the figures of the company are counted and valued: read, and saved by Admins. */
import type { ReportSettings } from '@interlude/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/api.ts';
import { errorText } from '../../../api/api-error.ts';
import { routes } from '../../../api/contract-routes.ts';
import { useSession } from '../../../app/session.ts';
import { toast } from '../../../components/toast/toast.ts';
import { text } from '../../../messages.ts';

export function useReportSettings() {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [tenant, 'report-settings'],
    queryFn: ({ signal }) => api(routes.reports.settings, { signal }),
    // The form keeps its input: the settings are not read again while it is open.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export function useSaveReportSettings() {
  const { tenant } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: ReportSettings) => api(routes.reports.saveSettings, { body }),
    onSuccess: (saved) => {
      queries.setQueryData([tenant, 'report-settings'], saved);
      // Days, uniques and money of the cards follow the new settings.
      void queries.invalidateQueries({ queryKey: [tenant, 'reports'] });
      toast.success(text('saved'));
    },
    onError: (error) => toast.error(text('settingsSaveFailed', { msg: errorText(error) })),
  });
}
