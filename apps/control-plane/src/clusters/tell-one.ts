/** Tells one cluster of one channel, and puts down how it went. */
import { DomainError } from '@interlude/contract';
import type {
  ChannelStore,
  Cluster,
  ClusterPush,
  ClusterPushOutcome,
  ClusterPushStore,
  ClusterStore,
  ScheduledBreakStore,
} from '@interlude/persistence';
import type { SecretKey } from '@interlude/runtime';
import type { ControlPlaneEvents } from '../events.ts';
import type { ClusterClient } from './cluster-client.ts';
import { toldChannel } from './told-channel.ts';

export interface TellOneOptions {
  readonly pushes: Pick<ClusterPushStore, 'finish'>;
  readonly clusters: ClusterStore;
  readonly channels: Pick<ChannelStore, 'find'>;
  readonly breaks: Pick<ScheduledBreakStore, 'list'>;
  readonly client: ClusterClient;
  readonly events: Pick<ControlPlaneEvents, 'clusterTold'>;
  readonly secretKey: SecretKey;
  readonly now: () => number;
}

export interface Told {
  /** False: the channel was changed meanwhile, it has to be told again. */
  readonly isDone: boolean;
  /** What the cluster says against it. */
  readonly error: DomainError | undefined;
}

const pace = {
  /** After the first failure; doubled with each. */
  firstRetryMs: 5_000,
  longestRetryMs: 300_000,
  /** A cluster that has lost its channels gets them back. */
  confirmMs: 600_000,
} as const;

const retryMs = (failures: number) =>
  Math.min(pace.longestRetryMs, pace.firstRetryMs * 2 ** Math.min(failures, 10));

/** Another installation, not this one. */
export const isRemote = (cluster: Cluster | undefined): cluster is Cluster =>
  cluster !== undefined && cluster.baseUrl !== '';

export function createTellOne(options: TellOneOptions): (push: ClusterPush) => Promise<Told> {
  const { pushes, clusters, channels, breaks, client, events, secretKey, now } = options;

  async function send(push: ClusterPush, cluster: Cluster): Promise<void> {
    const { tenantId, channelId, version } = push;
    const channel = push.wanted ? await channels.find(tenantId, channelId) : undefined;
    if (channel === undefined) {
      await client.remove(cluster, channelId, version);
      return;
    }
    const told = await breaks.list(tenantId, channelId);
    const parts = { channel, breaks: told, cluster, version };
    await client.put(cluster, channelId, toldChannel(parts, secretKey));
  }

  async function failed(push: ClusterPush, error: DomainError): Promise<ClusterPushOutcome> {
    const name = (await channels.find(push.tenantId, push.channelId))?.name ?? push.channelId;
    return {
      kind: 'failed',
      errorCode: error.code,
      notice: `The SSAI cluster does not have the newest state of the channel "${name}": ${error.message}`,
      againAtMs: now() + retryMs(push.failures),
    };
  }

  async function attempt(push: ClusterPush, cluster: Cluster): Promise<DomainError | undefined> {
    try {
      await send(push, cluster);
      return undefined;
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    }
  }

  return async (push) => {
    const cluster = await clusters.find(push.tenantId, push.systemId);
    const back = `The SSAI cluster has the newest state of the channel ${push.channelId} again.`;
    if (!isRemote(cluster)) {
      return { isDone: await pushes.finish(push, { kind: 'dropped' }, back), error: undefined };
    }
    const error = await attempt(push, cluster);
    events.clusterTold(push, error);
    const outcome: ClusterPushOutcome =
      error === undefined
        ? { kind: 'told', againAtMs: now() + pace.confirmMs }
        : await failed(push, error);
    return { isDone: await pushes.finish(push, outcome, back), error };
  };
}
