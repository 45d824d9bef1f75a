import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  HLS_LIMITS,
  HlsLimitError,
  parseMediaPlaylist,
  programDateTimes,
  writeMediaPlaylist,
} from '../index.ts';

const vectors = join(import.meta.dirname, '../../../../test-vectors/hls');
const read = (name: string) => readFileSync(join(vectors, name), 'latin1');

const HEADER = '#EXTM3U\n#EXT-X-TARGETDURATION:4\n';
const parse = (body: string) => parseMediaPlaylist(HEADER + body).playlist;

describe('parseMediaPlaylist', () => {
  it('a blank line is no tag', () => {
    const [segment] = parse('#EXT-X-GAP\n\n \r\n#EXTINF:4,\n\na.ts\n').segments;
    expect(segment?.tags.map(({ name }) => name)).toEqual(['EXT-X-GAP', 'EXTINF']);
  });

  it('H9 RFC 8216 §4.3.2.4 a map keeps the keys that stood before it', () => {
    const key = (uri: string) => `#EXT-X-KEY:METHOD=AES-128,URI="${uri}"\n`;
    const [first, second] = parse(
      `${key('k')}#EXT-X-MAP:URI="i"\n#EXT-X-KEY:METHOD=NONE\n#EXTINF:4,\na\n${key('k')}#EXT-X-MAP:URI="j"\n${key('l')}#EXTINF:4,\nb\n`,
    ).segments;
    expect(first?.map?.keys.map(({ uri }) => uri)).toEqual(['k']);
    expect(first?.keys).toEqual([]);
    expect(second?.map?.keys.map(({ uri }) => uri)).toEqual(['k']);
    expect(second?.keys.map(({ uri }) => uri)).toEqual(['l']);
  });

  it('splits header, segments and trailer so that every tag stays with its segment', () => {
    const { playlist, warnings } = parseMediaPlaylist(read('live-cue-cmaf.m3u8'));
    expect(warnings).toEqual([]);
    expect(playlist).toMatchObject({
      version: 6,
      targetDuration: 4,
      mediaSequence: 100,
      discontinuitySequence: 7,
      hasDiscontinuitySequence: true,
      endList: false,
      trailer: '',
    });
    expect(playlist.header.endsWith('#EXT-X-DISCONTINUITY-SEQUENCE:7\n')).toBe(true);
    expect(playlist.segments.map((segment) => segment.msn)).toEqual([
      100, 101, 102, 103, 104, 105, 106, 107, 108,
    ]);
    expect(playlist.segments[3]?.tags).toEqual([
      { name: 'EXT-X-CUE-OUT', value: 'DURATION=12', line: 15 },
      { name: 'EXTINF', value: '4.000,', line: 16 },
    ]);
    expect(playlist.segments[6]?.text).toBe(
      '#EXT-X-PROGRAM-DATE-TIME:2026-03-01T12:00:24.000Z\n#EXT-X-CUE-IN\n#EXTINF:4.000,\nseg106.m4s\n',
    );
    expect(playlist.segments[8]?.offset).toBe(
      read('live-cue-cmaf.m3u8').indexOf('#EXT-X-PROGRAM-DATE-TIME:2026-03-01T12:00:32'),
    );
  });

  it('H8 carries the map in force and where it is printed', () => {
    const { segments } = parse(
      '#EXT-X-MAP:URI="a.mp4"\n#EXTINF:4,\n1\n#EXTINF:4,\n2\n#EXT-X-MAP:URI="b.mp4",BYTERANGE="812@10"\n#EXTINF:4,\n3\n',
    );
    expect(segments.map((segment) => [segment.map?.uri, segment.mapChanged])).toEqual([
      ['a.mp4', true],
      ['a.mp4', false],
      ['b.mp4', true],
    ]);
    expect(segments[2]?.map?.byteRange).toEqual({ length: 812, offset: 10 });
    expect(segments[1]?.map?.text).toBe('#EXT-X-MAP:URI="a.mp4"');
  });

  it('H9 carries the keys in force, one per KEYFORMAT, and METHOD=NONE clears them', () => {
    const { segments } = parseMediaPlaylist(read('live-crlf-keys.m3u8')).playlist;
    expect(segments.map((s) => [s.keys.map((key) => key.keyFormat), s.keysChanged])).toEqual([
      [['identity', 'com.apple.streamingkeydelivery'], true],
      [['identity', 'com.apple.streamingkeydelivery'], false],
      [[], true],
      [['identity'], true],
    ]);
    expect(segments[0]?.keys[0]).toMatchObject({
      method: 'AES-128',
      uri: 'k1',
      iv: '0x00000000000000000000000000000001',
    });
    expect(segments[3]?.keys[0]?.iv).toBeUndefined();
    expect(segments[0]?.keys[0]?.text.endsWith('\r')).toBe(false);
  });

  it('H9 replaces only the key of the same KEYFORMAT', () => {
    const key = (id: number, format: string) =>
      `#EXT-X-KEY:METHOD=SAMPLE-AES,URI="k${id}",KEYFORMAT="${format}"\n`;
    const { segments } = parse(
      `${key(1, 'a')}${key(2, 'b')}#EXTINF:4,\n1\n${key(3, 'a')}#EXTINF:4,\n2\n`,
    );
    expect(segments[1]?.keys.map((k) => k.uri)).toEqual(['k2', 'k3']);
  });

  it('H10 resolves byte ranges against the segment before of the same resource', () => {
    const { segments } = parseMediaPlaylist(read('byte-ranges-no-final-newline.m3u8')).playlist;
    expect(segments.map((segment) => segment.byteRange)).toEqual([
      { length: 1000, offset: 700 },
      { length: 1100, offset: 1700 },
      { length: 900, offset: 2800 },
    ]);
    const odd = parseMediaPlaylist(`${HEADER}#EXTINF:4,\n#EXT-X-BYTERANGE:10\na\n`);
    expect(odd.warnings.map((w) => [w.code, w.line])).toEqual([['BYTERANGE_WITHOUT_START', 5]]);
  });

  it('reads discontinuities, gaps and dates of the very segment', () => {
    const { segments } = parse(
      '#EXTINF:4,\n1\n#EXT-X-DISCONTINUITY\n#EXT-X-PROGRAM-DATE-TIME:2026-03-01T12:00:00.5+01:00\n#EXT-X-GAP\n#EXTINF:4,\n2\n',
    );
    expect(segments[0]).toMatchObject({
      discontinuity: false,
      gap: false,
      programDateTimeMs: undefined,
    });
    expect(segments[1]).toMatchObject({
      discontinuity: true,
      gap: true,
      programDateTimeMs: 1_772_362_800_500,
    });
  });

  it('H17 counts the skipped segments of a delta update', () => {
    const { segments } = parse(
      '#EXT-X-MEDIA-SEQUENCE:10\n#EXT-X-SKIP:SKIPPED-SEGMENTS=5\n#EXTINF:4,\n1\n',
    );
    expect(segments[0]?.msn).toBe(15);
  });

  it('keeps what stands behind the last segment, with its tags', () => {
    const playlist = parse('#EXTINF:4,\n1\n#EXT-X-CUE-OUT:30\n#EXT-X-PART:DURATION=1,URI="p"\n');
    expect(playlist.trailer).toBe('#EXT-X-CUE-OUT:30\n#EXT-X-PART:DURATION=1,URI="p"\n');
    expect(playlist.trailerTags.map((tag) => tag.name)).toEqual(['EXT-X-CUE-OUT', 'EXT-X-PART']);
  });

  it('lets a key before a playlist tag act on the first segment', () => {
    const { header, segments } = parse(
      '#EXT-X-KEY:METHOD=AES-128,URI="k"\n#EXT-X-MEDIA-SEQUENCE:7\n#EXTINF:4,\n1\n',
    );
    expect(header).toContain('EXT-X-KEY');
    expect(segments[0]).toMatchObject({ msn: 7, keysChanged: false });
    expect(segments[0]?.keys).toHaveLength(1);
  });

  it('turns absurd numbers, dates and orphan URIs into warnings with their lines', () => {
    const text = read('absurd-numbers.m3u8');
    const { playlist, warnings } = parseMediaPlaylist(text);
    expect(playlist).toMatchObject({ targetDuration: 0, mediaSequence: 0 });
    expect(playlist.segments.map((segment) => segment.durationSeconds)).toEqual([
      0, 0, 0, 0, 4.0000000001,
    ]);
    expect(warnings.map((w) => [w.code, w.line])).toEqual([
      ['NUMBER_INVALID', 2],
      ['NUMBER_INVALID', 3],
      ['NUMBER_INVALID', 4],
      ['NUMBER_INVALID', 6],
      ['NUMBER_INVALID', 8],
      ['URI_WITHOUT_EXTINF', 10],
      ['DATE_INVALID', 11],
    ]);
    expect(writeMediaPlaylist(playlist) === text).toBe(true);
  });

  it('refuses what is larger than the limits, and bounds its warnings', () => {
    expect(() => parseMediaPlaylist('\n'.repeat(HLS_LIMITS.maxLines + 1))).toThrow(HlsLimitError);
    expect(() => parseMediaPlaylist('a\n'.repeat(HLS_LIMITS.maxSegments + 1))).toThrow(
      HlsLimitError,
    );
    expect(() => parseMediaPlaylist(' '.repeat(HLS_LIMITS.maxLength + 1))).toThrow(HlsLimitError);
    expect(parseMediaPlaylist('a\n'.repeat(5000)).warnings).toHaveLength(HLS_LIMITS.maxWarnings);
  });

  it.each([
    ['tags without a colon', '#EXT-X-GAP\n'.repeat(200_000)],
    ['playlist tags', '#EXT-X-DEFINE:NAME="a",VALUE="b"\n'.repeat(60_000)],
    [
      'a key format per segment',
      Array.from(
        { length: 20_000 },
        (_, i) => `#EXT-X-KEY:METHOD=A,KEYFORMAT="${i}"\n#EXTINF:1,\n${i}\n`,
      ).join(''),
    ],
    ['many keys on one segment', '#EXT-X-KEY:METHOD=A,URI="u"\n'.repeat(60_000)],
    ['one long line of quotes', `#EXT-X-MAP:${'"'.repeat(2_000_000)}`],
    ['one long line of blanks', `#EXTINF:4,${' '.repeat(2_000_000)}x\na`],
    ['many attributes', `#EXT-X-KEY:${'A=1,'.repeat(500_000)}`],
  ])('stays linear in the text: %s', (_name, body) => {
    const started = performance.now();
    parseMediaPlaylist(HEADER + body);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe('programDateTimes', () => {
  it('H11 continues dates forwards and backwards within a run, and not across a discontinuity', () => {
    const playlist = parse(
      '#EXTINF:4,\n1\n#EXT-X-PROGRAM-DATE-TIME:2026-03-01T12:00:04Z\n#EXTINF:2,\n2\n#EXTINF:4,\n3\n#EXT-X-DISCONTINUITY\n#EXTINF:4,\n4\n#EXT-X-DISCONTINUITY\n#EXTINF:4,\n5\n#EXT-X-PROGRAM-DATE-TIME:2026-03-01T12:00:30Z\n#EXTINF:4,\n6\n',
    );
    const noon = 1_772_366_400_000;
    expect([...programDateTimes(playlist)].map((time) => time - noon)).toEqual([
      0,
      4000,
      6000,
      Number.NaN,
      26_000,
      30_000,
    ]);
  });

  it('follows a corrected date', () => {
    const playlist = parse(
      '#EXT-X-PROGRAM-DATE-TIME:2026-03-01T12:00:00Z\n#EXTINF:4,\n1\n#EXT-X-PROGRAM-DATE-TIME:2026-03-01T12:00:05Z\n#EXTINF:4,\n2\n#EXTINF:4,\n3\n',
    );
    const times = [...programDateTimes(playlist)];
    expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 5000, 9000]);
  });

  it('H11 from a segment on they are what they are from the first on, wherever dates and discontinuities stand', () => {
    const date = (index: number) =>
      `#EXT-X-PROGRAM-DATE-TIME:2026-03-01T12:00:${String(10 + 7 * index)}Z\n`;
    const heads = (index: number) => ['', date(index), '#EXT-X-DISCONTINUITY\n'];
    let bodies = [''];
    for (let index = 0; index < 6; index += 1)
      bodies = bodies.flatMap((body) =>
        heads(index).map((head) => `${body}${head}#EXTINF:${index + 1}.5,\n${index}\n`),
      );
    for (const body of bodies) {
      const playlist = parse(body);
      const all = programDateTimes(playlist);
      for (let from = 0; from <= 6; from += 1)
        expect(programDateTimes(playlist, from).subarray(from)).toEqual(all.subarray(from));
    }
  });
});

describe('EXTINF, which is read when it is accessed', () => {
  const read = (lines: string) => parseMediaPlaylist(`#EXTM3U\n#EXT-X-TARGETDURATION:4\n${lines}`);

  it.each([
    ['#EXTINF:4.004,\na.ts\n', [4.004]],
    ['#EXTINF:4\na.ts\n', [4]],
    ['#EXTINF:4.5 ,title\na.ts\n', [4.5]],
    ['#EXTINF:1e1,\r\na.ts\r\n', [10]],
    ['#EXTINF:2,\n#EXTINF:3,\na.ts\nb.ts\n#EXTINF:5,', [3, 0]],
  ])('reads %j', (lines, seconds) => {
    const { playlist } = read(lines);
    expect(playlist.segments.map(({ durationSeconds }) => durationSeconds)).toEqual(seconds);
  });

  it('warns of what is no number, in its line and in order', () => {
    const { playlist, warnings } = read(
      '#EXTINF:x,\na.ts\n#EXT-X-GAP\n#EXTINF:-1,\nb.ts\n#EXTINF:y,\n#EXTINF:4,\nc.ts\n#EXTINF:z,\n',
    );
    expect(playlist.segments.map(({ durationSeconds }) => durationSeconds)).toEqual([0, 0, 4]);
    expect(warnings.map(({ code, line, detail }) => `${line} ${code} ${detail}`)).toEqual([
      '3 NUMBER_INVALID EXTINF:x,',
      '6 NUMBER_INVALID EXTINF:-1,',
      '8 NUMBER_INVALID EXTINF:y,',
      '9 TAG_REPEATED EXTINF',
      '11 NUMBER_INVALID EXTINF:z,',
    ]);
  });
});
