import type { contract } from '@interlude/contract/api';
import type { SourceRefusalStore } from '@interlude/persistence';
import type { Handlers } from '../../http/call.ts';
import type { ChannelHistory } from './channel-history.ts';
import type { ChannelService } from './channel-service.ts';
import type { ScheduledBreaks } from './scheduled-breaks.ts';

export function channelRoutes(
  channels: ChannelService,
  breaks: ScheduledBreaks,
  refusals: Pick<SourceRefusalStore, 'list'>,
  history: ChannelHistory,
): Handlers<(typeof contract)['channels']> {
  return {
    list: ({ caller, query }) => channels.list(caller, query),
    summary: ({ caller, query }) => channels.summary(caller, query.timeZone),
    sourceRefusals: async ({ caller }) => ({ refusals: await refusals.list(caller.tenantId) }),
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
    history: ({ caller, params }) => history.list(caller, params.id),
    readVersion: ({ caller, params }) => history.read(caller, params.id, params.versionId),
    restore: ({ caller, params: { id, versionId }, body: { updatedAt } }) =>
      history.restore(caller, id, { versionId, updatedAt }),
    listBreaks: ({ caller, params }) => breaks.list(caller, params.id),
    addBreak: ({ caller, params, body }) => breaks.add(caller, params.id, body),
    removeBreak: async ({ caller, params }) => {
      await breaks.remove(caller, params.id, params.breakId);
      return undefined;
    },
  };
}
