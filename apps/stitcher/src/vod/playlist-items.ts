/** The items of a playlist by its address: from the database, or as MRSS from another installation. */
import { domainError } from '@interlude/contract/errors';
import type { Egress } from '@interlude/runtime';
import { type FeedItem, itemCuePoints, playlistFeed } from '@interlude/stitching';
import { decodeDocument, type MrssCuePoint, parseMrss } from '@interlude/vast';
import { type PlaylistAddress, playlistAddress } from '../playlists/playlist-address.ts';
import type { PlaylistDirectory } from '../playlists/playlist-directory.ts';
import { checkContents } from '../playlists/playlist-routes.ts';
import type { InTurn } from './feeds/mrss-feed.ts';
import { vodLimits } from './vod-limits.ts';

export interface PlayedItem extends Pick<FeedItem, 'id' | 'url' | 'delivery' | 'durationMs'> {
  /** @param playedMs time that is played of the item */
  readonly cuePoints: (playedMs: number) => readonly MrssCuePoint[];
}

export interface PlayedPlaylist {
  readonly id: string;
  readonly title: string;
  readonly items: readonly PlayedItem[];
}

type Fetch = Pick<Egress, 'request' | 'check'>;

const limits = { timeoutMs: 4_000, maxBytes: vodLimits.feedBytes } as const;

async function readForeign({ id, mrssUrl }: PlaylistAddress, egress: Fetch, inTurn: InTurn) {
  const { host } = new URL(mrssUrl);
  const answer = await egress.request({ url: mrssUrl, ...limits });
  if (answer.status !== 200) {
    throw domainError('FETCH_STATUS', { host, status: answer.status });
  }
  const feed = await inTurn(answer.body, () =>
    parseMrss(decodeDocument(answer.body, answer.headers['content-type'])),
  );
  if (feed.kind === 'invalid') {
    throw domainError('SOURCE_NOT_A_MANIFEST', { host });
  }
  const items = feed.items.flatMap((item): PlayedItem[] => {
    const media = item.media[0];
    if (item.category !== null || !media) {
      return [];
    }
    const { durationMs = Number.POSITIVE_INFINITY, cuePoints } = item;
    const { url, delivery } = media;
    return [{ id: item.id, url, delivery, durationMs, cuePoints: () => cuePoints }];
  });
  return { id, title: feed.title, items };
}

/**
 * Reads the items of a playlist; undefined when the address is not of one.
 * @throws {DomainError} PLAYLIST_NOT_FOUND, as `Egress.request`, FETCH_STATUS, SOURCE_NOT_A_MANIFEST
 */
export async function playedPlaylist(
  url: string,
  publicUrl: string,
  directory: PlaylistDirectory,
  egress: Fetch,
  inTurn: InTurn,
): Promise<PlayedPlaylist | undefined> {
  const address = playlistAddress(url, publicUrl);
  if (!address) {
    return undefined;
  }
  if (!address.isOurs) {
    return readForeign(address, egress, inTurn);
  }
  checkContents(address.contents, egress);
  const { id, title, items } = playlistFeed(await directory.load(address.id), address.contents);
  return {
    id,
    title,
    items: items.map((item) => ({
      ...item,
      cuePoints: (playedMs) => itemCuePoints(item.item, playedMs),
    })),
  };
}
