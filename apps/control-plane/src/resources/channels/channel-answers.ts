/** Stored channels → answers: with the address of who plays them, and with what the SSAI cluster of a saved one said. */
import type { Channel, ChannelPreview } from '@interlude/contract';
import type { StoredChannel } from '@interlude/persistence';
import type { TellClusters } from '../../clusters/tell-clusters.ts';
import type { ControlPlaneEvents } from '../../events.ts';
import type { Caller } from '../../http/call.ts';
import { createPresentChannel } from './present-channel.ts';
import { type PreviewAddressOptions, previewAddress } from './preview-address.ts';

export interface ChannelAnswersOptions extends Omit<PreviewAddressOptions, 'cluster'> {
  /** Other installations that play channels. */
  readonly clusters: Pick<TellClusters, 'tell' | 'addresses' | 'preview'>;
  readonly events: Pick<ControlPlaneEvents, 'channelChanged'>;
}

export interface ChannelAnswers {
  one(caller: Caller, stored: StoredChannel): Promise<Channel>;
  all(caller: Caller, stored: readonly StoredChannel[]): Promise<Channel[]>;
  /** @throws {DomainError} CLUSTER_… when the one who plays it cannot be asked for a key */
  preview(caller: Caller, stored: StoredChannel): Promise<ChannelPreview>;
  /**
   * Tells the clusters. What is saved stays saved, and is told again, when the cluster does not take it; the
   * answer then says why (API-042).
   * @param before the system of the channel before it was saved
   */
  changed(action: string, caller: Caller, stored: StoredChannel, before?: string): Promise<Channel>;
}

export function createChannelAnswers(options: ChannelAnswersOptions): ChannelAnswers {
  const { clusters, events, stitcherPublicUrl } = options;
  const present = createPresentChannel(stitcherPublicUrl);

  /** Nothing is read for channels of this installation. */
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
      const isTold = systemId !== '' || before !== '';
      const problem = isTold ? await clusters.tell(caller.tenantId, id) : undefined;
      const channel = await one(caller, stored);
      if (problem === undefined) return channel;
      const { status: code, code: errorCode, message } = problem;
      return { ...channel, code, errorCode, message };
    },
  };
}
