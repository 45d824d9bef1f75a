import { parseMpd } from '@interlude/dash';
import { expect, test } from 'vitest';
import { MPD_LIMITS, mpdExcess } from './mpd-excess.ts';

const nowMs = Date.parse('2026-01-01T12:00:00Z');
const started = (clock: string) =>
  `type="dynamic" availabilityStartTime="2026-01-01T${clock}:00Z" publishTime="2026-01-01T12:00:00Z"`;
const dayStart = started('00:00');
const onDemand = 'type="static" mediaPresentationDuration="PT10H"';

const set = (template: string, representations = '<Representation id="a" bandwidth="1"/>') =>
  `<AdaptationSet contentType="video" mimeType="video/mp4">${template}${representations}</AdaptationSet>`;
const timeline = (attributes: string) =>
  `<SegmentTemplate timescale="1000" media="$Time$"><SegmentTimeline><S t="0" d="2000" ${attributes}/></SegmentTimeline></SegmentTemplate>`;
const numbered = (ticks: number, attributes = '') =>
  `<SegmentTemplate timescale="1000" duration="${ticks}" media="$Number$" ${attributes}/>`;

function excessOf(root: string, periods: string, atMs: number | undefined) {
  const { mpd } = parseMpd(`<MPD ${root}>${periods}</MPD>`);
  return mpd === undefined ? 'no MPD' : (mpdExcess(mpd, atMs)?.what ?? 'none');
}
const ofPeriod = (root: string, template: string, period = '') =>
  excessOf(
    root,
    `<Period ${period}>${set(template)}</Period>`,
    root === onDemand ? undefined : nowMs,
  );

// 50,000 segments in ten hours are one each 720 ms, in the two hours of a live window one each 144 ms.
test.each([
  ['repeats of one S', onDemand, timeline('r="49999"'), '', 'none'],
  ['one repeat more', onDemand, timeline('r="50000"'), '', 'announced'],
  ['an S that repeats to the end', onDemand, timeline('r="-1"'), '', 'none'],
  ['a template', onDemand, numbered(720), '', 'none'],
  ['a shorter template', onDemand, numbered(719), '', 'announced'],
  ['a live template', dayStart, numbered(144), '', 'none'],
  ['a shorter live template', dayStart, numbered(143), '', 'announced'],
  ['a live S that repeats until now', dayStart, timeline('r="-1"'), '', 'none'],
  [
    'a live template with a longer buffer',
    `${dayStart} timeShiftBufferDepth="PT10H"`,
    numbered(719),
    '',
    'announced',
  ],
  [
    'a Period that is available as a whole',
    dayStart,
    numbered(2_000, 'availabilityTimeOffset="INF"'),
    'duration="P100D"',
    'announced',
  ],
  [
    'numbers that are available as a whole',
    dayStart,
    numbered(2_000, 'availabilityTimeOffset="INF" endNumber="9999999"'),
    '',
    'announced',
  ],
  ['a young Period', started('11:59'), numbered(100), '', 'none'],
])(
  'SEC-S55 the segments that an MPD announces are counted: %s',
  (_, root, template, period, what) => {
    expect(ofPeriod(root, template, period)).toBe(what);
  },
);

test('SEC-S55 a live presentation that turns static and has no end announces any number', () => {
  const ended = 'type="static"';
  const periods = `<Period start="PT0S">${set(numbered(2_000))}</Period>`;
  expect(excessOf(ended, periods, nowMs)).toBe('announced');
  const repeated = `<Period start="PT0S">${set(timeline('r="-1"'))}</Period>`;
  expect(excessOf(ended, repeated, nowMs)).toBe('announced');
  // An asset without an end is refused as such.
  expect(excessOf(ended, periods, undefined)).toBe('none');
});

test('SEC-S55 the segments of all Periods count together', () => {
  const period = `<Period duration="PT1H">${set(timeline('r="9999"'))}</Period>`;
  expect(excessOf(onDemand, period.repeat(5), undefined)).toBe('none');
  expect(excessOf(onDemand, period.repeat(6), undefined)).toBe('announced');
});

test('SEC-S55 Periods and Representations are as many as can be compared with each other', () => {
  const { periods, representations } = MPD_LIMITS;
  const period = '<Period duration="PT1S"/>';
  expect(excessOf(onDemand, period.repeat(periods), undefined)).toBe('none');
  expect(excessOf(onDemand, period.repeat(periods + 1), undefined)).toBe('periods');
  const one = (count: number) => set('', '<Representation id="a"/>'.repeat(count));
  expect(excessOf(onDemand, `<Period>${one(representations)}</Period>`, undefined)).toBe('none');
  expect(excessOf(onDemand, `<Period>${one(representations)}${one(1)}</Period>`, undefined)).toBe(
    'representations',
  );
});

test('SEC-S55 the runs of a SegmentTimeline count for each Representation with an address of its own', () => {
  const runs = 1_000;
  const shared = `<SegmentTemplate timescale="1000"><SegmentTimeline>${'<S d="1"/><S d="2"/>'.repeat(runs / 2)}</SegmentTimeline></SegmentTemplate>`;
  const own = (count: number) =>
    Array.from(
      { length: count },
      (_, index) =>
        `<Representation id="${index}"><SegmentTemplate media="${index}/$Time$"/></Representation>`,
    ).join('');
  const most = MPD_LIMITS.runs / runs;
  const period = (representations: string) => `<Period>${set(shared, representations)}</Period>`;
  expect(excessOf(onDemand, period(own(most)), undefined)).toBe('none');
  expect(excessOf(onDemand, period(own(most + 1)), undefined)).toBe('runs');
  const alike = '<Representation id="a"/>'.repeat(MPD_LIMITS.representations);
  expect(excessOf(onDemand, period(alike), undefined)).toBe('none');
});
