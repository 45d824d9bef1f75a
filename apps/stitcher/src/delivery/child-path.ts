/** Where the media playlists of a session are, as its multivariant playlist names them. */
import { type ChannelSettings, channelOutputUri } from '@interlude/contract';
import type { SourceRendition } from '@interlude/stitching';

/** `preservePlaylistFilename`: below the rendition's id, as two renditions may have one name. */
function fileName(url: string): string | undefined {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  const name = path.slice(path.lastIndexOf('/') + 1);
  return /^[\w.~%-]+\.m3u8$/i.test(name) ? name.replace(/\.m3u8$/i, '.m3u8') : undefined;
}

/** Below the session's id. */
export function childPath(
  { renditionId, url }: SourceRendition,
  settings: Pick<ChannelSettings, 'preservePlaylistFilename'>,
): string {
  const name = settings.preservePlaylistFilename ? fileName(url) : undefined;
  return name === undefined ? `${renditionId}.m3u8` : `${renditionId}/${name}`;
}

/** `externalBaseUrl`: what viewers are sent to; else the addresses are relative. */
export function childFolder(channelId: string, settings: ChannelSettings): string {
  if (settings.externalBaseUrl === '') {
    return '';
  }
  const output = channelOutputUri('', { ...settings, id: channelId });
  return output.slice(0, output.lastIndexOf('/') + 1);
}
