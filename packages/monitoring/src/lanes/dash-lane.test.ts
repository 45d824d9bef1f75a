import { expect, test } from 'vitest';
import { readDashLane } from './dash-lane.ts';
import { type AdNames, type LaneReading, noAds, placementOf } from './lane-reading.ts';

const origin = Date.parse('2026-01-01T00:00:00Z');
const reading = (text: string, part: Partial<LaneReading> = {}): LaneReading => ({
  ...{ lane: 'source', url: 'https://origin.test/live/a.mpd', text, loadedAtMs: origin + 60_000 },
  ...{ manifestKey: 's0-1-a' },
  ...part,
});
const timeline = (prefix: string, t: number, count: number) =>
  `<AdaptationSet contentType="video" mimeType="video/mp4"><SegmentTemplate timescale="1000" presentationTimeOffset="${t}" media="${prefix}$Time$.m4s" initialization="${prefix}i.mp4"><SegmentTimeline><S t="${t}" d="4000" r="${count - 1}"/></SegmentTimeline></SegmentTemplate><Representation id="v0" bandwidth="1"/></AdaptationSet>`;
const mpd = (...periods: readonly string[]) =>
  `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="dynamic" availabilityStartTime="2026-01-01T00:00:00Z" minimumUpdatePeriod="PT2S">${periods.join('')}</MPD>`;
const events =
  '<EventStream schemeIdUri="urn:scte:scte35:2014:xml+bin" timescale="1000" presentationTimeOffset="40000"><Event id="7" presentationTime="44000" duration="20000"/></EventStream>';

test('DATA-020 MON-012 Periods, segments and events stand on the source clock', () => {
  const seen = readDashLane(
    reading(
      mpd(
        `<Period id="p1" start="PT40S" duration="PT8S">${events}${timeline('a', 40_000, 2)}</Period>`,
        `<Period id="p2" start="PT48S">${timeline('b', 48_000, 3)}</Period>`,
      ),
    ),
    noAds,
  );
  const of = (kind: string) =>
    (seen?.entries ?? [])
      .filter((entry) => entry.kind === kind)
      .map(({ start, duration, periodId, uri, eventId, presentationTime }) => [
        ...[(start - origin) / 1000, duration, periodId, uri, eventId, presentationTime],
      ]);
  expect(of('period')).toEqual([
    [40, 8, 'p1', 'https://origin.test/live/a.mpd', '', 40],
    [48, 0, 'p2', 'https://origin.test/live/a.mpd', '', 48],
  ]);
  expect(of('content').map(([at, , period, uri]) => [at, period, uri])).toEqual([
    [40, 'p1', 'a40000.m4s'],
    [44, 'p1', 'a44000.m4s'],
    [48, 'p2', 'b48000.m4s'],
    [52, 'p2', 'b52000.m4s'],
    [56, 'p2', 'b56000.m4s'],
  ]);
  expect(of('event')).toEqual([[44, 20, 'p1', 'urn:scte:scte35:2014:xml+bin', '7', 44]]);
  expect(seen?.breaks).toEqual([{ id: '7', startMs: origin + 44_000, durationMs: 20_000 }]);
  expect(seen?.endMs).toBe(origin + 60_000);
});

test('a Period of ads has the creative of its placement, and segments of a number template end now', () => {
  const numbers =
    '<AdaptationSet contentType="video" mimeType="video/mp4"><SegmentTemplate timescale="1" duration="4" startNumber="1" media="n$Number$.m4s"/><Representation id="v0" bandwidth="1"/></AdaptationSet>';
  const names: AdNames = {
    placementOf,
    placement: (id) => (id === 'b1.0' ? { creative: 'shoes-30' } : undefined),
    isPlanKnown: true,
  };
  const seen = readDashLane(
    reading(
      mpd(
        `<Period id="b1-0" start="PT0S" duration="PT8S"><BaseURL>ad/b1.0/</BaseURL>${timeline('a', 0, 2)}</Period>`,
        `<Period id="p2" start="PT8S">${numbers}</Period>`,
      ),
      { lane: 'output' },
    ),
    names,
  );
  const entries = seen?.entries ?? [];
  expect(entries.filter(({ ad }) => ad !== '').map(({ kind, ad }) => [kind, ad])).toEqual([
    ['period', 'shoes-30'],
    ['ad', 'shoes-30'],
    ['ad', 'shoes-30'],
  ]);
  const content = entries.filter(({ kind }) => kind === 'content');
  expect([content.length, content.at(-1)?.uri]).toEqual([13, 'n13.m4s']);
});

test('what is no MPD shows nothing', () => {
  expect(readDashLane(reading('<html/>'), noAds)).toBeUndefined();
});
