import { parseMediaPlaylist, type Segment } from '@interlude/hls';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extendWindow } from '../source/extend-window.ts';

function blocks(lines: string, suppressed: string[] = []) {
  const text = `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:255\n${lines}`;
  const window = extendWindow(undefined, parseMediaPlaylist(text).playlist, {
    renditionId: 'v0',
    baseUrl: 'https://o.example/live/v0/p.m3u8?token=1',
    nowMs: 0,
    suppressed: new Set(suppressed),
  });
  return window.segments.map((segment) => segment.block);
}

describe('ContentBlock', () => {
  it('makes addresses absolute and keeps unknown tags where they stood', () => {
    const [block] = blocks('#EXT-X-VENDOR:x=1\n#EXTINF:4.000,title\n../s/a.ts?t=2\n');
    expect(block?.text(false, false)).toBe(
      '#EXT-X-VENDOR:x=1\n#EXTINF:4.000,title\nhttps://o.example/live/s/a.ts?t=2\n',
    );
  });

  it('H8 H9 prints map and keys again in its full form, else only changes', () => {
    const [, second] = blocks(
      '#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://k",KEYFORMAT="com.apple",IV=0x01\n#EXT-X-MAP:URI="i.mp4"\n#EXTINF:4,\na.m4s\n#EXTINF:4,\nb.m4s\n',
    );
    expect(second?.text(false, false)).toBe('#EXTINF:4,\nhttps://o.example/live/v0/b.m4s\n');
    expect(second?.text(true, false)).toBe(
      '#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://k",KEYFORMAT="com.apple",IV=0x01\n#EXT-X-MAP:URI="https://o.example/live/v0/i.mp4"\n#EXTINF:4,\nhttps://o.example/live/v0/b.m4s\n',
    );
  });

  it('H9 each segment of a key without IV gets its source number as explicit IV', () => {
    const [first, second] = blocks(
      '#EXT-X-KEY:METHOD=AES-128,URI="k"\n#EXTINF:4,\na.ts\n#EXTINF:4,\nb.ts\n',
    );
    expect(first?.text(false, false)).toContain(`IV=0x${'FF'.padStart(32, '0')}`);
    expect(second?.text(false, false)).toContain(`IV=0x${'100'.padStart(32, '0')}`);
  });

  it('H9 prints METHOD=NONE where the source ends its encryption', () => {
    const [, second] = blocks(
      '#EXT-X-KEY:METHOD=AES-128,URI="k"\n#EXTINF:4,\na.ts\n#EXT-X-KEY:METHOD=NONE\n#EXTINF:4,\nb.ts\n',
    );
    expect(second?.text(false, false)).toMatch(/^#EXT-X-KEY:METHOD=NONE\n/);
  });

  const AES = '#EXT-X-KEY:METHOD=AES-128,URI="https://k.example/1",IV=0x01\n';
  const OTHER = '#EXT-X-KEY:METHOD=AES-128,URI="https://k.example/2",IV=0x02\n';
  const DRM = '#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://3",KEYFORMAT="com.example"\n';
  const NONE = '#EXT-X-KEY:METHOD=NONE\n';
  const MAP = '#EXT-X-MAP:URI="https://o.example/i.mp4"\n';
  const MAP_2 = '#EXT-X-MAP:URI="https://o.example/j.mp4"\n';
  const segment = (name: string) => `#EXTINF:4,\nhttps://o.example/${name}.m4s\n`;

  it('H9 RFC 8216 §4.3.2.4 keys that hold for a map alone are printed around it', () => {
    const clear = blocks(`${AES}${MAP}${NONE}${segment('a')}${segment('b')}`);
    expect(clear[0]?.text(false, false)).toBe(`${AES}${MAP}${NONE}${segment('a')}`);
    expect(clear[1]?.text(false, false)).toBe(segment('b'));
    expect(clear[1]?.text(true, false)).toBe(`${AES}${MAP}${NONE}${segment('b')}`);
    const reverse = blocks(`${AES}${segment('a')}${NONE}${MAP}${AES}${segment('b')}`);
    expect(reverse[1]?.text(false, false)).toBe(`${NONE}${MAP}${AES}${segment('b')}`);
    expect(reverse[1]?.text(true, false)).toBe(`${MAP}${AES}${segment('b')}`);
    const rotated = blocks(`${AES}${MAP}${segment('a')}${OTHER}${segment('b')}`);
    expect(rotated[1]?.text(false, false)).toBe(`${OTHER}${segment('b')}`);
    expect(rotated[1]?.text(true, false)).toBe(`${AES}${MAP}${OTHER}${segment('b')}`);
  });

  it('H9 a KEYFORMAT that is no longer among the keys is ended', () => {
    const both = blocks(`${AES}${DRM}${segment('a')}${NONE}${DRM}${segment('b')}`);
    expect(both[1]?.text(false, false)).toBe(`${NONE}${DRM}${segment('b')}`);
  });

  it('H8 H9 from any segment on, map and keys are those of the source', () => {
    const tag = fc.constantFrom(AES, OTHER, DRM, NONE, MAP, MAP_2);
    const one = fc.record({ tags: fc.array(tag, { maxLength: 4 }), isNew: fc.boolean() });
    const stateOf = ({ uri, keys, map }: Segment) => ({
      uri,
      keys: keys.map(({ text }) => text).sort(),
      map: map && [map.uri, map.keys.filter(({ method }) => method === 'AES-128')[0]?.uri],
    });
    const parsed = (text: string) =>
      parseMediaPlaylist(`#EXTM3U\n#EXT-X-TARGETDURATION:4\n${text}`).playlist.segments;
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 6 }), (given) => {
        const source = given.map(
          ({ tags, isNew }, index) =>
            `${isNew ? '#EXT-X-DISCONTINUITY\n' : ''}${tags.join('')}${segment(String(index))}`,
        );
        const wanted = parsed(source.join('')).map(stateOf);
        const made = blocks(source.join(''));
        for (let head = 0; head < made.length; head++) {
          const lines = made.slice(head).map((block, index) => {
            const before = index === 0 ? undefined : made[head + index - 1];
            const full = before === undefined || given[head + index]?.isNew === true;
            const clearing = full && before ? block.clearingLineAfter(before) : '';
            return clearing + block.text(full, false);
          });
          expect(parsed(lines.join('')).map(stateOf)).toEqual(wanted.slice(head));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('a blank line is no tag', () => {
    const [block] = blocks('#EXT-X-VENDOR\n\n  \n#EXTINF:4,\n\r\na.ts\n');
    expect(block?.text(false, false)).toBe(
      '#EXT-X-VENDOR\n#EXTINF:4,\nhttps://o.example/live/v0/a.ts\n',
    );
  });

  it('H10 always prints the offset of a byte range', () => {
    const [, second] = blocks(
      '#EXT-X-BYTERANGE:100@50\n#EXTINF:4,\na.ts\n#EXT-X-BYTERANGE:30\n#EXTINF:4,\na.ts\n',
    );
    expect(second?.text(false, false)).toContain('#EXT-X-BYTERANGE:30@150\n');
  });

  it('H14 strips the markers of a replaced break, and always those of a later one', () => {
    const [first, second] = blocks(
      '#EXT-X-PROGRAM-DATE-TIME:2026-03-01T12:00:00Z\n' +
        '#EXT-X-DATERANGE:ID="1",START-DATE="2026-03-01T12:00:10Z",SCTE35-OUT=0xFC\n' +
        '#EXT-X-DATERANGE:ID="2",START-DATE="2026-03-01T12:00:00Z",X-COM="kept"\n#EXTINF:4,\na.ts\n' +
        '#EXT-X-CUE-OUT:30\n#EXTINF:4,\nb.ts\n',
    );
    expect(first?.text(false, false)).not.toContain('SCTE35-OUT');
    expect(first?.text(false, true)).toContain('X-COM="kept"');
    expect(second?.text(false, false)).toContain('#EXT-X-CUE-OUT:30');
    expect(second?.text(false, true)).not.toContain('CUE-OUT');
  });

  it('leaves out suppressed and low-latency tags', () => {
    const [first] = blocks(
      '#EXT-X-PROGRAM-DATE-TIME:2026-03-01T12:00:00Z\n#EXT-X-PART:DURATION=1,URI="p"\n#EXT-X-GAP\n#EXTINF:4,\na.ts\n',
      ['EXT-X-GAP', 'EXT-X-PROGRAM-DATE-TIME'],
    );
    expect(first?.text(true, false)).toBe('#EXTINF:4,\nhttps://o.example/live/v0/a.ts\n');
  });

  it('H15 gaps stay where they are', () => {
    const [block] = blocks('#EXT-X-GAP\n#EXTINF:4,\na.ts\n');
    expect(block?.text(true, true)).toBe(
      '#EXT-X-GAP\n#EXTINF:4,\nhttps://o.example/live/v0/a.ts\n',
    );
  });

  it('H29 a low-latency source becomes ordinary HLS: no parts, hints, reports', () => {
    const lines = [
      '#EXT-X-PART:DURATION=0.5,URI="a.0.m4s",INDEPENDENT=YES',
      '#EXT-X-PART:DURATION=0.5,URI="a.1.m4s"',
      '#EXTINF:1,',
      'a.m4s',
      '#EXT-X-PART:DURATION=0.5,URI="b.0.m4s"',
      '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="b.1.m4s"',
      '#EXT-X-RENDITION-REPORT:URI="../v1/p.m3u8",LAST-MSN=7,LAST-PART=1',
      '',
    ];
    const [block, ...others] = blocks(lines.join('\n'));
    expect(others).toEqual([]);
    expect(block?.text(true, false)).toBe('#EXTINF:1,\nhttps://o.example/live/v0/a.m4s\n');
  });

  it('passThroughCaidSegmentation keeps tags that name the content, also in replaced breaks', () => {
    const text = `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-OATCLS-SCTE35:id\n#EXT-X-CUE-OUT:4\n#EXTINF:4,\na.ts\n`;
    const window = extendWindow(undefined, parseMediaPlaylist(text).playlist, {
      renditionId: 'v0',
      baseUrl: 'https://o.example/p.m3u8',
      nowMs: 0,
      isPassedTag: ({ value }) => value === 'id',
    });
    expect(window.segments[0]?.block.text(false, true)).toBe(
      '#EXT-OATCLS-SCTE35:id\n#EXTINF:4,\nhttps://o.example/a.ts\n',
    );
  });

  it('contentLocationReplacement puts segments, keys and maps elsewhere, each form kept', () => {
    const [block] = blocks(
      '#EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x01\n#EXT-X-MAP:URI="i.mp4"\n#EXTINF:4,\na.m4s\n',
    );
    const location = { key: 'x', rewrite: (uri: string) => uri.replace('o.', 'cdn.') };
    const text = block?.text(true, false, location);
    expect(text?.match(/https:\/\/cdn\.example/g)).toHaveLength(3);
    expect(block?.text(true, false, location)).toBe(text);
    expect(block?.text(true, false)).not.toContain('cdn.');
  });
});
