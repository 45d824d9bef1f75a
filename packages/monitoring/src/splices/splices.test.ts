import type { MonitoringSegment } from '@interlude/contract';
import { describe, expect, it, test } from 'vitest';
import { plainEntry } from '../lanes/lane-reading.ts';
import { dashSegmentsAt } from './dash-splice-segments.ts';
import { findSplices, type Splice } from './find-splices.ts';
import { type HeardSide, type JudgedSplice, judgeSplice } from './judge-splice.ts';
import { ProgrammeLoudness } from './programme-loudness.ts';
import { hlsSegmentsAt } from './splice-segments.ts';

const startMs = Date.UTC(2026, 0, 1, 12);

function entry(number: number, uri: string, part: Partial<MonitoringSegment> = {}) {
  return {
    ...plainEntry,
    ...{ id: `s${number}`, kind: 'content' as const, start: startMs + number * 4_000 },
    ...{ duration: 4, loadTime: startMs, uri, number, manifestKey: '' },
    ...part,
  };
}

const ad = (number: number, index: number, name: string) =>
  entry(number, `ad/b1.${index}/v0/${number}.m4s`, { kind: 'ad', ad: name });

describe('splices of an output', () => {
  const lane = [
    entry(1, 'c1.m4s'),
    ad(2, 0, 'soap'),
    ad(3, 0, 'soap'),
    ad(4, 1, 'tea'),
    entry(5, 'c5.m4s'),
    entry(6, 'c6.m4s'),
  ];

  it('are where another placement or content begins', () => {
    const found = findSplices(lane).map(({ number, atMs, before, after, breakId }) => [
      ...[number, (atMs - startMs) / 4_000, `${before.kind} ${before.ad}`],
      ...[`${after.kind} ${after.ad}`, breakId],
    ]);
    expect(found).toEqual([
      [2, 2, 'content ', 'ad soap', 'b1'],
      [4, 4, 'ad soap', 'ad tea', 'b1'],
      [5, 5, 'ad tea', 'content ', 'b1'],
    ]);
  });

  it('wait until something is listed behind them, and keep their names', () => {
    expect(findSplices(lane.slice(0, 2))).toEqual([]);
    expect(findSplices(lane.slice(0, 3))).toEqual(findSplices(lane).slice(0, 1));
    const later = lane.slice(1).map((each) => ({ ...each, start: each.start + 1 }));
    const keys = findSplices(lane).map(({ key }) => key);
    expect(findSplices(later).map(({ key }) => key)).toEqual(keys.slice(1));
    expect(new Set(keys).size).toBe(3);
  });

  it('are none between segments of content, whatever else is listed', () => {
    const period = entry(2, '', { kind: 'period', periodId: 'p' });
    expect(findSplices([entry(1, 'a'), period, entry(3, 'b'), entry(4, 'c')])).toEqual([]);
  });
});

describe('the segments beside a splice', () => {
  const playlist = [
    ...['#EXTM3U', '#EXT-X-TARGETDURATION:4', '#EXT-X-MEDIA-SEQUENCE:6'],
    ...['#EXT-X-MAP:URI="init.mp4",BYTERANGE="600@0"', '#EXTINF:4,', 'c6.m4s'],
    ...['#EXT-X-KEY:METHOD=AES-128,URI="k"', '#EXTINF:4,', '#EXT-X-BYTERANGE:100@50', 'c7.m4s'],
    ...['#EXT-X-DISCONTINUITY', '#EXT-X-KEY:METHOD=NONE', '#EXT-X-MAP:URI="ad/b.0/i.mp4"'],
    ...['#EXTINF:2.5,', 'ad/b.0/1.m4s', '#EXT-X-PART:DURATION=1,URI="part.m4s"', ''],
  ].join('\n');

  it('have their initialization, ranges and encryption', () => {
    expect(hlsSegmentsAt(playlist, 'https://s.test/hls/v0.m3u8', 8)).toEqual({
      before: {
        ...{ address: 'https://s.test/hls/c7.m4s', byteRange: { length: 100, offset: 50 } },
        initialization: {
          ...{ address: 'https://s.test/hls/init.mp4', byteRange: { length: 600, offset: 0 } },
        },
        ...{ durationSeconds: 4, isEncrypted: true, clockSeconds: 0 },
      },
      after: {
        ...{ address: 'https://s.test/hls/ad/b.0/1.m4s', byteRange: undefined },
        initialization: { address: 'https://s.test/hls/ad/b.0/i.mp4', byteRange: undefined },
        ...{ durationSeconds: 2.5, isEncrypted: false, clockSeconds: 0 },
      },
    });
  });

  it('of low latency wait for the whole segment: parts are none', () => {
    expect(hlsSegmentsAt(playlist, 'https://s.test/v0.m3u8', 9)).toMatchObject({
      before: { address: 'https://s.test/ad/b.0/1.m4s' },
      after: undefined,
    });
  });

  const set = (kind: string, of: string, inner: string) =>
    `<AdaptationSet contentType="${kind}" mimeType="${kind}/mp4">${inner}${of}</AdaptationSet>`;
  const template = (name: string, t: number, count: number, offset = 0) =>
    `<SegmentTemplate timescale="1000" presentationTimeOffset="${offset}" initialization="${name}-$RepresentationID$.mp4" media="${name}-$Time$.m4s"><SegmentTimeline><S t="${t}" d="2000" r="${count - 1}"/></SegmentTimeline></SegmentTemplate>`;
  const representations =
    '<Representation id="v0" bandwidth="900000" width="960" height="540"/><Representation id="v1" bandwidth="200000" width="416" height="234"/>';
  const mpd = `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="dynamic" availabilityStartTime="2026-01-01T12:00:00Z">
    <Period id="c" start="PT0S">${set('video', representations, `<ContentProtection schemeIdUri="urn:mpeg:dash:mp4protection:2011"/>${template('c', 0, 5)}`)}</Period>
    <Period id="a" start="PT10S">${set('video', representations, template('v', 500, 3, 500))}${set('audio', '<Representation id="a0" bandwidth="96000"/>', template('s', 70_000, 3, 70_000))}</Period></MPD>`;

  it('of DASH are those of the Periods, of the smallest video, each track on a clock of its own', () => {
    const { rendition, video, audio } = dashSegmentsAt(
      mpd,
      'https://s.test/d/x.mpd',
      startMs + 10_000,
    );
    expect(rendition).toBe('video 416x234');
    expect(video).toMatchObject({
      before: { address: 'https://s.test/d/c-8000.m4s', isEncrypted: true },
      after: {
        address: 'https://s.test/d/v-500.m4s',
        initialization: { address: 'https://s.test/d/v-v1.mp4' },
        ...{ isEncrypted: false, clockSeconds: 0.5 },
      },
    });
    expect(audio).toMatchObject({
      before: undefined,
      after: { address: 'https://s.test/d/s-70000.m4s', clockSeconds: 70 },
    });
  });

  it('SEC-S126 an MPD of segments of a tick, and no MPD, list nothing', () => {
    const ticks = mpd.replace('t="0" d="2000" r="4"', 't="0" d="1" r="9999"');
    const { video } = dashSegmentsAt(ticks, 'https://s.test/d/x.mpd', startMs + 10_000);
    expect(video?.before).toBeUndefined();
    expect(dashSegmentsAt('no', 'https://s.test/', startMs)).toMatchObject({ video: undefined });
    expect(dashSegmentsAt(mpd, 'https://s.test/', startMs + 60_000).video).toBeUndefined();
  });
});

const splice: Splice = {
  ...{ id: 'x', key: '5 b1.0', atMs: startMs, breakId: 'b1', number: 5 },
  before: { kind: 'content', ad: '' },
  after: { kind: 'ad', ad: 'soap' },
};
const usual: HeardSide = {
  picture: { seconds: 2, blackSeconds: 0.2, frozenSeconds: 0.3, startSeconds: 10 },
  sound: {
    ...{ seconds: 2, silentSeconds: 0.2, silentAtStart: 0.2, silentAtEnd: 0 },
    ...{ loudness: -22, startSeconds: 10.02 },
  },
};
const side = (heard: HeardSide | undefined, fault = '') => ({ heard, fault, host: 'o.test' });

function rulesOf(part: Partial<JudgedSplice> = {}): string[] {
  const judged = judgeSplice({
    ...{ splice, rendition: 'video', before: side(usual), after: side(usual) },
    ...{ programmeLoudness: -23, ...part },
  });
  return judged.flatMap(({ view, found }) =>
    found.map(({ rule, owner, detail }) => `${view}: ${rule} ${owner} ${detail}`),
  );
}

const seen = (picture: Partial<NonNullable<HeardSide['picture']>>): HeardSide => ({
  ...usual,
  picture: { ...{ seconds: 2, blackSeconds: 0, frozenSeconds: 0, startSeconds: 10 }, ...picture },
});
const heard = (sound: Partial<NonNullable<HeardSide['sound']>>): HeardSide => ({
  ...usual,
  sound: {
    ...{ seconds: 2, silentSeconds: 0, silentAtStart: 0, silentAtEnd: 0 },
    ...{ loudness: -23, startSeconds: 10 },
    ...sound,
  },
});

describe('a splice', () => {
  it('that is healthy gives a look at each side, and no finding', () => {
    const judged = judgeSplice({
      ...{ splice, rendition: 'video', before: side(usual), after: side(usual) },
      programmeLoudness: -23,
    });
    expect(judged).toEqual([
      { side: 'before', view: 'splice the programme', found: [] },
      { side: 'after', view: 'splice ad soap', found: [] },
    ]);
  });

  it.each([
    [
      'black',
      seen({ blackSeconds: 1.9, frozenSeconds: 1.9 }),
      'T17 creative the picture of ad soap is black for 1.9 s',
    ],
    [
      'frozen',
      seen({ frozenSeconds: 1.9 }),
      'T18 creative the picture of ad soap stands still for 1.9 s',
    ],
    [
      'silent',
      heard({ silentSeconds: 0.6 }),
      'T19 creative the sound of ad soap is silent for 0.6 s',
    ],
    [
      'late',
      heard({ startSeconds: 10.1 }),
      'T20 creative the sound of ad soap begins 100 ms after its picture',
    ],
    [
      'early',
      heard({ startSeconds: 9.9 }),
      'T20 creative the sound of ad soap begins 100 ms before its picture',
    ],
    [
      'loud',
      heard({ loudness: -12 }),
      'T21 creative ad soap has -12.0 LUFS, 11.0 LU more than the programme',
    ],
  ])('into an ad that is %s says so, and who can mend it', (_name, after, detail) => {
    expect(rulesOf({ after: side(after) })).toEqual([`splice ad soap: ${detail}`]);
  });

  it('that cannot be decoded says so; one that was not looked at says nothing', () => {
    expect(rulesOf({ after: side(undefined, 'it is text') })).toEqual([
      'splice ad soap: T22 creative ad soap cannot be decoded: it is text',
    ]);
    expect(rulesOf({ before: side(undefined), after: side(undefined) })).toEqual([]);
  });

  it('adds up the silence over it, as that of the side that has more', () => {
    const before = side(heard({ silentAtEnd: 0.2, silentSeconds: 0.2 }));
    const after = side(heard({ silentAtStart: 0.4, silentSeconds: 0.4 }));
    expect(rulesOf({ before, after })).toEqual([
      'splice ad soap: T19 creative the sound of ad soap is silent for 0.6 s',
    ]);
  });

  it('out of a programme that is black is the source’s', () => {
    const black = side(seen({ blackSeconds: 2, frozenSeconds: 2 }));
    expect(rulesOf({ before: black })).toEqual([
      'splice the programme: T17 source the picture of the programme is black for 2.0 s',
    ]);
  });

  it('lets an ad end with a still, slate be still and silent, and content begin apart', () => {
    const still = side(seen({ frozenSeconds: 2 }));
    const apart = side(heard({ startSeconds: 10.4 }));
    const out: Splice = { ...splice, before: splice.after, after: splice.before };
    expect(rulesOf({ splice: out, before: still, after: apart })).toEqual([]);
    const slate: Splice = { ...splice, after: { kind: 'slate', ad: 'slate' } };
    const quiet = side({ ...seen({ blackSeconds: 2 }), sound: heard({ silentSeconds: 2 }).sound });
    expect(rulesOf({ splice: slate, after: quiet })).toEqual([]);
  });

  it('without a known programme compares no loudness', () => {
    expect(rulesOf({ after: side(heard({ loudness: -8 })), programmeLoudness: null })).toEqual([]);
  });
});

test('the programme is known after three readings, and its loud seconds count most', () => {
  const programme = new ProgrammeLoudness();
  programme.add(-23);
  programme.add(null);
  programme.add(-33);
  expect(programme.value).toBeNull();
  programme.add(-23);
  expect(programme.value).toBeCloseTo(-24.55, 1);
});
