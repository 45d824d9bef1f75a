/** Pushes one channel to one cluster and records the outcome. */
import {
  type ClusterChannel,
  type ScheduledBreak,
  say,
  withClusterBeacons,
} from '@interlude/contract';
import { DomainError } from '@interlude/contract/errors';
import type {
  ChannelStore,
  Cluster,
  ClusterPush,
  ClusterPushOutcome,
  ClusterPushStore,
  ClusterStore,
  ScheduledBreakStore,
  StoredChannel,
} from '@interlude/persistence';
import { openViewerSecret, type SecretKey } from '@interlude/runtime';
import type { ControlPlaneEvents } from '../events.ts';
import type { ClusterClient } from './cluster-client.ts';

export interface ChannelPushOptions {
  readonly pushes: Pick<ClusterPushStore, 'finish'>;
  readonly clusters: ClusterStore;
  readonly channels: Pick<ChannelStore, 'find'>;
  readonly breaks: Pick<ScheduledBreakStore, 'list'>;
  readonly client: ClusterClient;
  readonly events: Pick<ControlPlaneEvents, 'clusterPushed'>;
  readonly secretKey: SecretKey;
  readonly now: () => number;
}

export interface PushResult {
  /** False: the channel was changed meanwhile and has to be pushed again. */
  readonly isDone: boolean;
  /** The error of the cluster. */
  readonly error: DomainError | undefined;
}

const pace = {
  /** After the first failure; doubled with each further one. */
  firstRetryMs: 5_000,
  longestRetryMs: 300_000,
  /** Repeats accepted pushes, for a cluster that has lost its channels. */
  confirmMs: 600_000,
} as const;

const retryMs = (failures: number) =>
  Math.min(pace.longestRetryMs, pace.firstRetryMs * 2 ** Math.min(failures, 10));

/** Another installation, not this one. */
export const isRemote = (cluster: Cluster | undefined): cluster is Cluster =>
  cluster !== undefined && cluster.baseUrl !== '';

export function createChannelPush(
  options: ChannelPushOptions,
): (push: ClusterPush) => Promise<PushResult> {
  const { pushes, clusters, channels, breaks, client, events, secretKey, now } = options;

  async function send(push: ClusterPush, cluster: Cluster): Promise<void> {
    const { tenantId, channelId, version } = push;
    const channel = push.wanted ? await channels.find(tenantId, channelId) : undefined;
    if (channel === undefined) {
      await client.remove(cluster, channelId, version);
      return;
    }
    const scheduled = await breaks.list(tenantId, channelId);
    const parts = { channel, breaks: scheduled, cluster, version };
    await client.put(cluster, channelId, clusterChannelOf(parts, secretKey));
  }

  async function failed(push: ClusterPush, error: DomainError): Promise<ClusterPushOutcome> {
    const name = (await channels.find(push.tenantId, push.channelId))?.name ?? push.channelId;
    return {
      kind: 'failed',
      errorCode: error.code,
      notice: say('clusterBehind', { name, reason: error.message }),
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
    const back = say('clusterCurrent', { name: push.channelId });
    if (!isRemote(cluster)) {
      return { isDone: await pushes.finish(push, { kind: 'dropped' }, back), error: undefined };
    }
    const error = await attempt(push, cluster);
    events.clusterPushed(push, error);
    const outcome: ClusterPushOutcome =
      error === undefined
        ? { kind: 'accepted', againAtMs: now() + pace.confirmMs }
        : await failed(push, error);
    return { isDone: await pushes.finish(push, outcome, back), error };
  };
}

export interface ClusterChannelParts {
  readonly channel: StoredChannel;
  readonly breaks: readonly ScheduledBreak[];
  readonly cluster: Pick<Cluster, 'beaconsBaseUrl'>;
  readonly version: number;
}

/** A stored channel → the body of its push. Sealed secrets are sent in plain text: the other installation has its own key. */
export function clusterChannelOf(
  { channel, breaks, cluster, version }: ClusterChannelParts,
  secretKey: SecretKey,
): ClusterChannel {
  const {
    id: _,
    tenantId: __,
    state,
    resetCount,
    createdAt: ___,
    updatedAt: ____,
    ...own
  } = channel;
  const { hmac } = own.authentication;
  const opened = hmac && {
    ...hmac,
    secret: openViewerSecret(hmac, secretKey),
    isSecretEncrypted: false,
  };
  const settings = {
    ...own,
    // The other installation plays the channel itself.
    systemId: '',
    authentication: opened ? { hmac: opened } : {},
  };
  return {
    version,
    state,
    resets: resetCount,
    settings: withClusterBeacons(settings, cluster.beaconsBaseUrl),
    scheduledBreaks: [...breaks],
  };
}
