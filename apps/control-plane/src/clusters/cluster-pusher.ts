/**
 * Keeps SSAI clusters up to date with the channels they play. Saving a channel pushes it to its cluster at once and
 * reports a failure; a push that the cluster did not accept is retried, by any control plane, until it is.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterChannelAnswer } from '@interlude/contract';
import type { DomainError } from '@interlude/contract/errors';
import type { ClusterPush, ClusterPushStore } from '@interlude/persistence';
import type { ControlPlaneEvents } from '../events.ts';
import { type ChannelPushOptions, createChannelPush, isRemote } from './push-channel.ts';

export interface ClusterPusherOptions extends ChannelPushOptions {
  readonly pushes: ClusterPushStore;
  readonly events: Pick<ControlPlaneEvents, 'clusterPushed' | 'clusterRoundFailed'>;
}

export interface ClusterPusher {
  /** Pushes the pending changes of a channel. @returns the error of its cluster, undefined when it accepted them */
  push(tenantId: string, channelId: string): Promise<DomainError | undefined>;
  /** Pushes all due changes. */
  pushDue(): Promise<void>;
  /** A tenant's clusters in other installations: base URL by system id. */
  addresses(tenantId: string): Promise<ReadonlyMap<string, string>>;
  /** Requests a preview key of a channel from its cluster. @throws {DomainError} CLUSTER_…, CHANNEL_NOT_FOUND */
  preview(tenantId: string, systemId: string, channelId: string): Promise<ClusterChannelAnswer>;
  isCluster(tenantId: string, systemId: string): Promise<boolean>;
  start(): void;
  stop(): Promise<void>;
}

const pace = {
  everyMs: 5_000,
  atOnce: 20,
  /** Younger changes are pushed by the request that saved them. */
  freshMs: 3_000,
  /** For a channel that changes during the push. */
  mostRounds: 5,
  /** For a concurrent push of the same channel. */
  waitMs: 8_000,
  askEveryMs: 50,
} as const;

/** Repeats `work`, with a pause after each run. */
function createRounds(work: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  const start = () => {
    timer = setTimeout(() => {
      running = work().then(() => {
        if (!isStopped) start();
      });
    }, pace.everyMs);
  };
  return {
    start,
    get isStopped() {
      return isStopped;
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

export function createClusterPusher(options: ClusterPusherOptions): ClusterPusher {
  const { pushes, clusters, client, events } = options;
  const pushOne = createChannelPush(options);
  const rounds = createRounds(() => pushDue(pace.freshMs).catch(events.clusterRoundFailed));

  /** Claims the pending pushes of a channel. Waits for a concurrent push, which may send an older state. */
  async function claim(tenantId: string, channelId: string): Promise<ClusterPush[]> {
    for (let waitedMs = 0; waitedMs < pace.waitMs; waitedMs += pace.askEveryMs) {
      const claimed = await pushes.claimChannel(tenantId, channelId);
      if (claimed.length > 0 || !(await pushes.isClaimed(tenantId, channelId))) return claimed;
      await sleep(pace.askEveryMs);
    }
    return [];
  }

  async function push(tenantId: string, channelId: string): Promise<DomainError | undefined> {
    let problem: DomainError | undefined;
    for (let round = 0; round < pace.mostRounds; round += 1) {
      const claimed = await claim(tenantId, channelId);
      const results = await Promise.all(claimed.map(pushOne));
      if (results.length === 0) break;
      problem = results.find(({ error }) => error !== undefined)?.error;
      if (results.every(({ isDone }) => isDone)) break;
    }
    return problem;
  }

  async function pushDue(olderThanMs: number): Promise<void> {
    while (!rounds.isStopped) {
      const due = await pushes.claimDue(pace.atOnce, olderThanMs);
      for (const result of await Promise.allSettled(due.map(pushOne))) {
        if (result.status === 'rejected') events.clusterRoundFailed(result.reason);
      }
      if (due.length < pace.atOnce) return;
    }
  }

  return {
    push,
    pushDue: () => pushDue(0),
    addresses: async (tenantId) => {
      const remote = (await clusters.list(tenantId)).filter(isRemote);
      return new Map(remote.map(({ id, baseUrl }) => [id, baseUrl]));
    },
    preview: async (tenantId, systemId, channelId) => {
      const cluster = await clusters.find(tenantId, systemId);
      if (!isRemote(cluster)) throw new TypeError('the cluster is this installation');
      return client.read(cluster, channelId);
    },
    isCluster: async (tenantId, systemId) =>
      (await clusters.find(tenantId, systemId)) !== undefined,
    start: rounds.start,
    stop: rounds.stop,
  };
}
