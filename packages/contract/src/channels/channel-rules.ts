/** Pure rules about channels that the console and the servers share. */
import type { ChannelType } from './channel-values.ts';

export type ManifestType = 'hls' | 'dash';
export type ChannelMode = 'live' | 'vod';

/**
 * `hls` or `dash`: the first half of a channel's type.
 * @see CHE-007
 */
export function manifestType(type: ChannelType): ManifestType {
  return type.startsWith('hls') ? 'hls' : 'dash';
}

/**
 * `live` or `vod`: the second half of a channel's type.
 * @see CHE-007
 */
export function channelMode(type: ChannelType): ChannelMode {
  return type.endsWith('live') ? 'live' : 'vod';
}

/** The type with another suffix; the manifest part stays (CHE-008). */
export function withMode(type: ChannelType, mode: ChannelMode): ChannelType {
  return `${manifestType(type)}-${mode}`;
}

/** The address of a channel that a plain player requests; a redirect starts its session. */
export function channelOutputUri(
  stitcherPublicUrl: string,
  channel: { id: string; type: ChannelType; http: boolean; externalBaseUrl?: string },
): string {
  const base = (channel.externalBaseUrl || stitcherPublicUrl).replace(/\/+$/, '');
  const scheme = channel.http ? base.replace(/^https:/, 'http:') : base;
  const format = manifestType(channel.type);
  return `${scheme}/${format}/${encodeURIComponent(channel.id)}/${format === 'hls' ? 'master.m3u8' : 'manifest.mpd'}`;
}
