/** Addresses of the media playlists of a session, as its multivariant playlist names them. */
import { type ChannelSettings, channelOutputUri } from '@interlude/contract';
import type { SourceRendition } from '@interlude/stitching';

/** The file name of a source playlist, for `preservePlaylistFilename`. */
function fileName(url: string): string | undefined {
  const path = url.split(/[?#]/, 1)[0] ?? '';
  const name = path.slice(path.lastIndexOf('/') + 1);
  return /^[\w.~%-]+\.m3u8$/i.test(name) ? name.replace(/\.m3u8$/i, '.m3u8') : undefined;
}

/** Path below the session id. A preserved name is below the rendition id, as two renditions may have one name. */
export function childPath(
  { renditionId, url }: SourceRendition,
  settings: Pick<ChannelSettings, 'preservePlaylistFilename'>,
): string {
  const name = settings.preservePlaylistFilename ? fileName(url) : undefined;
  return name === undefined ? `${renditionId}.m3u8` : `${renditionId}/${name}`;
}

/** The folder that viewers are sent to with `externalBaseUrl`; else empty: the addresses are relative. */
export function childFolder(channelId: string, settings: ChannelSettings): string {
  if (settings.externalBaseUrl === '') {
    return '';
  }
  const output = channelOutputUri('', { ...settings, id: channelId });
  return output.slice(0, output.lastIndexOf('/') + 1);
}
