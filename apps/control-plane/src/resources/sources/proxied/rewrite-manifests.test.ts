import { describe, expect, it } from 'vitest';
import { rewriteMpd, rewritePlaylist } from './rewrite-manifests.ts';

const address = (url: string) => `/p?${url}`;
const base = 'https://o.example/live/m.m3u8';

describe('addresses of a playlist', () => {
  it.each([
    ['seg.ts', '/p?https://o.example/live/seg.ts'],
    ['../a.ts?t=1\r', '/p?https://o.example/a.ts?t=1'],
    ['https://cdn.example/x.m4s', '/p?https://cdn.example/x.m4s'],
    [
      '#EXT-X-MAP:URI="i.mp4",BYTERANGE="8@0"',
      '#EXT-X-MAP:URI="/p?https://o.example/live/i.mp4",BYTERANGE="8@0"',
    ],
    [
      '#EXT-X-MEDIA:TYPE=AUDIO,URI="/a,b.m3u8"',
      '#EXT-X-MEDIA:TYPE=AUDIO,URI="/p?https://o.example/a,b.m3u8"',
    ],
    [
      '#EXT-X-PART:DURATION=1, URI="p.m4s"',
      '#EXT-X-PART:DURATION=1, URI="/p?https://o.example/live/p.m4s"',
    ],
    [
      '#EXT-X-DATERANGE:ID="i",X-ASSET-URI="ad.m3u8"',
      '#EXT-X-DATERANGE:ID="i",X-ASSET-URI="/p?https://o.example/live/ad.m3u8"',
    ],
    ['#EXTINF:4,title', '#EXTINF:4,title'],
    ['{$host}/seg.ts', '{$host}/seg.ts'],
    ['', ''],
  ])('API-048 %s', (line, expected) => {
    expect(rewritePlaylist(line, base, address)).toBe(expected);
  });
});

describe('addresses of an MPD', () => {
  const rewrite = (text: string) => rewriteMpd(text, 'https://o.example/live/m.mpd', address);

  it.each([
    [
      '<BaseURL>https://cdn.example/a/?x=1&amp;y=2</BaseURL>',
      '<BaseURL>/p?https://cdn.example/a/?x=1&amp;y=2</BaseURL>',
    ],
    ['<BaseURL>/a/</BaseURL>', '<BaseURL>/p?https://o.example/a/</BaseURL>'],
    ['<BaseURL>a/</BaseURL>', '<BaseURL>a/</BaseURL>'],
    ['<Location> //n.example/m.mpd </Location>', '<Location>/p?https://n.example/m.mpd</Location>'],
    [
      '<SegmentTemplate media="https://c.example/$RepresentationID$/$Number%05d$.m4s" initialization="i-$RepresentationID$.mp4"/>',
      '<SegmentTemplate media="/p?https://c.example/$RepresentationID$/$Number%05d$.m4s" initialization="i-$RepresentationID$.mp4"/>',
    ],
    [
      '<SegmentURL media=\'/s.m4s\' mediaRange="0-8"/>',
      '<SegmentURL media=\'/p?https://o.example/s.m4s\' mediaRange="0-8"/>',
    ],
    [
      '<UTCTiming schemeIdUri="urn:mpeg:dash:utc:http-iso:2014" value="https://t.example/now"/>',
      '<UTCTiming schemeIdUri="urn:mpeg:dash:utc:http-iso:2014" value="/p?https://t.example/now"/>',
    ],
    ['<Period id="p" start="PT0S"/>', '<Period id="p" start="PT0S"/>'],
  ])('API-048 %s', (text, expected) => {
    expect(rewrite(text)).toBe(expected);
  });

  it('SEC-S12 a hostile manifest costs no more than its length', () => {
    const many = 100_000;
    const startedMs = performance.now();
    for (const piece of ['<BaseURL', '<UTCTiming ', ' media="', '<Location>/', ',URI="', '<a:']) {
      rewrite(piece.repeat(many));
      rewritePlaylist(`#${piece.repeat(many)}`, base, address);
    }
    expect(performance.now() - startedMs).toBeLessThan(15_000);
  });
});
