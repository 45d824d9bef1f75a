import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseMpd, printTicks, segmentsOf } from './index.ts';

const vectors = join(import.meta.dirname, '../../../test-vectors/dash');
const vector = (name: string) => parsed(readFileSync(join(vectors, name), 'utf8'));

function parsed(text: string) {
  const { mpd, warnings } = parseMpd(text);
  if (mpd === undefined) throw new Error(warnings[0]?.detail);
  return { mpd, warnings };
}

/** A dynamic MPD with the given periods. */
const live = (periods: string) =>
  parsed(`<MPD type="dynamic" availabilityStartTime="2026-03-01T00:00:00Z">${periods}</MPD>`).mpd;

const timeline = (s: string, attributes = '') =>
  `<AdaptationSet mimeType="video/mp4"><SegmentTemplate timescale="10" media="$Time$" ${attributes}><SegmentTimeline>${s}</SegmentTimeline></SegmentTemplate><Representation id="v" bandwidth="1"/></AdaptationSet>`;

function runs(periods: string) {
  const addressing = live(periods).periods[0]?.adaptationSets[0]?.representations[0]?.addressing;
  return addressing?.kind === 'timeline' ? addressing.runs : undefined;
}

describe('a live MPD', () => {
  const { mpd, warnings } = vector('live-timeline.mpd');
  const [period] = mpd.periods;

  it('has its times in milliseconds', () => {
    expect(warnings).toEqual([]);
    expect(mpd).toMatchObject({
      type: 'dynamic',
      id: 'live',
      availabilityStartTimeMs: Date.parse('2026-03-01T00:00:00Z'),
      publishTimeMs: Date.parse('2026-03-01T12:00:20Z'),
      minimumUpdatePeriodMs: 3840,
      timeShiftBufferDepthMs: 60_000,
      suggestedPresentationDelayMs: 12_000,
      minBufferTimeMs: 4000,
      maxSegmentDurationMs: 3840,
    });
    expect(mpd.baseUrls.map((base) => base.url)).toEqual(['media/']);
    expect(mpd.utcTimings.map((timing) => timing.value)).toEqual(['https://time.example/?a=1&b=2']);
  });

  it('lists segments on the presentation timeline', () => {
    const [video] = period?.adaptationSets ?? [];
    const [first] = video?.representations ?? [];
    if (period === undefined || first === undefined) throw new Error('no representation');
    const segments = [...segmentsOf(first, period)];
    expect(segments).toHaveLength(8);
    expect(segments[0]).toEqual({
      number: 1,
      t: 552_960_000,
      d: 49_152,
      startMs: 43_200_000,
      durationMs: 3840,
      media: 'v0/552960000.m4s',
    });
    const later = [...segmentsOf(first, period, { fromMs: 43_203_840, untilMs: 43_211_520 })];
    expect(later.map((segment) => segment.startMs)).toEqual([43_203_840, 43_207_680]);
  });
});

describe('an MPD of oddities', () => {
  const { mpd } = vector('vod-oddities.mpd');
  const [first, second] = mpd.periods;

  it('is read under any prefix, quotes and CDATA', () => {
    expect(mpd.baseUrls[0]?.url).toBe('https://cdn.example/a?x=1&y=2');
    expect(mpd.element.attribute('undeclared:hint')).toBe('a > b');
    expect(first?.adaptationSets[0]?.lang).toBe('pt-BR');
    expect([second?.startMs, second?.durationMs]).toEqual([30_000, 60_500]);
  });

  it('keeps ticks beyond 2^53 exact', () => {
    const [representation] = first?.adaptationSets[0]?.representations ?? [];
    if (first === undefined || representation === undefined) throw new Error('no period');
    const { addressing } = representation;
    if (addressing.kind !== 'timeline') throw new Error('no timeline');
    const segments = [...segmentsOf(representation, first)];
    expect(segments).toHaveLength(8);
    expect(segments[1]?.media).toBe('é/16409952040000001_00002.m4s');
    expect(printTicks(segments[0]?.t ?? 0, addressing.timeOrigin)).toBe('16409952000000001');
    expect(segments[0]?.startMs).toBeCloseTo(0.0001, 6);
  });

  it('reads lists, bases and number templates', () => {
    const [list, base, template] = second?.adaptationSets[0]?.representations ?? [];
    if (second === undefined || list === undefined || template === undefined)
      throw new Error('no representations');
    expect([...segmentsOf(list, second)]).toMatchObject([
      { number: 5, startMs: 30_000, durationMs: 10_000, media: 's5.m4s' },
      { number: 6, startMs: 40_000, mediaRange: '100-199' },
    ]);
    expect(list.addressing).toMatchObject({ initialization: 'i.mp4', initializationRange: '0-99' });
    expect(base?.addressing).toMatchObject({ kind: 'base', indexRange: '629-756' });
    const numbered = [...segmentsOf(template, second)];
    expect(numbered).toHaveLength(16);
    expect(numbered[15]).toMatchObject({ number: 15, startMs: 90_000, media: '15.m4s' });
  });
});

it('lists end with their period (5.3.9)', () => {
  const urls = Array.from({ length: 9 }, (_, index) => `<SegmentURL media="${index}.m4s"/>`);
  const listed = (attributes: string, inside = '', period = 'duration="PT10S"') => {
    const list = `<SegmentList timescale="1000" ${attributes}>${inside}${urls.join('')}</SegmentList>`;
    const { mpd } = parsed(
      `<MPD><Period ${period}><AdaptationSet><Representation id="r" bandwidth="1">${list}</Representation></AdaptationSet></Period></MPD>`,
    );
    const [first] = mpd.periods;
    const [representation] = first?.adaptationSets[0]?.representations ?? [];
    if (first === undefined || representation === undefined) throw new Error('no representation');
    return [...segmentsOf(representation, first)].map(({ media }) => media);
  };
  expect(listed('duration="4000"')).toEqual(['0.m4s', '1.m4s', '2.m4s']);
  expect(listed('duration="5000" presentationTimeOffset="70000"')).toEqual(['0.m4s', '1.m4s']);
  const timeline =
    '<SegmentTimeline><S t="0" d="4000" r="1"/><S d="1000" r="6"/></SegmentTimeline>';
  expect(listed('', timeline)).toEqual(['0.m4s', '1.m4s', '2.m4s', '3.m4s']);
  expect(listed('duration="4000"', '', '')).toHaveLength(9);
});

describe('timelines (5.3.9.6)', () => {
  it('D7 repeats to the next t, to the end of the period, or without end', () => {
    const s = '<S t="5" d="20" r="-1"/><S t="60" d="10" r="-1"/>';
    expect(runs(`<Period start="PT0S" duration="PT10S">${timeline(s)}</Period>`)).toEqual([
      { t: 5, d: 20, count: 3 },
      { t: 60, d: 10, count: 4 },
    ]);
    expect(runs(`<Period start="PT0S">${timeline(s)}</Period>`)?.[1]?.count).toBe(
      Number.POSITIVE_INFINITY,
    );
    const open = `<Period start="PT1S">${timeline(s, 'presentationTimeOffset="5"')}</Period><Period start="PT9S"/>`;
    expect(runs(open)?.[1]?.count).toBe(3);
  });

  it('leaves out what goes back or has no duration, with a warning', () => {
    const s =
      '<S t="100" d="10"/><S t="50" d="10"/><S d="0"/><S t="109" d="10" r="1"/><S t="x" d="1"/>';
    const { mpd, warnings } = parsed(`<MPD><Period>${timeline(s)}</Period></MPD>`);
    expect(mpd.periods[0]?.adaptationSets[0]?.representations[0]?.addressing).toMatchObject({
      runs: [
        { t: 100, d: 10, count: 1 },
        { t: 109, d: 10, count: 2 },
      ],
    });
    expect(warnings.map((warning) => warning.code)).toEqual(
      Array.from({ length: 3 }, () => 'TIMELINE_INVALID'),
    );
  });

  it('inherits attribute by attribute over the levels', () => {
    const { mpd } = parsed(
      '<MPD><Period duration="PT8S"><SegmentTemplate timescale="1000" duration="4000" media="p$Number$"/>' +
        '<AdaptationSet><SegmentTemplate media="a$Number$" startNumber="3"/>' +
        '<Representation id="r" bandwidth="1"><SegmentTemplate initialization="i"/></Representation></AdaptationSet></Period></MPD>',
    );
    expect(mpd.periods[0]?.adaptationSets[0]?.representations[0]?.addressing).toMatchObject({
      kind: 'number',
      timescale: 1000,
      duration: 4000,
      media: 'a$Number$',
      startNumber: 3,
      initialization: 'i',
    });
  });
});

describe('period times (5.3.2.1)', () => {
  it.each([
    ['<Period/>', [[0, undefined]]],
    [
      '<Period start="PT5S" duration="PT10S"/><Period/>',
      [
        [5000, 10_000],
        [15_000, undefined],
      ],
    ],
    [
      '<Period/><Period start="PT7S"/>',
      [
        [0, 7000],
        [7000, undefined],
      ],
    ],
    [
      '<Period duration="PT9S"/><Period start="PT7S"/>',
      [
        [0, 7000],
        [7000, undefined],
      ],
    ],
    [
      '<Period duration="PT3S"/><Period start="PT7S"/>',
      [
        [0, 3000],
        [7000, undefined],
      ],
    ],
  ])('%s', (periods, times) => {
    expect(live(periods).periods.map((period) => [period.startMs, period.durationMs])).toEqual(
      times,
    );
  });

  it('leaves out a period whose start nothing gives yet', () => {
    const { mpd, warnings } = parsed('<MPD type="dynamic"><Period/><Period id="early"/></MPD>');
    expect(mpd.periods).toHaveLength(1);
    expect(warnings.map((warning) => warning.code)).toEqual(['PERIOD_EARLY_AVAILABLE']);
  });

  it('D21 says that a remote period was not resolved', () => {
    const { mpd, warnings } = parsed(
      '<MPD><Period xmlns:x="http://www.w3.org/1999/xlink" x:href="https://o.example/p" x:actuate="onLoad"/></MPD>',
    );
    expect(mpd.periods[0]?.xlinkHref).toBe('https://o.example/p');
    expect(warnings.map((warning) => warning.code)).toEqual(['XLINK_UNRESOLVED']);
  });
});

it('D16 names what a set is for', () => {
  const { mpd } = parsed(
    `<MPD><Period>
      <AdaptationSet mimeType="application/mp4" lang="de"><Representation id="t" bandwidth="1" codecs="stpp.ttml.im1t"/></AdaptationSet>
      <AdaptationSet contentType="video"><EssentialProperty schemeIdUri="http://dashif.org/guidelines/trickmode" value="1"/></AdaptationSet>
      <AdaptationSet mimeType="image/jpeg"/>
      <AdaptationSet><Representation id="v" mimeType="video/mp4" bandwidth="1"/></AdaptationSet>
      <AdaptationSet><ContentComponent contentType="audio" lang="fr"/></AdaptationSet>
    </Period></MPD>`,
  );
  const sets = mpd.periods[0]?.adaptationSets ?? [];
  expect(sets.map((set) => set.contentType)).toEqual(['text', 'video', 'image', 'video', 'audio']);
  expect(sets.map((set) => [set.isTrickMode, set.isThumbnail])).toEqual([
    [false, false],
    [true, false],
    [false, true],
    [false, false],
    [false, false],
  ]);
  expect(sets[4]?.lang).toBe('fr');
});

describe('SEC-S57 what many elements need is found and kept once', () => {
  const vod = (periods: string) =>
    parsed(`<MPD type="static" mediaPresentationDuration="PT10H">${periods}</MPD>`).mpd;

  it('Periods whose starts follow from nothing take a moment', () => {
    const beganMs = performance.now();
    const { periods } = vod(`<Period/>${'<Period duration="PT1S"/>'.repeat(20_000)}<Period/>`);
    expect(periods).toHaveLength(20_002);
    // Summing up all later Periods for each Period would take half a minute.
    expect(performance.now() - beganMs).toBeLessThan(8_000);
  });

  it('Periods without a start that end with the presentation begin before its end', () => {
    const { periods } = vod('<Period/><Period duration="PT1H"/><Period duration="PT2H"/>');
    expect(periods.map(({ startMs }) => startMs / 3_600_000)).toEqual([0, 7, 8]);
  });

  it('Representations share descriptors and segments of their AdaptationSet', () => {
    const shared =
      '<SupplementalProperty schemeIdUri="urn:x"/><SegmentList duration="1"><SegmentURL media="a"/><SegmentURL media="b"/></SegmentList>';
    const own =
      '<Representation id="c"><SupplementalProperty schemeIdUri="urn:y"/></Representation>';
    const many = '<Representation id="a"/><Representation id="b"/>'.repeat(20);
    const { periods } = vod(
      `<Period><AdaptationSet>${shared}${many}${own}</AdaptationSet></Period>`,
    );
    const representations = periods[0]?.adaptationSets[0]?.representations ?? [];
    expect(representations).toHaveLength(41);
    const [first, second] = representations;
    expect(second?.supplementalProperties).toBe(first?.supplementalProperties);
    const schemes = representations.at(-1)?.supplementalProperties.map((one) => one.schemeIdUri);
    expect(schemes).toEqual(['urn:y', 'urn:x']);
    const segmentsOfList = representations.map(({ addressing }) =>
      addressing.kind === 'list' ? addressing.segments : undefined,
    );
    expect(segmentsOfList[0]).toHaveLength(2);
    expect(new Set(segmentsOfList).size).toBe(1);
  });

  it('descriptors beyond a hundred of a kind are not read', () => {
    const many = '<EssentialProperty schemeIdUri="urn:x"/>'.repeat(101);
    const { periods } = vod(`<Period><AdaptationSet>${many}</AdaptationSet></Period>`);
    expect(periods[0]?.adaptationSets[0]?.essentialProperties).toHaveLength(100);
  });
});
