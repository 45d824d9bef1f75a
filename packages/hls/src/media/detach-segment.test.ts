import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { detachSegment, parseMediaPlaylist, type Segment, writeMediaPlaylist } from '../index.ts';

const BODY = [
  '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:7',
  '#EXT-X-KEY:METHOD=AES-128,URI="k1",IV=0x01',
  '#EXT-X-KEY:METHOD=SAMPLE-AES,URI="k2",KEYFORMAT="com.example"',
  '#EXT-X-MAP:URI="init.mp4",BYTERANGE="700@10"',
  '#EXT-X-PROGRAM-DATE-TIME:2026-03-01T12:00:00.500Z',
  '#EXT-X-DISCONTINUITY',
  '#EXT-X-CUE-OUT:30',
  '#EXTINF:4.004,\u00e4\n#EXT-X-BYTERANGE:100@20\n0.m4s',
  '#EXT-X-GAP\n#EXTINF:4,\n1.m4s\n',
].join('\n');

/** Every field by value: a parsed segment has them as getters. */
function fieldsOf(segment: Segment) {
  const { msn, uri, durationSeconds, discontinuity, programDateTimeMs, map, mapChanged } = segment;
  const { keys, keysChanged, byteRange, gap, offset, text, tags } = segment;
  const first = { msn, uri, durationSeconds, discontinuity, programDateTimeMs, map, mapChanged };
  return { ...first, keys, keysChanged, byteRange, gap, offset, text, tags };
}

describe('detachSegment', () => {
  it('H9 H10 keeps every field: keys, map, ranges, dates, tags', () => {
    const { playlist } = parseMediaPlaylist(BODY);
    expect(playlist.segments).toHaveLength(2);
    for (const segment of playlist.segments)
      expect(fieldsOf(detachSegment(segment))).toEqual(fieldsOf(segment));
    expect(detachSegment(playlist.segments[0] as Segment)).toMatchObject({
      programDateTimeMs: Date.UTC(2026, 2, 1, 12) + 500,
      byteRange: { length: 100, offset: 20 },
      map: { uri: 'init.mp4', byteRange: { length: 700, offset: 10 } },
    });
  });

  it('is written as the segment that it was made of', () => {
    const { playlist } = parseMediaPlaylist(BODY);
    const segments = playlist.segments.map(detachSegment);
    expect(writeMediaPlaylist({ ...playlist, segments })).toBe(BODY);
    expect(writeMediaPlaylist({ ...playlist, segments: segments.map(detachSegment) })).toBe(BODY);
  });

  it('SEC-S57 segments under the same keys and map share one copy of them', () => {
    const keys = Array.from(
      { length: 32 },
      (_, index) => `#EXT-X-KEY:METHOD=SAMPLE-AES,URI="k${index}",KEYFORMAT="f${index}"`,
    );
    const head = `#EXTM3U\n${keys.join('\n')}\n#EXT-X-MAP:URI="init.mp4"\n`;
    const { playlist } = parseMediaPlaylist(head + '#EXTINF:2,\na.m4s\n'.repeat(3));
    const [first, ...others] = playlist.segments.map(detachSegment);
    expect(first?.keys).toHaveLength(32);
    expect(first?.map?.keys).toBe(first?.keys);
    for (const other of others) {
      expect(other.keys).toBe(first?.keys);
      expect(other.map).toBe(first?.map);
    }
  });

  it('lets go of the text that it stood in', () => {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    const heap = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const filler = (n: number) => `#${String(n).padStart(1_000_000, 'x')}\n`;
    const before = heap();
    const kept = Array.from({ length: 20 }, (_, n) => {
      const [first] = parseMediaPlaylist(BODY + filler(n)).playlist.segments;
      return first && detachSegment(first);
    });
    expect(heap() - before).toBeLessThan(2_000_000);
    expect(kept[19]?.uri).toBe('0.m4s');
  });
});
