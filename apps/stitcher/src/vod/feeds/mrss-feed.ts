/** Media RSS feeds, which a session request names as its content. */
import type { ChannelSettings } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { Egress } from '@interlude/runtime';
import { decodeDocument, type MrssItem, parseMrss } from '@interlude/vast';
import { vodLimits } from '../vod-limits.ts';

export interface MrssFeed {
  readonly programme: MrssItem;
  readonly url: string;
  /** In the order of the feed. */
  readonly before: readonly MrssItem[];
  readonly after: readonly MrssItem[];
}

/** Parses a document when it is its turn; see `SourceBudgets.parse`. */
export type InTurn = <Made>(body: Uint8Array, parse: () => Made) => Promise<Made>;

/** The form of a channel's media, as feeds name it. */
export const deliveryOf = ({ type }: ChannelSettings) => (type === 'dash-vod' ? 'dash' : 'hls');

const mediaOf = (item: MrssItem, delivery: 'hls' | 'dash') =>
  item.media.find((media) => media.delivery === delivery)?.url;

function absolute(url: string, base: string): string {
  return URL.canParse(url, base) ? new URL(url, base).href : url;
}

/** @throws {DomainError} as `Egress.request`, FETCH_STATUS, SOURCE_NOT_A_MANIFEST, SOURCE_UNSUPPORTED */
export async function readMrssFeed(
  egress: Pick<Egress, 'request'>,
  url: string,
  delivery: 'hls' | 'dash',
  inTurn: InTurn,
): Promise<MrssFeed> {
  const answer = await egress.request({
    url,
    timeoutMs: vodLimits.feedTimeoutMs,
    maxBytes: vodLimits.feedBytes,
  });
  const { host } = new URL(url);
  if (answer.status !== 200) {
    throw domainError('FETCH_STATUS', { host, status: answer.status });
  }
  const feed = await inTurn(answer.body, () =>
    parseMrss(decodeDocument(answer.body, answer.headers['content-type'])),
  );
  if (feed.kind === 'invalid') {
    throw domainError('SOURCE_NOT_A_MANIFEST', { host });
  }
  const { items } = feed;
  const place = items.findIndex((item) => item.category === null && mediaOf(item, delivery));
  const programme = items[place];
  const media = programme && mediaOf(programme, delivery);
  if (!programme || media === undefined) {
    const reason = `the feed names no programme in ${delivery.toUpperCase()}`;
    throw domainError('SOURCE_UNSUPPORTED', { host, reason });
  }
  const clips = (from: number, to: number) =>
    items.slice(from, to).filter(({ category }) => category !== null && category !== 'ad');
  return {
    programme,
    url: absolute(media, answer.url),
    before: clips(0, place),
    after: clips(place + 1, items.length),
  };
}

/** Address of a clip of the feed, in the channel's form. */
export const clipUrl = mediaOf;
