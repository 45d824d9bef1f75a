/** The versions of a channel, one beside the present settings, and the way back to it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/api.ts';
import { errorText } from '../../../api/api-error.ts';
import { routes } from '../../../api/contract-routes.ts';
import { serverFieldErrors } from '../../../api/field-errors.ts';
import { useSession } from '../../../app/session.ts';
import { toast } from '../../../components/toast/toast.ts';
import { t } from '../../../texts/t.ts';

export function useChannelHistory(id: string) {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [tenant, 'channels', 'history', id],
    queryFn: ({ signal }) => api(routes.channels.history, { params: { id }, signal }),
  });
}

export function useChannelVersion(id: string, versionId: string) {
  const { tenant } = useSession();
  return useQuery({
    queryKey: [tenant, 'channels', 'history', id, versionId],
    queryFn: ({ signal }) =>
      api(routes.channels.readVersion, { params: { id, versionId }, signal }),
    // The version is compared with the settings of now.
    staleTime: 0,
  });
}

/** Names the settings for which a version is refused: they can be entered in the form. */
function refusalText(error: unknown): string {
  const fields = Object.entries(serverFieldErrors(error));
  return fields.length === 0
    ? errorText(error)
    : t('The version cannot be restored. {join}', {
        join: fields.map(([path, text]) => `${path}: ${text}`).join(' '),
      });
}

export function useRestoreVersion(id: string) {
  const { tenant } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (versionId: string) =>
      api(routes.channels.restore, { params: { id, versionId }, body: {} }),
    onSuccess: ({ name }) =>
      toast.success(t('{name} has the settings of this version again.', { name })),
    onError: (error) => toast.error(refusalText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: [tenant, 'channels'] }),
  });
}
