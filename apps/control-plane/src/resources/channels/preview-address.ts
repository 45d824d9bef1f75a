/** The address at which the console plays a channel: what the channel asks of viewers is part of it. */
import { createHmac } from 'node:crypto';
import { type ChannelPreview, channelOutputUri, manifestType } from '@interlude/contract';
import type { StoredChannel } from '@interlude/persistence';
import { openViewerSecret, previewKey, type SecretKey } from '@interlude/runtime';

/** Proofs are used at once, for one session; that session goes on without them. */
const longestValidSeconds = 300;

export interface PreviewAddressOptions {
  readonly stitcherPublicUrl: string;
  readonly secretKey: SecretKey;
  /** Epoch ms. */
  readonly now: () => number;
  /** Of the other installation that plays the channel, and what it has answered. */
  readonly cluster?: {
    readonly baseUrl: string;
    readonly previewKey: string;
    readonly previewExpires: number;
  };
}

/** A token of the form that viewers' own have, for this channel's addresses only. */
function viewerToken(
  { id, type, authentication: { hmac } }: StoredChannel,
  secretKey: SecretKey,
  nowSeconds: number,
): { readonly token: string; readonly expiresSeconds: number } | undefined {
  const secret = hmac === undefined ? '' : openViewerSecret(hmac, secretKey);
  // Without a usable secret the stitcher says so: a preview tells what viewers meet.
  if (hmac === undefined || secret === '') return undefined;
  const validSeconds = Math.min(hmac.window, longestValidSeconds);
  const expiresSeconds = nowSeconds + validSeconds;
  const signed = `exp=${expiresSeconds}~acl=*/${manifestType(type)}/${encodeURIComponent(id)}/*`;
  const method = hmac.method === 'SHA1' ? 'sha1' : 'sha256';
  const signature = createHmac(method, secret).update(signed).digest('hex');
  return { token: `${signed}~hmac=${signature}`, expiresSeconds };
}

export function previewAddress(
  channel: StoredChannel,
  { stitcherPublicUrl, secretKey, now, cluster }: PreviewAddressOptions,
): ChannelPreview {
  const nowSeconds = Math.floor(now() / 1000);
  const untilSeconds = cluster?.previewExpires ?? nowSeconds + longestValidSeconds;
  const hasKey = channel.apiKey !== '';
  const made = viewerToken(channel, secretKey, nowSeconds);
  const proofs = [
    ...(hasKey
      ? [`api-key=${cluster?.previewKey ?? previewKey(secretKey, channel.id, untilSeconds)}`]
      : []),
    ...(made === undefined ? [] : [`hdnts=${made.token}`]),
  ];
  const query = proofs.length === 0 ? '' : `?${proofs.join('&')}`;
  const endSeconds = made?.expiresSeconds ?? (hasKey ? untilSeconds : undefined);
  return {
    uri: `${channelOutputUri(cluster?.baseUrl ?? stitcherPublicUrl, channel)}${query}`,
    expiresAt: endSeconds === undefined ? null : new Date(endSeconds * 1000).toISOString(),
  };
}
