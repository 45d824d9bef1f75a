/**
 * Keeps SSAI clusters in step with the channels they play. Who saves a channel tells its cluster at once and learns
 * what went wrong; what was not taken is told again, by any control plane, until it is.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterChannelAnswer, DomainError } from '@interlude/contract';
import type { ClusterPush, ClusterPushStore } from '@interlude/persistence';
import type { ControlPlaneEvents } from '../events.ts';
import { createTellOne, isRemote, type TellOneOptions } from './tell-one.ts';

export interface TellClustersOptions extends TellOneOptions {
  readonly pushes: ClusterPushStore;
  readonly events: Pick<ControlPlaneEvents, 'clusterTold' | 'clusterRoundFailed'>;
}

export interface TellClusters {
  /** Tells what is to be told of a channel; what its cluster says against it, undefined when nothing. */
  tell(tenantId: string, channelId: string): Promise<DomainError | undefined>;
  /** Tells everything that is due. */
  tellDue(): Promise<void>;
  /** Clusters of a tenant that are other installations: address by system id. */
  addresses(tenantId: string): Promise<ReadonlyMap<string, string>>;
  /** Asks a cluster for a key to preview a channel. @throws {DomainError} CLUSTER_…, CHANNEL_NOT_FOUND */
  preview(tenantId: string, systemId: string, channelId: string): Promise<ClusterChannelAnswer>;
  isCluster(tenantId: string, systemId: string): Promise<boolean>;
  start(): void;
  stop(): Promise<void>;
}

const pace = {
  everyMs: 5_000,
  atOnce: 20,
  /** What is younger is told by who saved it. */
  freshMs: 3_000,
  /** A channel that changes while it is told. */
  mostRounds: 5,
  /** For another teller of the same channel. */
  waitMs: 8_000,
  askEveryMs: 50,
} as const;

/** Runs `work` again and again, a while after it has ended. */
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

export function createTellClusters(options: TellClustersOptions): TellClusters {
  const { pushes, clusters, client, events } = options;
  const tellOne = createTellOne(options);
  const rounds = createRounds(() => tellDue(pace.freshMs).catch(events.clusterRoundFailed));

  /** Claims what is to be told of a channel; another teller is waited for, because it may tell an older state. */
  async function claim(tenantId: string, channelId: string): Promise<ClusterPush[]> {
    for (let waitedMs = 0; waitedMs < pace.waitMs; waitedMs += pace.askEveryMs) {
      const claimed = await pushes.claimChannel(tenantId, channelId);
      if (claimed.length > 0 || !(await pushes.isClaimed(tenantId, channelId))) return claimed;
      await sleep(pace.askEveryMs);
    }
    return [];
  }

  async function tell(tenantId: string, channelId: string): Promise<DomainError | undefined> {
    let problem: DomainError | undefined;
    for (let round = 0; round < pace.mostRounds; round += 1) {
      const claimed = await claim(tenantId, channelId);
      const results = await Promise.all(claimed.map(tellOne));
      if (results.length === 0) break;
      problem = results.find(({ error }) => error !== undefined)?.error;
      if (results.every(({ isDone }) => isDone)) break;
    }
    return problem;
  }

  async function tellDue(olderThanMs: number): Promise<void> {
    while (!rounds.isStopped) {
      const due = await pushes.claimDue(pace.atOnce, olderThanMs);
      for (const result of await Promise.allSettled(due.map(tellOne))) {
        if (result.status === 'rejected') events.clusterRoundFailed(result.reason);
      }
      if (due.length < pace.atOnce) return;
    }
  }

  return {
    tell,
    tellDue: () => tellDue(0),
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
