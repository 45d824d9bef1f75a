/** Wiring: clusters from the database, channels pushed over HTTP; a changed system gets its channels at once. */
import {
  type ChannelStore,
  createClusterPushStore,
  createClusterStore,
  type Database,
  type ScheduledBreakStore,
} from '@interlude/persistence';
import type { Clock, TenantEgresses } from '@interlude/runtime';
import type { ChangeFeed } from '../change-feed.ts';
import type { ControlPlaneEvents } from '../events.ts';
import { createClusterClient } from './cluster-client.ts';
import { type ClusterPusher, createClusterPusher } from './cluster-pusher.ts';

export interface ClustersDeps {
  readonly database: Database;
  readonly egress: TenantEgresses;
  readonly clock: Clock;
  readonly events: ControlPlaneEvents;
  readonly feed: ChangeFeed;
  readonly channels: ChannelStore;
  readonly breaks: ScheduledBreakStore;
}

export function createClusters(deps: ClustersDeps): ClusterPusher {
  const { database, egress, clock, events, feed, channels, breaks } = deps;
  const clusters = createClusterPusher({
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
      if (kind === 'systems') void clusters.pushDue().catch(events.clusterRoundFailed);
    },
    () => undefined,
  );
  return clusters;
}
