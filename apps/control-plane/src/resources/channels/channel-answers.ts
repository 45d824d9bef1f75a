/** Stored channels → answers: with their playback address, and with the error of the SSAI cluster after a save. */
import type { Channel } from '@interlude/contract';
import type { ChannelPreview } from '@interlude/contract/api';
import type { StoredChannel } from '@interlude/persistence';
import type { ClusterPusher } from '../../clusters/cluster-pusher.ts';
import type { ControlPlaneEvents } from '../../events.ts';
import type { Caller } from '../../http/call.ts';
import { createPresentChannel } from './present-channel.ts';
import { type PreviewAddressOptions, previewAddress } from './preview-address.ts';

export interface ChannelAnswersOptions extends Omit<PreviewAddressOptions, 'cluster'> {
  /** SSAI clusters in other installations. */
  readonly clusters: Pick<ClusterPusher, 'push' | 'addresses' | 'preview'>;
  readonly events: Pick<ControlPlaneEvents, 'channelChanged'>;
}

export interface ChannelAnswers {
  one(caller: Caller, stored: StoredChannel): Promise<Channel>;
  all(caller: Caller, stored: readonly StoredChannel[]): Promise<Channel[]>;
  /** @throws {DomainError} CLUSTER_… when the cluster that plays the channel issues no preview key */
  preview(caller: Caller, stored: StoredChannel): Promise<ChannelPreview>;
  /**
   * Pushes a saved channel to its clusters. When a cluster does not accept it, the channel stays saved, the push is
   * retried and the answer holds the error (API-042).
   * @param before the system of the channel before it was saved
   */
  changed(action: string, caller: Caller, stored: StoredChannel, before?: string): Promise<Channel>;
}

export function createChannelAnswers(options: ChannelAnswersOptions): ChannelAnswers {
  const { clusters, events, stitcherPublicUrl } = options;
  const present = createPresentChannel(stitcherPublicUrl);

  /** No query for channels of this installation. */
  async function addressesFor({ tenantId }: Caller, list: readonly StoredChannel[]) {
    return list.every(({ systemId }) => systemId === '')
      ? new Map<string, string>()
      : await clusters.addresses(tenantId);
  }

  async function all(caller: Caller, list: readonly StoredChannel[]): Promise<Channel[]> {
    const addresses = await addressesFor(caller, list);
    return list.map((stored) => present(stored, caller.role, addresses.get(stored.systemId)));
  }

  async function one(caller: Caller, stored: StoredChannel): Promise<Channel> {
    const addresses = await addressesFor(caller, [stored]);
    return present(stored, caller.role, addresses.get(stored.systemId));
  }

  return {
    one,
    all,
    preview: async (caller, stored) => {
      const { id, systemId } = stored;
      const baseUrl = (await addressesFor(caller, [stored])).get(systemId);
      if (baseUrl === undefined) return previewAddress(stored, options);
      const answer = await clusters.preview(caller.tenantId, systemId, id);
      return previewAddress(stored, { ...options, cluster: { baseUrl, ...answer } });
    },
    changed: async (action, caller, stored, before = stored.systemId) => {
      const { id, systemId } = stored;
      events.channelChanged(action, caller.tenantId, id);
      const isPushed = systemId !== '' || before !== '';
      const problem = isPushed ? await clusters.push(caller.tenantId, id) : undefined;
      const channel = await one(caller, stored);
      if (problem === undefined) return channel;
      const { status: code, code: errorCode, message } = problem;
      return { ...channel, code, errorCode, message };
    },
  };
}
