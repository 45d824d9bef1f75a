/** Wiring: clusters out of the database, told over HTTP; a change of a system is told at once. */
import {
  type ChannelStore,
  createClusterPushStore,
  createClusterStore,
  type Database,
  type ScheduledBreakStore,
} from '@interlude/persistence';
import type { Clock, Egress } from '@interlude/runtime';
import type { ChangeFeed } from '../change-feed.ts';
import type { ControlPlaneEvents } from '../events.ts';
import { createClusterClient } from './cluster-client.ts';
import { createTellClusters, type TellClusters } from './tell-clusters.ts';

export interface ClustersParts {
  readonly database: Database;
  readonly egress: Egress;
  readonly clock: Clock;
  readonly events: ControlPlaneEvents;
  readonly feed: ChangeFeed;
  readonly channels: ChannelStore;
  readonly breaks: ScheduledBreakStore;
}

export function createClusters(parts: ClustersParts): TellClusters {
  const { database, egress, clock, events, feed, channels, breaks } = parts;
  const clusters = createTellClusters({
    pushes: createClusterPushStore(database),
    clusters: createClusterStore(database),
    channels,
    breaks,
    client: createClusterClient(egress),
    events,
    secretKey: database.secretKey,
    now: () => clock.now(),
  });
  feed.subscribe(
    ({ kind }) => {
      if (kind === 'systems') void clusters.tellDue().catch(events.clusterRoundFailed);
    },
    () => undefined,
  );
  return clusters;
}
