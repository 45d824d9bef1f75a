import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detachSegment, parseMediaPlaylist, restoreSegments, storeSegments } from '../index.ts';
import { segmentFacts } from '../playlists.suite.ts';

const vectors = join(import.meta.dirname, '../../../../test-vectors/hls');

const ENCRYPTED = [
  '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:7',
  '#EXT-X-KEY:METHOD=AES-128,URI="k1",IV=0x01',
  '#EXT-X-KEY:METHOD=SAMPLE-AES,URI="k2",KEYFORMAT="com.example"',
  '#EXT-X-MAP:URI="init.mp4",BYTERANGE="700@10"',
  '#EXT-X-PROGRAM-DATE-TIME:2026-03-01T12:00:00.500Z',
  '#EXT-X-DISCONTINUITY',
  '#EXT-X-CUE-OUT:30',
  '#EXTINF:4.004,\u00e4\n#EXT-X-BYTERANGE:100@20\n0.m4s',
  '#EXT-X-GAP\n#EXTINF:4,\n1.m4s',
  '#EXT-X-KEY:METHOD=NONE\n#EXTINF:4,\n2.m4s\n',
].join('\n');

const throughJson = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));

describe('segments that went through JSON', () => {
  it('H9 H10 have every field: keys, maps, ranges, dates, tags', () => {
    const { segments } = parseMediaPlaylist(ENCRYPTED).playlist;
    const restored = restoreSegments(throughJson(storeSegments(segments)));
    expect(restored.map(segmentFacts)).toEqual(segments.map(segmentFacts));
    expect(restored[0]).toMatchObject({
      programDateTimeMs: Date.UTC(2026, 2, 1, 12) + 500,
      byteRange: { length: 100, offset: 20 },
      map: { uri: 'init.mp4', byteRange: { length: 700, offset: 10 } },
      discontinuity: true,
      keysChanged: true,
    });
    expect(restored[2]).toMatchObject({ keys: [], keysChanged: true });
  });

  it('have every field, of each playlist of test-vectors', () => {
    const names = readdirSync(vectors).filter((name) => name.endsWith('.m3u8'));
    expect(names.length).toBeGreaterThan(3);
    for (const name of names) {
      const { segments } = parseMediaPlaylist(readFileSync(join(vectors, name), 'latin1')).playlist;
      const stored = throughJson(storeSegments(segments.map(detachSegment)));
      expect(restoreSegments(stored).map(segmentFacts), name).toEqual(segments.map(segmentFacts));
    }
  });

  it('SEC-S57 have what holds for many of them once, also over many playlists', () => {
    const playlist = (from: number) =>
      parseMediaPlaylist(
        `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:${from}\n#EXT-X-KEY:METHOD=AES-128,URI="k"\n#EXT-X-MAP:URI="i"\n${`#EXTINF:2,\na.m4s\n`.repeat(3)}`,
      ).playlist.segments.map(detachSegment);
    const stored = storeSegments([0, 3, 6].flatMap(playlist));
    expect([stored.keys.length, stored.maps.length]).toEqual([1, 1]);
    const [first, ...others] = restoreSegments(stored);
    for (const other of others) {
      expect(other.map).toBe(first?.map);
      expect(other.keys).toBe(first?.keys);
    }
  });
});
