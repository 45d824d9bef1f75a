/** Breaks by API: a scheduler announces them for a live channel that names it (`schedulerExternalId`). */
import { channelMode, type ScheduledBreak, type ScheduledBreakInput } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { ChannelStore, ScheduledBreakStore, StoredChannel } from '@interlude/persistence';
import type { ClusterPusher } from '../../clusters/cluster-pusher.ts';
import type { Caller } from '../../http/call.ts';

export interface ScheduledBreaks {
  list(caller: Caller, channelId: string): Promise<ScheduledBreak[]>;
  add(caller: Caller, channelId: string, input: ScheduledBreakInput): Promise<ScheduledBreak>;
  remove(caller: Caller, channelId: string, breakId: string): Promise<void>;
}

export function createScheduledBreaks(
  channels: Pick<ChannelStore, 'find'>,
  breaks: ScheduledBreakStore,
  clusters: Pick<ClusterPusher, 'push'>,
): ScheduledBreaks {
  async function find({ tenantId }: Caller, id: string): Promise<StoredChannel> {
    const channel = await channels.find(tenantId, id);
    if (!channel) throw domainError('CHANNEL_NOT_FOUND');
    return channel;
  }

  return {
    list: async (caller, channelId) => {
      await find(caller, channelId);
      return breaks.list(caller.tenantId, channelId);
    },
    add: async (caller, channelId, input) => {
      const { schedulerExternalId, systemId, type } = await find(caller, channelId);
      if (schedulerExternalId === '' || channelMode(type) !== 'live') {
        throw domainError('SCHEDULER_NOT_SET');
      }
      const scheduled = await breaks.put(caller.tenantId, channelId, input);
      if (systemId !== '') await clusters.push(caller.tenantId, channelId);
      return scheduled;
    },
    remove: async (caller, channelId, breakId) => {
      const { systemId } = await find(caller, channelId);
      const isRemoved = await breaks.cancel(caller.tenantId, channelId, breakId);
      if (!isRemoved) throw domainError('BREAK_NOT_FOUND');
      if (systemId !== '') await clusters.push(caller.tenantId, channelId);
    },
  };
}
