/**
 * Checks the feed that a session request names: the stitcher fetches its address, so not every viewer may name one, and
 * not any address.
 */
import { domainError } from '@interlude/contract/errors';
import { isSourceOrigin } from '@interlude/runtime';
import type { ChannelEntry } from '../../channels/channel-entry.ts';
import { playlistAddress } from '../../playlists/playlist-address.ts';

/**
 * Only viewers who have shown a key or a token name a feed.
 * @throws {DomainError} FEED_FORBIDDEN
 * @see rule SEC-S22
 */
export function checkMayNameFeed({ settings }: ChannelEntry): void {
  if (settings.apiKey === '' && settings.authentication.hmac === undefined) {
    const reason = 'the channel requires neither an API key nor a token of its viewers';
    throw domainError('FEED_FORBIDDEN', { reason });
  }
}

/**
 * A feed is on the origin of the source, on one that the channel lists, or a playlist of this installation.
 * @throws {DomainError} FEED_FORBIDDEN
 * @see rule SEC-S22
 */
export function checkFeed({ settings }: ChannelEntry, feedUrl: string, publicUrl: string): void {
  const isOurs = playlistAddress(feedUrl, publicUrl)?.isOurs === true;
  if (!isOurs && !isSourceOrigin(settings, feedUrl)) {
    const host = URL.canParse(feedUrl) ? new URL(feedUrl).host : feedUrl;
    const reason = `${host} is neither the origin of the source nor one of the further source origins`;
    throw domainError('FEED_FORBIDDEN', { reason });
  }
}
