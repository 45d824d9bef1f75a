import type { contract } from '@interlude/contract';
import type { Handlers } from '../../http/call.ts';
import type { ChannelService } from './channel-service.ts';
import type { ScheduledBreaks } from './scheduled-breaks.ts';

export function channelRoutes(
  channels: ChannelService,
  breaks: ScheduledBreaks,
): Handlers<(typeof contract)['channels']> {
  return {
    list: ({ caller, query }) => channels.list(caller, query),
    summary: ({ caller, query }) => channels.summary(caller, query.timeZone),
    modelSchema: async () => channels.modelSchema(),
    read: ({ caller, params }) => channels.read(caller, params.id),
    preview: ({ caller, params }) => channels.preview(caller, params.id),
    create: ({ caller, body }) => channels.create(caller, body),
    update: ({ caller, params, body }) => channels.update(caller, params.id, body),
    setState: ({ caller, params, body }) => channels.setState(caller, params.id, body.state),
    reset: ({ caller, params }) => channels.reset(caller, params.id),
    remove: async ({ caller, params }) => {
      await channels.remove(caller, params.id);
      return undefined;
    },
    listBreaks: ({ caller, params }) => breaks.list(caller, params.id),
    addBreak: ({ caller, params, body }) => breaks.add(caller, params.id, body),
    removeBreak: async ({ caller, params }) => {
      await breaks.remove(caller, params.id, params.breakId);
      return undefined;
    },
  };
}
