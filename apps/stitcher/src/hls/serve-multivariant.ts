/** The multivariant playlist of a session: the source's lines with the session's addresses. */
import type { ChannelSettings } from '@interlude/contract';
import { type LocationRewriter, stitchMultivariant } from '@interlude/stitching';
import { childFolder, childPath } from '../delivery/child-path.ts';
import type { HlsSource } from '../origin/hls/hls-source.ts';
import type { OpenedSource } from '../origin/hls/read-multivariant.ts';

/** Stands where the session id goes; it cannot occur in a playlist. */
const marker = '\u0001sid\u0001';

interface Template {
  readonly settings: ChannelSettings;
  readonly contentLocation: LocationRewriter | undefined;
  readonly parts: readonly string[];
}

/** The newest of each source: settings change rarely, and viewers' own locations are rarer. */
const templates = new WeakMap<OpenedSource, Template>();

/** The text around the session id, made once for a source. */
function template(
  opened: OpenedSource,
  source: HlsSource,
  settings: ChannelSettings,
  contentLocation: LocationRewriter | undefined,
): readonly string[] {
  const known = templates.get(opened);
  if (known?.settings === settings && known.contentLocation === contentLocation) {
    return known.parts;
  }
  const { multivariant: playlist, baseUrl, renditions } = opened;
  const folder = childFolder(source.channel.id, settings);
  const text = stitchMultivariant({
    playlist,
    baseUrl,
    renditions,
    childUri: (rendition) => `${folder}${marker}/${childPath(rendition, settings)}`,
    suppressed: source.suppressed,
    contentLocation,
    closedCaptions: settings.includeMediaTracks.closedCaptions,
    audioGroupId: settings.overwriteGroupId,
    oneAudioGroup: settings.compatibilityHlsMedia,
  });
  const parts = text.split(marker);
  templates.set(opened, { settings, contentLocation, parts });
  return parts;
}

export function multivariantBody(
  opened: OpenedSource,
  source: HlsSource,
  session: {
    readonly sessionId: string;
    readonly settings: ChannelSettings;
    readonly contentLocation: LocationRewriter | undefined;
  },
): Buffer {
  const { sessionId, settings, contentLocation } = session;
  const parts = template(opened, source, settings, contentLocation);
  return Buffer.from(parts.join(sessionId), 'latin1');
}
