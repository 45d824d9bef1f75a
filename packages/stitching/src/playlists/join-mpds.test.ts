import { type Mpd, parseMpd, segmentsOf } from '@interlude/dash';
import { describe, expect, test } from 'vitest';
import { joinMpds } from './join-mpds.ts';

function mpdOf(period: string, attributes = '', head = ''): Mpd {
  const { mpd } = parseMpd(
    `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" ${attributes} type="static" mediaPresentationDuration="PT12S" minBufferTime="PT1S">${head}${period}</MPD>`,
  );
  if (!mpd) throw new Error('no MPD');
  return mpd;
}

const set = (inner = '') =>
  `<AdaptationSet id="1" contentType="video" mimeType="video/mp4">${inner}<SegmentTemplate timescale="1000" startNumber="1" initialization="init.mp4" media="$Number$.m4s"><SegmentTimeline><S t="0" d="4000" r="2"/></SegmentTimeline></SegmentTemplate><Representation id="v" bandwidth="1000000" codecs="avc1.64001f" width="640" height="360"/></AdaptationSet>`;

const part = (mpd: Mpd, name: string, startMs: number, playedMs: number) => ({
  ...{ mpd, startMs, playedMs },
  baseUrl: `https://cdn.example/${name}/manifest.mpd`,
});

const spans = (mpd: Mpd | undefined) =>
  mpd?.periods.map(({ id, startMs, durationMs }) => [id, startMs, durationMs]);

describe('items of a playlist as one MPD', () => {
  test('PLY-012 D20 periods in a row, cut, with ids and addresses of their own', () => {
    const plain = mpdOf(`<Period id="p">${set()}</Period>`);
    const based = mpdOf(
      `<Period id="p"><BaseURL>inner/</BaseURL>${set()}</Period>`,
      '',
      '<BaseURL>media/</BaseURL>',
    );
    const joined = joinMpds([
      part(plain, 'one', 0, 8_000),
      part(based, 'two', 8_000, 12_000),
      part(plain, 'one', 20_000, 4_000),
    ]);
    expect(spans(joined)).toEqual([
      ['1-p', 0, 8_000],
      ['2-p', 8_000, 12_000],
      ['3-p', 20_000, 4_000],
    ]);
    expect(joined?.mediaPresentationDurationMs).toBe(24_000);
    expect(joined?.periods.map(({ baseUrls }) => baseUrls.map(({ url }) => url))).toEqual([
      ['https://cdn.example/one/'],
      ['https://cdn.example/two/media/inner/'],
      ['https://cdn.example/one/'],
    ]);
    const counts = joined?.periods.map((period) => {
      const [representation] = period.adaptationSets[0]?.representations ?? [];
      return representation && [...segmentsOf(representation, period, {})].length;
    });
    expect(counts).toEqual([2, 3, 1]);
  });

  test('prefixes that an item declares go with its periods', () => {
    const cenc = 'urn:mpeg:cenc:2013';
    const protection = `<ContentProtection schemeIdUri="urn:mpeg:dash:mp4protection:2011" value="cenc" cenc:default_KID="x"/>`;
    const joined = joinMpds([
      part(mpdOf(`<Period>${set()}</Period>`), 'one', 0, 12_000),
      part(
        mpdOf(`<Period>${set(protection)}</Period>`, `xmlns:cenc="${cenc}"`),
        'two',
        12_000,
        12_000,
      ),
    ]);
    expect(joined?.periods[1]?.element.attribute('xmlns:cenc')).toBe(cenc);
  });

  test('nothing is no MPD', () => {
    expect(joinMpds([])).toBeUndefined();
  });
});
