import { parseVmap } from '@interlude/vast';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeVodBreaks, type VodContent, type VodSettings } from './place-vod-breaks.ts';
import { testCreative, testPod } from './vod-creative.suite.ts';
import {
  markedCuePoints,
  mrssCuePoints,
  type VodCuePoint,
  vmapCuePoints,
} from './vod-cue-point.ts';
import { planVod, vodSequence } from './vod-plan.ts';

const content: VodContent = {
  durationMs: 60_000,
  boundariesMs: Array.from({ length: 11 }, (_, index) => index * 6000),
  longestSegmentMs: 6000,
};
const insert: VodSettings = {
  replaceInsteadOfInsert: false,
  numberOfSegmentsToReplayAfterMidroll: 0,
};
const point = (atMs: number, spanMs = 0): VodCuePoint => ({
  id: `at-${atMs}`,
  position: atMs <= 0 ? 'pre' : atMs >= 60_000 ? 'post' : 'mid',
  atMs,
  spanMs,
});
const placed = (points: readonly VodCuePoint[], settings: Partial<VodSettings> = {}) =>
  placeVodBreaks(points, content, { ...insert, ...settings }).map(({ cutMs, resumeMs }) => [
    cutMs,
    resumeMs,
  ]);

describe('placeVodBreaks', () => {
  it('H36 rounds to the nearest boundary', () => {
    expect(placed([point(14_900), point(33_100)])).toEqual([
      [12_000, 12_000],
      [36_000, 36_000],
    ]);
  });

  it('H36 keeps pre-rolls at the start, post-rolls at the end and points of one place together', () => {
    expect(placed([point(0), point(0), point(60_000)])).toEqual([
      [0, 0],
      [0, 0],
      [60_000, 60_000],
    ]);
    expect(placed([point(24_000), point(24_500)])).toEqual([
      [24_000, 24_000],
      [24_000, 24_000],
    ]);
  });

  it('replays segments after an inserted mid-roll, never across the start or an earlier break', () => {
    const replay = { numberOfSegmentsToReplayAfterMidroll: 3 };
    expect(placed([point(30_000)], replay)).toEqual([[30_000, 12_000]]);
    expect(placed([point(6_000)], replay)).toEqual([[6_000, 0]]);
    expect(placed([point(24_000), point(36_000)], replay)).toEqual([
      [24_000, 6_000],
      [36_000, 24_000],
    ]);
    expect(placed([point(0), point(60_000)], replay)).toEqual([
      [0, 0],
      [60_000, 60_000],
    ]);
  });

  it('leaves marked content out when it replaces, and replays nothing then', () => {
    const replace = { replaceInsteadOfInsert: true, numberOfSegmentsToReplayAfterMidroll: 3 };
    expect(placed([point(12_000, 12_000)], replace)).toEqual([[12_000, 24_000]]);
    expect(placed([point(12_000, 12_000)])).toEqual([[12_000, 12_000]]);
  });

  it('H3 keeps nothing or a whole segment of every rendition between two cuts', () => {
    const points = fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(points, fc.boolean(), fc.nat({ max: 4 }), (times, replaces, replay) => {
        const sorted = times.toSorted((a, b) => a - b).map((atMs) => point(atMs, 7_000));
        const settings = {
          replaceInsteadOfInsert: replaces,
          numberOfSegmentsToReplayAfterMidroll: replay,
        };
        const places = placeVodBreaks(sorted, content, settings);
        let reached = 0;
        for (const { cutMs, resumeMs } of places) {
          const part = cutMs - reached;
          expect(part === 0 || part >= content.longestSegmentMs || reached === 60_000).toBe(true);
          expect(resumeMs >= Math.min(cutMs, reached)).toBe(true);
          reached = Math.max(cutMs, resumeMs);
        }
        const pods = new Map(sorted.map(({ id }) => [id, testPod([testCreative('a', 8, ['v0'])])]));
        const plan = planVod(places, pods, content.durationMs);
        const sequence = vodSequence(plan);
        const sumMs = sequence.reduce(
          (sum, one) => sum + ('placements' in one ? one.adMs : one.toMs - one.fromMs),
          0,
        );
        expect(sumMs).toBe(plan.durationMs);
      }),
      { seed: 7, numRuns: 500 },
    );
  });

  it('H36 leaves content alone where there is no ad', () => {
    const places = placeVodBreaks([point(0), point(24_000)], content, {
      ...insert,
      replaceInsteadOfInsert: true,
    });
    expect(planVod(places, new Map(), 60_000)).toEqual({
      contentMs: 60_000,
      breaks: [],
      durationMs: 60_000,
    });
  });
});

describe('cue points', () => {
  it('V9 reads offsets of VMAP: clock, share, place, end, repeated', () => {
    const xml = `<VMAP version="1.0">${[
      'timeOffset="start" breakId="pre"',
      'timeOffset="00:00:10" repeatAfter="00:00:20" breakId="often"',
      'timeOffset="50%"',
      'timeOffset="#1"',
      'timeOffset="end" breakId="post/1"',
      'timeOffset="00:02:00" breakId="late"',
      'timeOffset="00:00:05" breakType="display"',
    ]
      .map((one) => `<AdBreak ${one.includes('breakType') ? '' : 'breakType="linear" '}${one}/>`)
      .join('')}</VMAP>`;
    const vmap = parseVmap(xml);
    const points = vmap.kind === 'breaks' ? vmapCuePoints(vmap.breaks, 60_000, [20_000]) : [];
    expect(points.map(({ id, atMs }) => [id, atMs])).toEqual([
      ['v1-pre', 0],
      ['v2-often', 10_000],
      ['v4', 20_000],
      ['v2-often-2', 30_000],
      ['v3', 30_000],
      ['v2-often-3', 50_000],
      ['v5-post_1', 60_000],
    ]);
  });

  it('V9 reads cue points of MRSS: 0 before, -1 after, none behind the end', () => {
    const base = { params: {} };
    const points = mrssCuePoints(
      [
        { id: 'a', spliceTimeMs: 0, ...base },
        { id: 'b c', spliceTimeMs: 20_000, maxCount: 2, durationMs: 30_000, ...base },
        { id: 'x', spliceTimeMs: 90_000, ...base },
        { id: 'z', spliceTimeMs: -1, ...base },
      ],
      60_000,
    );
    expect(points.map(({ id, position, atMs }) => [id, position, atMs])).toEqual([
      ['c1-a', 'pre', 0],
      ['c2-b_c', 'mid', 20_000],
      ['c4-z', 'post', 60_000],
    ]);
  });

  it('useScte35: marked spans; an open one is a point', () => {
    const base = { breakId: 'x', state: 'closed' as const, dialects: [] };
    const points = markedCuePoints(
      [
        { ...base, startMs: 6000, plannedEndMs: 18_000, endMs: 18_000, durationMs: 12_000 },
        { ...base, startMs: 30_000, plannedEndMs: 630_000, state: 'open' },
      ],
      60_000,
      600_000,
    );
    expect(points.map(({ atMs, spanMs }) => [atMs, spanMs])).toEqual([
      [6000, 12_000],
      [30_000, 0],
    ]);
  });
});
