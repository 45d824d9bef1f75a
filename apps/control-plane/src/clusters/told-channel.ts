/** A stored channel → what the cluster that plays it is told. */
import { type ClusterChannel, type ScheduledBreak, withClusterBeacons } from '@interlude/contract';
import type { Cluster, StoredChannel } from '@interlude/persistence';
import { openViewerSecret, type SecretKey } from '@interlude/runtime';

export interface ToldParts {
  readonly channel: StoredChannel;
  readonly breaks: readonly ScheduledBreak[];
  readonly cluster: Pick<Cluster, 'beaconsBaseUrl'>;
  readonly version: number;
}

/** Secrets that are sealed with this installation's key go out opened: the other one has a key of its own. */
export function toldChannel(
  { channel, breaks, cluster, version }: ToldParts,
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
    // There the channel is at home.
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
