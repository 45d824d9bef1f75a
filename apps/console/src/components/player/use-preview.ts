/** The URL at which the player starts a session: the output URL with the authentication of the channel. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/api-error.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';
import { t } from '../../texts/t.ts';
import type { PlaybackProblem } from './playback-error.ts';

export interface Preview {
  readonly uri: string | undefined;
  readonly problem: PlaybackProblem | undefined;
}

/** @param attempt a new value requests a new URL: its token starts one session */
export function usePreview(id: string, attempt: number): Preview {
  const { tenant } = useSession();
  const { data, error } = useQuery({
    queryKey: [tenant, 'channels', 'preview', id, attempt],
    queryFn: ({ signal }) => api(routes.channels.preview, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const problem =
    error === null
      ? undefined
      : { title: t('The channel cannot be played.'), advice: errorText(error) };
  return { uri: data?.uri, problem };
}
