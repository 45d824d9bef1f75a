import { parseMpd, segmentsOf } from '@interlude/dash';
import { describe, expect, it } from 'vitest';
import { mpdContent } from './mpd-content.ts';
import { placeVodBreaks } from './place-vod-breaks.ts';
import { stitchVodMpd } from './stitch-vod-mpd.ts';
import { testCreative, testPod } from './vod-creative.suite.ts';
import { planVod } from './vod-plan.ts';

const timelines = `<?xml version="1.0"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT24S" minBufferTime="PT2S">
  <Period id="asset" start="PT0S">
    <EventStream schemeIdUri="urn:x" timescale="1"><Event presentationTime="3" id="1"/><Event presentationTime="15" id="2"/></EventStream>
    <AdaptationSet id="1" contentType="video" mimeType="video/mp4">
      <SegmentTemplate timescale="1000" presentationTimeOffset="500" startNumber="1" initialization="$RepresentationID$/i.mp4" media="$RepresentationID$/$Number$.m4s"><SegmentTimeline><S t="500" d="6000" r="3"/></SegmentTimeline></SegmentTemplate>
      <Representation id="v0" bandwidth="1000000" codecs="avc1.64001f"/>
    </AdaptationSet>
    <AdaptationSet id="2" contentType="audio" mimeType="audio/mp4" lang="en">
      <SegmentTemplate timescale="48000" duration="240000" startNumber="7" initialization="a/i.mp4" media="a/$Number$.m4s"/>
      <Representation id="a0" bandwidth="96000" codecs="mp4a.40.2"/>
    </AdaptationSet>
  </Period>
</MPD>
`;

function read(text: string) {
  const { mpd, warnings } = parseMpd(text);
  if (mpd === undefined) throw new Error(JSON.stringify(warnings));
  return mpd;
}

function stitched(
  atMs: readonly number[],
  replay = 0,
  includeDashEvents = false,
  text = timelines,
  basesInPeriods = false,
) {
  const mpd = read(text);
  const content = mpdContent(mpd);
  if (content === undefined) throw new Error('no duration');
  const cues = atMs.map((at, index) => ({
    id: `c${index}`,
    position: at === 0 ? ('pre' as const) : at >= 24_000 ? ('post' as const) : ('mid' as const),
    atMs: at,
    spanMs: 0,
  }));
  const settings = { replaceInsteadOfInsert: false, numberOfSegmentsToReplayAfterMidroll: replay };
  const pods = new Map(
    cues.map(({ id }) => [
      id,
      testPod([testCreative('x', 8, ['v0', 'a0']), testCreative('y', 4, ['v0', 'a0'])]),
    ]),
  );
  const plan = planVod(placeVodBreaks(cues, content, settings), pods, content.durationMs);
  return stitchVodMpd({
    mpd,
    baseUrl: 'https://origin.example/asset/manifest.mpd?t=1',
    plan,
    adBaseUrl: (breakId, index) => `/dash/ch/sid/ad/${breakId}.${index}/`,
    includeDashEvents,
    includeMediaTracks: { iFrames: false, subtitles: true, closedCaptions: true },
    basesInPeriods,
  });
}

const mediaOf = (text: string) =>
  read(text).periods.map((period) => [
    period.id,
    period.startMs,
    period.durationMs,
    ...period.adaptationSets.map((set) => {
      const [first] = set.representations;
      return first === undefined ? [] : [...segmentsOf(first, period)].map(({ number }) => number);
    }),
  ]);

describe('stitchVodMpd', () => {
  it('D3 D6 D7 D20 cuts content at the video and goes on with the numbers of the origin', () => {
    const text = stitched([0, 12_000, 24_000]);
    expect(mediaOf(text)).toEqual([
      ['c0-0', 0, 8000, [0, 1], [0, 1]],
      ['c0-1', 8000, 4000, [0], [0]],
      ['asset', 12_000, 12_000, [1, 2], [7, 8, 9]],
      ['c1-0', 24_000, 8000, [0, 1], [0, 1]],
      ['c1-1', 32_000, 4000, [0], [0]],
      ['asset-r1', 36_000, 12_000, [3, 4], [9, 10, 11]],
      ['c2-0', 48_000, 8000, [0, 1], [0, 1]],
      ['c2-1', 56_000, 4000, [0], [0]],
    ]);
    expect(read(text).mediaPresentationDurationMs).toBe(60_000);
    expect(read(text).periods[5]?.adaptationSets[0]?.representations[0]?.addressing).toMatchObject({
      presentationTimeOffset: 12_500,
      initialization: '$RepresentationID$/i.mp4',
    });
  });

  it('D3 replays segments with an earlier offset', () => {
    const media = mediaOf(stitched([12_000], 1));
    expect(media.at(-1)).toEqual(['asset-r1', 24_000, 18_000, [2, 3, 4], [8, 9, 10, 11]]);
  });

  it('D9 D10 says that parts belong together, with one absolute base', () => {
    const mpd = read(stitched([12_000]));
    expect(mpd.baseUrls.map(({ url }) => url)).toEqual(['https://origin.example/asset/']);
    const last = mpd.periods.at(-1);
    expect(last?.adaptationSets[0]?.supplementalProperties).toMatchObject([
      { schemeIdUri: 'urn:mpeg:dash:period-connectivity:2015', value: 'asset' },
    ]);
    expect(mpd.periods[1]?.adaptationSets[1]?.lang).toBe('en');
  });

  it.each([
    ['the MPD has none', '', '', ['https://origin.example/asset/']],
    ['the MPD has one', '<BaseURL>x/</BaseURL>', '', ['https://origin.example/asset/x/']],
    [
      'both have some',
      '<BaseURL serviceLocation="a">https://a.example/</BaseURL><BaseURL>https://b.example/</BaseURL>',
      '<BaseURL>y/</BaseURL>',
      ['a https://a.example/y/', 'https://b.example/y/'],
    ],
    [
      'that of the Period is absolute',
      '<BaseURL>https://a.example/</BaseURL><BaseURL>https://b.example/</BaseURL>',
      '<BaseURL>https://c.example/</BaseURL>',
      ['https://c.example/'],
    ],
  ])(
    'D10 with bases at the Periods, ads have none above them: %s',
    (_name, ofMpd, ofPeriod, expected) => {
      const text = timelines
        .replace('  <Period', `${ofMpd}  <Period`)
        .replace('PT0S">', `PT0S">${ofPeriod}`);
      const mpd = read(stitched([12_000], 0, false, text, true));
      expect(mpd.baseUrls).toEqual([]);
      expect(mpd.periods.flatMap(({ eventStreams }) => eventStreams)).toEqual([]);
      const ads = ['c0-0', 'c0-1'].map((id) => [id, []]);
      const basesOf = ({ baseUrls }: (typeof mpd.periods)[number]) =>
        baseUrls.map(({ url, serviceLocation = '' }) => `${serviceLocation} ${url}`.trim());
      expect(mpd.periods.map((period) => [period.id, basesOf(period)])).toEqual([
        ['asset', expected],
        ...ads,
        ['asset-r1', expected],
      ]);
    },
  );

  it('includeDashEvents keeps the events of each part at their time, else none', () => {
    expect(stitched([12_000])).not.toContain('<EventStream');
    const mpd = read(stitched([12_000], 0, true));
    const streams = mpd.periods.flatMap(({ eventStreams }) => eventStreams);
    expect(
      streams.map(({ presentationTimeOffset, events }) => [
        presentationTimeOffset,
        events.map(({ id }) => id),
      ]),
    ).toEqual([
      [0, ['1']],
      [12, ['2']],
    ]);
  });

  it('D8 clips single files by offset and duration, where nobody knows their segments', () => {
    const files = timelines
      .replace(
        /<SegmentTemplate[^>]*><SegmentTimeline>.*<\/SegmentTemplate>/,
        '<SegmentBase timescale="1000" indexRange="100-200"><Initialization range="0-99"/></SegmentBase>',
      )
      .replace(/<SegmentTemplate[^>]*\/>/, '<SegmentBase timescale="48000" indexRange="9-90"/>');
    const mpd = read(stitched([10_500], 2, false, files));
    expect(mpd.periods.map(({ startMs, durationMs }) => [startMs, durationMs])).toEqual([
      [0, 10_500],
      [10_500, 8000],
      [18_500, 4000],
      [22_500, 13_500],
    ]);
    expect(mpd.periods.at(-1)?.adaptationSets[0]?.representations[0]?.addressing).toMatchObject({
      kind: 'base',
      presentationTimeOffset: 10_500,
      indexRange: '100-200',
      initializationRange: '0-99',
    });
  });

  it('D10 leaves the same text for the same plan, and a plan without breaks all its media', () => {
    expect(stitched([12_000])).toBe(stitched([12_000]));
    expect(mediaOf(stitched([]))).toEqual([['asset', 0, 24_000, [1, 2, 3, 4], [7, 8, 9, 10, 11]]]);
  });
});
