/** The URLs at which the stitcher serves a playlist. */
import type { Playlist } from '@interlude/contract';

export function outputUris(
  { id, type }: Pick<Playlist, 'id' | 'type'>,
  stitcherPublicUrl: string,
): Playlist['outputUris'] {
  const base = stitcherPublicUrl.replace(/\/+$/, '');
  const name = encodeURIComponent(id);
  const feed = `${base}/api/v2/playlists/${name}?format=`;
  const linear = type === 'vod2live' ? `${base}/linear/${name}` : undefined;
  return {
    mrss: `${feed}mrss`,
    json: `${feed}json`,
    hls: linear === undefined ? '' : `${linear}/master.m3u8`,
    dash: linear === undefined ? '' : `${linear}/manifest.mpd`,
  };
}
