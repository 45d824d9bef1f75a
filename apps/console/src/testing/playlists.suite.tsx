/** A playlist and the schema of the server, as the tests of the screens have them. */
import type { Playlist } from '@interlude/contract';

export const schema = {
  properties: {
    type: { enum: ['vod', 'vod2live'] },
    status: { enum: ['enabled', 'disabled'] },
  },
};
export const assetUrl = 'https://cdn.example/assets/one.m3u8';
export const playlist: Playlist = {
  id: 'p1',
  name: 'Evening',
  type: 'vod2live',
  status: 'enabled',
  startDate: '2026-03-01T20:15:00.000Z',
  loops: true,
  fillerUrl: '',
  contents: [
    { sourceType: 'url', url: assetUrl, spliceType: 'seconds', duration: 600, cuePoints: [] },
    {
      ...{ sourceType: 'url', url: 'https://cdn.example/assets/two.m3u8', spliceType: 'seconds' },
      ...{ duration: 90, cuePoints: [{ spliceTime: 30, maxAds: 2, maxDuration: 45 }] },
    },
  ],
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
  outputUris: {
    mrss: 'https://s.example/api/v2/playlists/p1?format=mrss',
    json: 'https://s.example/api/v2/playlists/p1?format=json',
    hls: 'https://s.example/linear/p1/master.m3u8',
    dash: 'https://s.example/linear/p1/manifest.mpd',
  },
};
