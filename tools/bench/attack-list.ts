/** The channels of an attacking company, and the answers of their sources. */

export interface Attacker {
  readonly id: string;
  readonly path: string;
  readonly type: 'hls-live' | 'hls-vod';
}

const LIVE = 3;
/** Of one channel; each has about 7 MB. */
export const LONG_RENDITIONS = 12;
export const LONG_SEGMENTS = 90_000;
export const FEED_RENDITIONS = 4;

export const attackers: readonly Attacker[] = [
  ...Array.from({ length: LIVE }, (_, index): Attacker => {
    return { id: `long${index}`, path: `/long/${index}/master.m3u8`, type: 'hls-live' };
  }),
  { id: 'asset', path: '/asset/0/master.m3u8', type: 'hls-vod' },
];

/** A multivariant playlist of this many variants, in its own folder. */
export const multivariant = (renditions: number) =>
  `#EXTM3U\n${Array.from(
    { length: renditions },
    (_, index) =>
      `#EXT-X-STREAM-INF:BANDWIDTH=${100_000 * (index + 1)},CODECS="avc1.64001f,mp4a.40.2"\nv${index}.m3u8\n`,
  ).join('')}`;

/** A media playlist of LONG_SEGMENTS segments, with 70 bytes for each. */
export function longPlaylist(type: Attacker['type']): string {
  const segments = Array.from(
    { length: LONG_SEGMENTS },
    (_, index) =>
      `#EXTINF:2.000,\nsegments/of/a/long/recording/${String(index).padStart(9, '0')}/a.ts\n`,
  );
  const end = type === 'hls-live' ? '' : '#EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-ENDLIST\n';
  return `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:0\n${segments.join('')}${end}`;
}
