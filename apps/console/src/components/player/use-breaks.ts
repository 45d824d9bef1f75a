/** Polls the breaks of a playback session while the player is open. */
import { useQuery } from '@tanstack/react-query';
import { breaksUrl, fetchBreaks, type PlayedBreak } from './breaks.ts';

const breaksRefreshMs = 4_000;
const none: readonly PlayedBreak[] = [];

export function useBreaks(manifestUrl: string | undefined): readonly PlayedBreak[] {
  const url = manifestUrl === undefined ? undefined : breaksUrl(manifestUrl);
  const { data } = useQuery({
    queryKey: ['breaks', url],
    queryFn: ({ signal }) => (url === undefined ? [] : fetchBreaks(url, signal)),
    enabled: url !== undefined,
    refetchInterval: breaksRefreshMs,
    retry: false,
  });
  return data ?? none;
}
