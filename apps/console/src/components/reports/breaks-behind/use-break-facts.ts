/** The breaks behind a figure. */
import { type BreakFacts, reportLimits } from '@interlude/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/api.ts';
import { routes } from '../../../api/contract-routes.ts';
import { useSession } from '../../../app/session.ts';
import type { BreakFilter } from './break-filter.ts';

/** Most breaks that are listed for one figure. */
export const listedBreaks = 100;

export interface BreaksAsked {
  readonly filter: BreakFilter;
  /** Start of the period of the figure, epoch milliseconds. */
  readonly startMs: number;
  readonly endMs: number;
  /** Ids of the channels selected on the page; none = all. */
  readonly channelIds: readonly string[];
}

/** Whether the channels fit into an address; a longer list is not requested. */
export const fitsAddress = ({ filter, channelIds }: BreaksAsked): boolean =>
  filter.channel !== undefined || channelIds.length <= reportLimits.channelsInAddress;

export function useBreakFacts(asked: BreaksAsked) {
  const { filter, startMs, endMs, channelIds } = asked;
  const { tenant } = useSession();
  const { channel, ...parts } = filter;
  const channels = channel === undefined ? channelIds : [channel];
  return useQuery({
    queryKey: [tenant, 'break-facts', filter, startMs, endMs, channels],
    queryFn: ({ signal }): Promise<BreakFacts[]> => {
      const query = { start: startMs, end: endMs, limit: listedBreaks, ...parts };
      return api(routes.reports.breaks, {
        query: { ...query, channelIds: channels.join(',') },
        signal,
      });
    },
    enabled: fitsAddress(asked),
    refetchOnWindowFocus: false,
  });
}
