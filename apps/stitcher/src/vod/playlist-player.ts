/** Plays a playlist through a VoD channel: its items are one asset, its cue points those of a feed. */
import { domainError } from '@interlude/contract/errors';
import {
  budgetLimits,
  type Logger,
  type SourceBudgets,
  sourceFetcher,
  type TenantEgresses,
  tierBudgets,
  tooLarge,
} from '@interlude/runtime';
import type { MrssCuePoint } from '@interlude/vast';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import type { PlaylistDirectory } from '../playlists/playlist-directory.ts';
import type { AssetCache } from './asset-cache.ts';
import { type ConcatenatedAsset, concatenateAssets } from './concatenate-assets.ts';
import type { InTurn, MrssFeed } from './feeds/mrss-feed.ts';
import { type Pay, paid } from './fetch-budget.ts';
import { KeptAsset } from './kept-asset.ts';
import { type PlayedItem, type PlayedPlaylist, playedPlaylist } from './playlist-items.ts';

export interface PlaylistPlayerOptions {
  readonly directory: PlaylistDirectory;
  readonly assets: AssetCache;
  readonly budgets: SourceBudgets;
  readonly egress: TenantEgresses<'check' | 'request'>;
  readonly logger: Logger;
  /** Without a slash at its end. */
  readonly publicUrl: string;
}

export interface OpenedPlaylist {
  readonly asset: KeptAsset;
  readonly feed: MrssFeed;
}

/** Items of one playlist that are played, and how many are read at a time. */
const limits = { items: 100, readers: 6, joined: 50 } as const;

interface Read {
  readonly item: PlayedItem;
  readonly asset: KeptAsset;
}

/** Items as one asset; the same object as long as it is kept. */
interface Joined {
  readonly of: readonly KeptAsset[];
  readonly asset: KeptAsset;
  readonly parts: ConcatenatedAsset['parts'];
}

export class PlaylistPlayer {
  readonly #options: PlaylistPlayerOptions;
  /** Assets that were joined last, by channel, playlist, and ids and durations of the items. */
  readonly #joined = new Map<string, Joined>();

  constructor(options: PlaylistPlayerOptions) {
    this.#options = options;
  }

  /**
   * Opens the playlist at an address; undefined when the address is not of one.
   * @throws {DomainError} as `playedPlaylist` and `readAsset`; SOURCE_UNSUPPORTED when nothing can be played
   */
  async open(channel: ChannelEntry, url: string, pay: Pay): Promise<OpenedPlaylist | undefined> {
    const { directory, publicUrl, budgets } = this.#options;
    const own = this.#options.egress.forTenant(channel.tenantId);
    const egress = { ...own, ...sourceFetcher(paid(own, pay), channel.settings) };
    const inTurn: InTurn = (body, parse) => budgets.parse(channel, body, parse);
    const playlist = await playedPlaylist(url, publicUrl, directory, egress, inTurn);
    if (!playlist) {
      return undefined;
    }
    const delivery = channel.settings.type === 'dash-vod' ? 'dash' : 'hls';
    const fitting = playlist.items.filter(
      (item) => item.delivery === delivery || item.delivery === 'other',
    );
    const read = await this.#readAll(channel, playlist, fitting.slice(0, limits.items), pay);
    const joined = await this.#join(channel, playlist, read);
    if (!joined) {
      const reason = `the playlist names no asset in ${delivery.toUpperCase()}`;
      throw domainError('SOURCE_UNSUPPORTED', { host: new URL(url).host, reason });
    }
    return { asset: joined.asset, feed: feedOf(playlist, read, joined) };
  }

  /** In order; an item that cannot be read is left out, unless nothing else is there. */
  async #readAll(
    channel: ChannelEntry,
    playlist: PlayedPlaylist,
    items: readonly PlayedItem[],
    pay: Pay,
  ): Promise<Read[]> {
    const { assets, logger } = this.#options;
    const found: (Read | undefined)[] = items.map(() => undefined);
    const waiting = items.entries();
    let failure: unknown;
    const work = async () => {
      for (const [index, item] of waiting) {
        try {
          found[index] = { item, asset: await assets.get(channel, item.url, pay) };
        } catch (error) {
          failure ??= error;
          const about = { playlistId: playlist.id, item: item.id, channelId: channel.id };
          logger.warn({ ...about, error }, 'an item of a playlist cannot be read: it is left out');
        }
      }
    };
    await Promise.all(Array.from({ length: limits.readers }, work));
    const read = found.filter((one) => one !== undefined);
    if (read.length === 0 && failure !== undefined) {
      throw failure;
    }
    return read;
  }

  /** @throws {DomainError} SOURCE_TOO_LARGE */
  async #join(
    channel: ChannelEntry,
    playlist: PlayedPlaylist,
    read: readonly Read[],
  ): Promise<Joined | undefined> {
    const times = read.map(({ item }) => `${item.id} ${item.durationMs}`).join(' ');
    const key = `${channel.id} ${playlist.id} ${times}`;
    const assets = read.map(({ asset }) => asset);
    const known = this.#joined.get(key);
    const isSame =
      known?.of.length === assets.length && assets.every((one, at) => one === known.of[at]);
    if (known && isSame && !known.asset.isDropped) {
      return known;
    }
    const made = await this.#concatenated(channel, read);
    if (!made) {
      return undefined;
    }
    if (this.#joined.size >= limits.joined) {
      this.#joined.clear();
    }
    const { parts } = made;
    this.#joined.set(key, { of: assets, ...made });
    if (parts.length < read.length) {
      const leftOut = read.filter((_, at) => parts.every(({ index }) => index !== at));
      const items = leftOut.map(({ item }) => item.id);
      this.#options.logger.warn(
        { playlistId: playlist.id, items },
        'items of a playlist do not fit the first one: they are left out',
      );
    }
    return { of: assets, ...made };
  }

  /** The joined asset keeps the memory of its items, also when they are dropped. */
  async #concatenated(
    channel: ChannelEntry,
    read: readonly Read[],
  ): Promise<Pick<Joined, 'asset' | 'parts'> | undefined> {
    const inputs = read.flatMap(({ asset: { asset }, item }) =>
      asset ? [{ asset, atMostMs: item.durationMs }] : [],
    );
    // One was dropped while others were read: together they are more than the company may have.
    if (inputs.length < read.length) {
      throw tooLarge('company', tierBudgets[channel.tier].tenantBytes);
    }
    let parts: ConcatenatedAsset['parts'] | undefined;
    const bytes = read.reduce((sum, { asset }) => sum + asset.budget.memory.bytes, 0);
    const size = { bytes: 0, entries: bytes / budgetLimits.entryBytes };
    const asset = await KeptAsset.read(this.#options.budgets, channel, async (budget) => {
      budget.memory.keep('items', bytes);
      const made = await budget.work(size, () => concatenateAssets(inputs));
      parts = made?.parts;
      return made?.asset;
    });
    return parts && { asset, parts };
  }
}

/** The feed of the joined asset, with cue points at their times in it. */
function feedOf(
  playlist: PlayedPlaylist,
  read: readonly Read[],
  { parts }: Pick<Joined, 'parts'>,
): MrssFeed {
  const cuePoints = parts.flatMap(({ index, startMs, playedMs }): MrssCuePoint[] => {
    const points = read[index]?.item.cuePoints(playedMs) ?? [];
    return points
      .filter(({ spliceTimeMs }) => spliceTimeMs <= playedMs)
      .map((point) => ({
        ...point,
        id: `${index + 1}-${point.id}`,
        spliceTimeMs: startMs + (point.spliceTimeMs < 0 ? playedMs : point.spliceTimeMs),
      }));
  });
  const programme = {
    id: playlist.id,
    title: playlist.title,
    category: null,
    media: [],
    cuePoints,
  };
  return { programme, url: '', before: [], after: [] };
}
