/** Where the player begins a session of a channel: the output address with what it asks of viewers. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/api-error.ts';
import { routes } from '../../api/contract-routes.ts';
import { useSession } from '../../app/session.ts';
import type { PlaybackProblem } from './playback-error.ts';

export interface Preview {
  readonly uri: string | undefined;
  readonly problem: PlaybackProblem | undefined;
}

/** @param attempt changes to ask again: the token in the address is good for one start */
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
      : { title: 'The channel cannot be played.', advice: errorText(error) };
  return { uri: data?.uri, problem };
}
