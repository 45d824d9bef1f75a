/** Channels: what operators configure, and the figures above their list. */
import {
  type Channel,
  type ChannelPreview,
  type ChannelState,
  type ChannelSummary,
  channelInput,
  type channelUpdate,
  domainError,
  type ListQuery,
  type Page,
} from '@interlude/contract';
import type { ChannelStore, RollupStore, StoredChannel } from '@interlude/persistence';
import type { Egress, SecretKey } from '@interlude/runtime';
import type { z } from 'zod';
import type { RateLimits } from '../../auth/accounts/account-ports.ts';
import type { ControlPlaneEvents } from '../../events.ts';
import type { Caller } from '../../http/call.ts';
import { jsonSchema } from '../../openapi/openapi-document.ts';
import { checkAddresses } from './channel-policy.ts';
import { restoreSecrets } from './channel-secrets.ts';
import { createPresentChannel } from './present-channel.ts';
import { previewAddress } from './preview-address.ts';
import { startOfDay } from './start-of-day.ts';

/** A reset younger than this still runs: the stitcher takes it up within seconds. */
const resetRunsMs = 5_000;

export interface ChannelServiceOptions {
  readonly channels: ChannelStore;
  readonly rollups: Pick<RollupStore, 'summary'>;
  readonly rateLimits: RateLimits;
  readonly egress: Pick<Egress, 'check'>;
  readonly events: ControlPlaneEvents;
  readonly now: () => number;
  readonly stitcherPublicUrl: string;
  readonly secretKey: SecretKey;
}

export interface ChannelService {
  list(caller: Caller, query: ListQuery): Promise<Page<Channel>>;
  summary(caller: Caller, timeZone: string): Promise<ChannelSummary>;
  modelSchema(): Record<string, unknown>;
  read(caller: Caller, id: string): Promise<Channel>;
  preview(caller: Caller, id: string): Promise<ChannelPreview>;
  create(caller: Caller, input: z.output<typeof channelInput>): Promise<Channel>;
  update(caller: Caller, id: string, input: z.output<typeof channelUpdate>): Promise<Channel>;
  setState(caller: Caller, id: string, state: ChannelState): Promise<Channel>;
  reset(caller: Caller, id: string): Promise<Channel>;
  remove(caller: Caller, id: string): Promise<void>;
}

export function createChannelService(options: ChannelServiceOptions): ChannelService {
  const { channels, rollups, rateLimits, egress, events, now, stitcherPublicUrl } = options;

  const presentTo = createPresentChannel(stitcherPublicUrl);
  const present = ({ role }: Caller, stored: StoredChannel) => presentTo(stored, role);

  function found(record: StoredChannel | undefined): StoredChannel {
    if (!record) throw domainError('CHANNEL_NOT_FOUND');
    return record;
  }

  function changed(action: string, caller: Caller, record: StoredChannel): Channel {
    events.channelChanged(action, caller.tenantId, record.id);
    return present(caller, record);
  }

  return {
    list: async (caller, query) => {
      const { rows, total } = await channels.list(caller.tenantId, query);
      return { rows: rows.map((row) => present(caller, row)), total };
    },
    summary: async ({ tenantId }, timeZone) => {
      const nowMs = now();
      const [count, figures] = await Promise.all([
        channels.count(tenantId),
        rollups.summary(tenantId, { dayStartMs: startOfDay(nowMs, timeZone), nowMs }),
      ]);
      return { ...figures, channels: count };
    },
    modelSchema: () => jsonSchema(channelInput, 'input'),
    read: async (caller, id) => present(caller, found(await channels.find(caller.tenantId, id))),
    preview: async ({ tenantId }, id) =>
      previewAddress(found(await channels.find(tenantId, id)), options),
    create: async (caller, { state, ...given }) => {
      const settings = restoreSecrets(given, undefined);
      checkAddresses(settings, egress, stitcherPublicUrl);
      return changed('created', caller, await channels.create(caller.tenantId, settings, state));
    },
    update: async (caller, id, { state, updatedAt, ...given }) => {
      const settings = restoreSecrets(given, found(await channels.find(caller.tenantId, id)));
      checkAddresses(settings, egress, stitcherPublicUrl);
      const change = { settings, state, updatedAt };
      return changed('updated', caller, found(await channels.update(caller.tenantId, id, change)));
    },
    setState: async (caller, id, state) =>
      changed(state, caller, found(await channels.setState(caller.tenantId, id, state))),
    reset: async (caller, id) => {
      found(await channels.find(caller.tenantId, id));
      const limit = { points: 1, windowMs: resetRunsMs };
      const waitMs = await rateLimits.take(`channelReset:${caller.tenantId}:${id}`, limit);
      if (waitMs > 0) throw domainError('CHANNEL_RESET_RUNNING');
      return changed('reset', caller, found(await channels.reset(caller.tenantId, id)));
    },
    remove: async ({ tenantId }, id) => {
      if (!(await channels.remove(tenantId, id))) throw domainError('CHANNEL_NOT_FOUND');
      events.channelChanged('removed', tenantId, id);
    },
  };
}
