import { describe, expect, it } from 'vitest';
import { parseMediaPlaylist, playlistRuns, type Segment, writeMediaPlaylist } from '../index.ts';

const text = (first: number) =>
  `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:${first}\n${[0, 1, 2, 3, 4]
    .map((n) => `#EXTINF:4,\ns${first + n}.ts\n`)
    .join('')}#EXT-X-ENDLIST\n`;
const lines = (...numbers: number[]) => numbers.map((n) => `#EXTINF:4,\ns${n}.ts\n`).join('');

function parsed(first: number) {
  const { playlist } = parseMediaPlaylist(text(first));
  const [a, b, c, d, e] = playlist.segments;
  if (!(a && b && c && d && e)) throw new Error('five segments are missing');
  return { header: playlist.header, trailer: playlist.trailer, segments: [a, b, c, d, e] as const };
}

describe('playlistRuns', () => {
  const source = parsed(0);
  const other = parsed(10);
  const runs = (...segments: Segment[]) => playlistRuns({ ...source, segments }).slice(1, -1);

  it('gives what is unchanged as one run between header and trailer', () => {
    expect(playlistRuns(source)).toEqual([source.header, lines(0, 1, 2, 3, 4), source.trailer]);
    expect(source.trailer).toBe('#EXT-X-ENDLIST\n');
  });

  it('begins a new run where a segment is left out, repeated, put elsewhere or of another text', () => {
    const [a, b, c, d, e] = source.segments;
    expect(runs(a, b, d, e)).toEqual([lines(0, 1), lines(3, 4)]);
    expect(runs(a, a)).toEqual([lines(0), lines(0)]);
    expect(runs(c, b, a)).toEqual([lines(2), lines(1), lines(0)]);
    expect(runs(a, other.segments[1], other.segments[2], b)).toEqual([
      lines(0),
      lines(11, 12),
      lines(1),
    ]);
  });

  it('does not join segments that stand side by side in two readings of one text', () => {
    const again = parsed(0);
    expect(runs(source.segments[0], again.segments[1])).toEqual([lines(0), lines(1)]);
  });

  it('takes a segment that was made by hand by its text, and goes on behind it', () => {
    const [a, b, c] = source.segments;
    const made: Segment = { ...b, ...{ text: '#EXTINF:2,\nad.ts\n' } };
    expect(runs(a, made, b, c)).toEqual([lines(0), '#EXTINF:2,\nad.ts\n', lines(1, 2)]);
  });

  it('has no run without segments', () => {
    expect(playlistRuns({ header: 'h', segments: [], trailer: 't' })).toEqual(['h', 't']);
  });
});

describe('writeMediaPlaylist', () => {
  it('H1 writes the head of one playlist with segments of two', () => {
    const source = parsed(0);
    const segments = [...source.segments.slice(0, 2), ...parsed(10).segments.slice(3)];
    expect(writeMediaPlaylist({ ...source, segments })).toBe(
      `${source.header}${lines(0, 1, 13, 14)}#EXT-X-ENDLIST\n`,
    );
  });
});
