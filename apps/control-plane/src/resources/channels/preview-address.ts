/** The address at which the console plays a channel: what the channel asks of viewers is part of it. */
import { createHmac } from 'node:crypto';
import {
  type ChannelPreview,
  channelOutputUri,
  manifestType,
  type UserRole,
} from '@interlude/contract';
import type { StoredChannel } from '@interlude/persistence';
import { openViewerSecret, type SecretKey } from '@interlude/runtime';

/** A token is used at once, for one session; that session goes on without it. */
const longestValidSeconds = 300;

export interface PreviewAddressOptions {
  readonly stitcherPublicUrl: string;
  readonly secretKey: SecretKey;
  /** Epoch ms. */
  readonly now: () => number;
}

/** A token of the form that viewers' own have, for this channel's addresses only. */
function viewerToken(
  { id, type, authentication: { hmac } }: StoredChannel,
  { secretKey, now }: PreviewAddressOptions,
): { readonly token: string; readonly expiresSeconds: number } | undefined {
  const secret = hmac === undefined ? '' : openViewerSecret(hmac, secretKey);
  // Without a usable secret the stitcher says so: a preview tells what viewers meet.
  if (hmac === undefined || secret === '') return undefined;
  const validSeconds = Math.min(hmac.window, longestValidSeconds);
  const expiresSeconds = Math.floor(now() / 1000) + validSeconds;
  const signed = `exp=${expiresSeconds}~acl=*/${manifestType(type)}/${encodeURIComponent(id)}/*`;
  const method = hmac.method === 'SHA1' ? 'sha1' : 'sha256';
  const signature = createHmac(method, secret).update(signed).digest('hex');
  return { token: `${signed}~hmac=${signature}`, expiresSeconds };
}

/** The api-key stays unknown to those it is masked for (OP-30). */
export function previewAddress(
  channel: StoredChannel,
  role: UserRole,
  options: PreviewAddressOptions,
): ChannelPreview {
  const made = viewerToken(channel, options);
  const asked: string[] = [];
  if (channel.apiKey !== '' && role !== 'Viewer') {
    asked.push(`api-key=${encodeURIComponent(channel.apiKey)}`);
  }
  if (made !== undefined) asked.push(`hdnts=${made.token}`);
  const query = asked.length === 0 ? '' : `?${asked.join('&')}`;
  return {
    uri: `${channelOutputUri(options.stitcherPublicUrl, channel)}${query}`,
    expiresAt: made === undefined ? null : new Date(made.expiresSeconds * 1000).toISOString(),
  };
}
