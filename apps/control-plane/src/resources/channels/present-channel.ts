/** A stored channel → what a role may see of it. */
import { type Channel, channelOutputUri, type UserRole } from '@interlude/contract';
import type { StoredChannel } from '@interlude/persistence';
import { markLasting } from '../../http/answer-text.ts';
import { maskSecrets } from './channel-secrets.ts';

export type PresentChannel = (stored: StoredChannel, role: UserRole) => Channel;

/** Channels of lists are frozen and shared between calls: what a role sees of them is made once. */
export function createPresentChannel(stitcherPublicUrl: string): PresentChannel {
  const presented = new WeakMap<StoredChannel, Map<UserRole, Channel>>();

  const make: PresentChannel = (stored, role) =>
    maskSecrets({ ...stored, outputUri: channelOutputUri(stitcherPublicUrl, stored) }, role);

  return (stored, role) => {
    if (!Object.isFrozen(stored)) return make(stored, role);
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
