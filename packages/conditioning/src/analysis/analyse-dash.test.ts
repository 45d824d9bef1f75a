import { encodingProfile } from '@interlude/contract';
import { parseMpd } from '@interlude/dash';
import { describe, expect, it } from 'vitest';
import { analyseDash } from './analyse-dash.ts';

const ownProfile = encodingProfile.parse(undefined);
const number = '<SegmentTemplate timescale="25" duration="100" media="$Number$.m4s"/>';
const timeline = (d: number) =>
  `<SegmentTemplate timescale="25" media="$Time$.m4s"><SegmentTimeline><S t="0" d="${d}" r="9"/></SegmentTimeline></SegmentTemplate>`;
const list =
  '<SegmentList timescale="25" duration="100"><SegmentURL media="1"/><SegmentURL media="2"/></SegmentList>';
const base = '<BaseURL>v.mp4</BaseURL><SegmentBase indexRange="0-99"/>';
const declared =
  'width="1280" height="720" codecs="avc1.64001f" frameRate="25" bandwidth="3000000"';
const representation = (attributes = declared, inside = number, id = 'v') =>
  `<Representation id="${id}" ${attributes}>${inside}</Representation>`;
const video = (...pictures: readonly string[]) =>
  `<AdaptationSet contentType="video" mimeType="video/mp4">${pictures.join('')}</AdaptationSet>`;
const period = (inside: string, attributes = 'id="p" start="PT0S"') =>
  `<Period ${attributes}>${inside}</Period>`;
const live = 'type="dynamic" availabilityStartTime="2026-01-01T00:00:00Z"';
const clock = '<UTCTiming schemeIdUri="urn:mpeg:dash:utc:http-iso:2014" value="/t"/>';

function analyse(inside: string, attributes = 'type="static" mediaPresentationDuration="PT40S"') {
  const { mpd, warnings } = parseMpd(`<MPD ${attributes}>${inside}</MPD>`);
  if (mpd === undefined) throw new Error('no MPD');
  return analyseDash({ mpd, warnings }, { ownProfile });
}
const codesOf = ({ warnings }: ReturnType<typeof analyse>) => warnings.map(({ code }) => code);

describe('a DASH source', () => {
  it.each([
    ['numbers', number, 4],
    ['a timeline', timeline(96), 3.84],
    ['a list', list, 4],
    ['one file', base, 4],
  ])('API-050 VoD addressed by %s', (_name, addressing, segmentSeconds) => {
    expect(analyse(period(video(representation(declared, addressing))))).toMatchObject({
      ...{ type: 'dash-vod', isLive: false, isMultiPeriod: false, windowSeconds: 40 },
      ...{ segmentSeconds, setScanningFrequency: false, minimumSourceUpdatePeriod: null },
      profile: { manifestType: 'dash', muxingType: 'cmaf', pictures: [{ width: 1280 }] },
      warnings: [],
    });
  });

  it.each([
    ['as it says', 'minimumUpdatePeriod="PT2.5S"', false, 2.5],
    ['0', 'minimumUpdatePeriod="PT0S"', true, 4],
    ['not declared', '', true, 4],
  ])('API-050 the update period is %s', (_name, attribute, setScanningFrequency, expected) => {
    const attributes = `${live} timeShiftBufferDepth="PT60S" ${attribute}`;
    const found = analyse(period(video(representation())) + clock, attributes);
    expect(found).toMatchObject({
      ...{ type: 'dash-live', isLive: true, windowSeconds: 60, setScanningFrequency },
      minimumSourceUpdatePeriod: expected,
    });
  });

  it('API-050 several periods, encryption, low latency, captions and thumbnails', () => {
    const drm = '<ContentProtection schemeIdUri="urn:mpeg:dash:mp4protection:2011"/>';
    const captions = '<Accessibility schemeIdUri="urn:scte:dash:cc:cea-608:2015" value="CC1=eng"/>';
    const text =
      '<AdaptationSet contentType="text" lang="de" mimeType="text/vtt"><Representation id="t" bandwidth="1"><BaseURL>t.vtt</BaseURL></Representation></AdaptationSet>';
    const partial =
      '<SegmentTemplate timescale="25" duration="100" availabilityTimeOffset="3.5" media="$Number$.m4s"/>';
    const first = period(
      `<AdaptationSet contentType="video">${drm}${captions}${representation(declared, partial)}</AdaptationSet>${text}`,
      'id="1" start="PT0S" duration="PT20S"',
    );
    const found = analyse(first + period(video(representation()), 'id="2"'));
    expect(found).toMatchObject({ isMultiPeriod: true, isEncrypted: true, isLowLatency: true });
    expect(found.includeMediaTracks).toEqual({
      ...{ iFrames: false, subtitles: true, closedCaptions: true },
    });
    expect(found.tracks.map(({ kind, label }) => `${kind} ${label}`)).toEqual([
      'video 1280x720 25 fps',
      'closed-captions CC1=eng',
      'subtitles de',
    ]);
  });

  it('API-050 markers by scheme', () => {
    const events =
      '<EventStream schemeIdUri="urn:scte:scte35:2014:xml+bin"><Event/><Event/></EventStream><EventStream schemeIdUri="urn:other"><Event/></EventStream>';
    expect(analyse(period(events + video(representation()))).markers).toEqual([
      { name: 'urn:scte:scte35:2014:xml+bin', count: 2 },
    ]);
  });
});

describe('warnings of a DASH source', () => {
  const size = { width: 1280, height: 720 };

  it.each([
    ['FRAME_RATE_UNKNOWN', [representation(declared.replace('frameRate="25"', ''))], size],
    ['SIZE_REPEATED', [representation(), representation(declared, number, 'w')], size],
    ['SIZE_ODD', [representation(declared.replace('1280', '1281'))], { width: 1281, height: 720 }],
    ['SEGMENTS_DIFFER', [representation(), representation(declared, timeline(50), 'w')], size],
  ])('CHE-033 %s with its size', (code, pictures, expected) => {
    const found = analyse(period(video(...pictures))).warnings.filter((one) => one.code === code);
    expect(found).toMatchObject([{ code, ...expected }]);
  });

  it('CHE-033 what a live source lacks', () => {
    expect(codesOf(analyse(period(video(representation())), 'type="dynamic"'))).toEqual([
      ...['AVAILABILITY_START_MISSING', 'UPDATE_PERIOD_MISSING', 'UTC_TIMING_MISSING'],
    ]);
  });

  it('CHE-033 markers in the media, segments too long, periods that differ', () => {
    const inBand = '<InbandEventStream schemeIdUri="urn:scte:scte35:2013:bin"/>';
    const marked = `<AdaptationSet contentType="video">${inBand}${representation()}</AdaptationSet>`;
    expect(codesOf(analyse(period(marked)))).toEqual(['MARKERS_IN_BAND']);
    const short = 'type="static" mediaPresentationDuration="PT40S" maxSegmentDuration="PT2S"';
    expect(codesOf(analyse(period(video(representation())), short))).toEqual([
      'MAX_SEGMENT_DURATION_TOO_SHORT',
    ]);
    const other = period(
      video(representation(declared.replaceAll('1280', '640'))),
      'id="2" start="PT30S"',
    );
    expect(codesOf(analyse(period(video(representation())) + other))).toEqual(['PERIODS_DIFFER']);
  });
});
