/** Channels: their settings, and the figures above their list. */
import {
  type Channel,
  type ChannelState,
  channelInput,
  channelLimits,
  channelSecrets,
  type channelUpdate,
  type ListQuery,
  type Page,
  type Tenant,
} from '@interlude/contract';
import type { ChannelPreview, ChannelSummary } from '@interlude/contract/api';
import { domainError } from '@interlude/contract/errors';
import type {
  ChannelAssetStore,
  ChannelStore,
  RollupStore,
  StoredChannel,
} from '@interlude/persistence';
import type { SecretKey, TenantEgresses } from '@interlude/runtime';
import type { z } from 'zod';
import type { RateLimits } from '../../auth/accounts/account-ports.ts';
import type { ClusterPusher } from '../../clusters/cluster-pusher.ts';
import type { ControlPlaneEvents } from '../../events.ts';
import type { Caller } from '../../http/call.ts';
import { invalidFields } from '../../http/field-errors.ts';
import { restoreSecrets } from '../../http/stored-secrets.ts';
import { jsonSchema } from '../../openapi/openapi-document.ts';
import { createChannelAnswers } from './channel-answers.ts';
import { checkAddresses, checkHeaders, checkPatterns, checkSlate } from './channel-policy.ts';
import { startOfDay } from './start-of-day.ts';

/** A reset younger than this is still running: the stitcher applies it within seconds. */
const resetRunsMs = 5_000;

export interface ChannelServiceOptions {
  readonly channels: ChannelStore;
  readonly assets: Pick<ChannelAssetStore, 'findByUrl'>;
  readonly rollups: Pick<RollupStore, 'summary'>;
  readonly tierOf: (tenantId: string) => Promise<Tenant['tier']>;
  readonly rateLimits: RateLimits;
  readonly egress: TenantEgresses;
  /** SSAI clusters in other installations. */
  readonly clusters: Pick<ClusterPusher, 'push' | 'addresses' | 'preview' | 'isCluster'>;
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
  const { channels, assets, clusters, rollups, rateLimits, egress, events, now } = options;
  const { stitcherPublicUrl } = options;

  const answers = createChannelAnswers(options);

  /** @throws {DomainError} INVALID_FIELDS; a cluster that was deleted since may stay */
  async function checkCluster({ tenantId }: Caller, given: string, stored = ''): Promise<void> {
    if (given === '' || given === stored || (await clusters.isCluster(tenantId, given))) return;
    throw invalidFields({ systemId: 'There is no such SSAI cluster.' });
  }

  /** @throws {DomainError} CHANNELS_TOO_MANY */
  async function checkCount(tenantId: string): Promise<void> {
    const [tier, count] = await Promise.all([options.tierOf(tenantId), channels.count(tenantId)]);
    const limit = channelLimits[tier];
    if (count >= limit) throw domainError('CHANNELS_TOO_MANY', { limit });
  }

  const isAssetOf =
    ({ tenantId }: Caller) =>
    async (url: string) =>
      (await assets.findByUrl(tenantId, url)) !== undefined;

  function found(record: StoredChannel | undefined): StoredChannel {
    if (!record) throw domainError('CHANNEL_NOT_FOUND');
    return record;
  }

  return {
    list: async (caller, query) => {
      const { rows, total } = await channels.list(caller.tenantId, query);
      return { rows: await answers.all(caller, rows), total };
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
    read: async (caller, id) =>
      answers.one(caller, found(await channels.find(caller.tenantId, id))),
    preview: async (caller, id) =>
      answers.preview(caller, found(await channels.find(caller.tenantId, id))),
    create: async (caller, { state, ...given }) => {
      const settings = restoreSecrets(channelSecrets, given, undefined);
      checkAddresses(settings, egress.forTenant(caller.tenantId), stitcherPublicUrl);
      checkPatterns(settings);
      checkHeaders(settings);
      await checkSlate(settings, isAssetOf(caller));
      await checkCluster(caller, settings.systemId);
      await checkCount(caller.tenantId);
      return answers.changed(
        'created',
        caller,
        await channels.create(caller.tenantId, settings, state, caller.userId),
      );
    },
    update: async (caller, id, { state, updatedAt, ...given }) => {
      const stored = found(await channels.find(caller.tenantId, id));
      const settings = restoreSecrets(channelSecrets, given, stored);
      checkAddresses(settings, egress.forTenant(caller.tenantId), stitcherPublicUrl);
      checkPatterns(settings);
      checkHeaders(settings);
      await checkSlate(settings, isAssetOf(caller));
      await checkCluster(caller, settings.systemId, stored.systemId);
      const change = { settings, state, updatedAt, by: caller.userId };
      const saved = found(await channels.update(caller.tenantId, id, change));
      return answers.changed('updated', caller, saved, stored.systemId);
    },
    setState: async (caller, id, state) =>
      answers.changed(
        state,
        caller,
        found(await channels.setState(caller.tenantId, id, state, caller.userId)),
      ),
    reset: async (caller, id) => {
      found(await channels.find(caller.tenantId, id));
      const limit = { points: 1, windowMs: resetRunsMs };
      const waitMs = await rateLimits.take(`channelReset:${caller.tenantId}:${id}`, limit);
      if (waitMs > 0) throw domainError('CHANNEL_RESET_RUNNING');
      const saved = found(await channels.reset(caller.tenantId, id, caller.userId));
      return answers.changed('reset', caller, saved);
    },
    remove: async ({ tenantId }, id) => {
      const { systemId } = found(await channels.find(tenantId, id));
      if (!(await channels.remove(tenantId, id))) throw domainError('CHANNEL_NOT_FOUND');
      events.channelChanged('removed', tenantId, id);
      // An unreachable cluster gets the removal later; for everything else the channel is removed.
      if (systemId !== '') await clusters.push(tenantId, id);
    },
  };
}
