/** The address at which the console plays a channel, with the authentication that the channel requires of viewers. */
import { createHmac } from 'node:crypto';
import { channelOutputUri, manifestType } from '@interlude/contract';
import type { ChannelPreview } from '@interlude/contract/api';
import type { StoredChannel } from '@interlude/persistence';
import { openViewerSecret, previewKey, type SecretKey } from '@interlude/runtime';

/** Lifetime of a proof: it opens one session at once; the session continues without it. */
const longestValidSeconds = 300;

export interface PreviewAddressOptions {
  readonly stitcherPublicUrl: string;
  readonly secretKey: SecretKey;
  /** Epoch ms. */
  readonly now: () => number;
  /** Base URL and answer of the installation that plays the channel. */
  readonly cluster?: {
    readonly baseUrl: string;
    readonly previewKey: string;
    readonly previewExpires: number;
  };
}

/** A viewer token, valid for the addresses of this channel only. */
function viewerToken(
  { id, type, authentication: { hmac } }: StoredChannel,
  secretKey: SecretKey,
  nowSeconds: number,
): { readonly token: string; readonly expiresSeconds: number } | undefined {
  const secret = hmac === undefined ? '' : openViewerSecret(hmac, secretKey);
  // Without a usable secret the stitcher refuses: the preview behaves like a viewer's request.
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
