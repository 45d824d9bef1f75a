/** The channels that this monitor holds, each with its watcher: they follow leases and settings. */
import type {
  ChannelStore,
  LeasedChannel,
  MonitorLeaseStore,
  StoredChannel,
} from '@interlude/persistence';
import type { Logger } from '@interlude/runtime';
import { monitorLimits } from '../monitor-limits.ts';
import type { ChannelWatcher } from '../watcher/channel-watcher.ts';

export interface WatchedChannelsOptions {
  /** Id of this process. */
  readonly monitor: string;
  readonly leases: MonitorLeaseStore;
  readonly channels: Pick<ChannelStore, 'findEnabled'>;
  readonly logger: Logger;
  readonly watch: (channel: StoredChannel) => ChannelWatcher;
  readonly onEnd: (watcher: ChannelWatcher) => void;
}

export class WatchedChannels {
  readonly #options: WatchedChannelsOptions;
  readonly #watchers = new Map<string, ChannelWatcher>();
  /** Their settings may have changed. */
  readonly #stale = new Set<string>();
  readonly #ending = new Set<Promise<void>>();

  constructor(options: WatchedChannelsOptions) {
    this.#options = options;
  }

  get watchers(): readonly ChannelWatcher[] {
    return [...this.#watchers.values()];
  }

  /** Marks a channel as changed; without an id all of them, when it is unknown which. */
  changed(channelId?: string): void {
    for (const id of channelId === undefined ? this.#watchers.keys() : [channelId])
      this.#stale.add(id);
  }

  /** Renews the leases; while the database is away what is watched is watched on. */
  async renew(): Promise<void> {
    const { monitor, leases, logger } = this.#options;
    const held = await leases.renew(monitor, monitorLimits.channels);
    const ids = new Set(held.map(({ channelId }) => channelId));
    for (const id of this.#watchers.keys()) if (!ids.has(id)) this.#end(id);
    for (const channel of held) {
      const { channelId } = channel;
      if (this.#watchers.has(channelId) && !this.#stale.has(channelId)) continue;
      await this.#begin(channel).catch((error: unknown) => {
        logger.warn({ err: error, channelId }, 'a channel cannot be watched yet');
      });
    }
  }

  async #begin({ tenantId, channelId: id }: LeasedChannel): Promise<void> {
    const { channels, watch } = this.#options;
    this.#stale.delete(id);
    const channel = await channels.findEnabled(tenantId, id);
    const known = this.#watchers.get(id);
    const isSame =
      known?.channel.updatedAt === channel?.updatedAt &&
      known?.channel.resetCount === channel?.resetCount;
    if (known !== undefined && isSame) return;
    this.#end(id);
    if (channel !== undefined) this.#watchers.set(id, watch(channel));
  }

  #end(id: string): void {
    const watcher = this.#watchers.get(id);
    if (watcher === undefined) return;
    this.#watchers.delete(id);
    this.#options.onEnd(watcher);
    const ending = watcher.stop().finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  /** Ends all watchers and gives their channels to other monitors. */
  async stop(): Promise<void> {
    const { leases, monitor, logger } = this.#options;
    for (const id of [...this.#watchers.keys()]) this.#end(id);
    await Promise.all(this.#ending);
    await leases.leave(monitor).catch((error: unknown) => {
      logger.warn({ err: error }, 'leases end by themselves: the database is away');
    });
  }
}
