/** A stored channel → the fields that a role may see. */
import { type Channel, channelOutputUri, type UserRole } from '@interlude/contract';
import type { StoredChannel } from '@interlude/persistence';
import { markLasting } from '../../http/answer-text.ts';
import { maskSecrets } from './channel-secrets.ts';

/** @param clusterUrl base URL of the installation that plays the channel; empty = this one */
export type PresentChannel = (
  stored: StoredChannel,
  role: UserRole,
  clusterUrl?: string,
) => Channel;

/** Channels of lists are frozen and shared between calls: each role's view is made once. */
export function createPresentChannel(stitcherPublicUrl: string): PresentChannel {
  const presented = new WeakMap<StoredChannel, Map<UserRole, Channel>>();

  const make: PresentChannel = (stored, role, clusterUrl) => {
    const outputUri = channelOutputUri(clusterUrl || stitcherPublicUrl, stored);
    return maskSecrets({ ...stored, tenant: stored.tenantId, outputUri }, role);
  };

  return (stored, role, clusterUrl = '') => {
    // The address of a cluster may change without the channel.
    if (!Object.isFrozen(stored) || clusterUrl !== '') return make(stored, role, clusterUrl);
    let byRole = presented.get(stored);
    if (byRole === undefined) {
      byRole = new Map();
      presented.set(stored, byRole);
    }
    let channel = byRole.get(role);
    if (channel === undefined) {
      channel = markLasting(make(stored, role));
      byRole.set(role, channel);
    }
    return channel;
  };
}
