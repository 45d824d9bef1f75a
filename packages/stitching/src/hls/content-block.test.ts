import { parseMediaPlaylist } from '@interlude/hls';
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
});
