/**
 * Addresses of a session for its client: under `externalBaseUrl` when the channel names one, with the scheme http when
 * its `http` is on.
 */
import { channelMode, channelOutputUri } from '@interlude/contract';
import type { ChannelEntry } from '../channels/channel-entry.ts';

export interface SessionAddresses {
  readonly mediaURL: string;
  /** For VOD only with `provideVastURL`. */
  readonly vastURL?: string;
  readonly trackingURL: string;
}

/** @param publicUrl of the stitcher, without a slash at its end */
export function sessionAddresses(
  publicUrl: string,
  { id, settings }: Pick<ChannelEntry, 'id' | 'settings'>,
  sessionId: string,
): SessionAddresses {
  const output = channelOutputUri(publicUrl, { ...settings, id });
  const folder = output.slice(0, output.lastIndexOf('/'));
  const hasVast = channelMode(settings.type) === 'live' || settings.stitcher.provideVastURL;
  return {
    mediaURL: output.endsWith('.mpd') ? `${folder}/${sessionId}.mpd` : `${output}?sid=${sessionId}`,
    ...(hasVast && { vastURL: `${folder}/${sessionId}/vast.xml` }),
    trackingURL: `${folder}/${sessionId}/tracking.json`,
  };
}
