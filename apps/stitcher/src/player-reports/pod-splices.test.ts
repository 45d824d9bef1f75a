import type { AvailContext } from '@interlude/ad-requests';
import type { Placement, Pod } from '@interlude/stitching';
import type { InlineAd } from '@interlude/vast';
import { expect, test } from 'vitest';
import type { DecidedPod } from '../sessions/decided-pod.ts';
import { podSplices } from './pod-splices.ts';

type Part = readonly [kind: Placement['kind'], offsetMs: number, durationMs: number];

function decided(breakPosition: AvailContext['breakPosition'], parts: readonly Part[]): DecidedPod {
  const placements = parts.map(
    ([kind, offsetMs, durationMs], index) =>
      ({ kind, index, adId: `ad${index}`, offsetMs, durationMs }) as Placement,
  );
  const ads = parts.flatMap(([kind], index): [number, InlineAd][] =>
    kind === 'ad' ? [[index, { id: `ad${index}`, creatives: [] } as unknown as InlineAd]] : [],
  );
  return {
    avail: { breakPosition } as AvailContext,
    pod: { placements } as unknown as Pod,
    startMs: 0,
    ads: new Map(ads),
    firedEvents: [],
  };
}

const of = (...parameters: Parameters<typeof decided>) =>
  podSplices(decided(...parameters)).map((each) => [each.offsetMs, each.kind, each.creative]);

test('are before each ad, at the end of the pod, and where slate begins', () => {
  const parts: Part[] = [
    ['ad', 0, 15_000],
    ['ad', 15_000, 10_000],
    ['slate', 25_000, 4_000],
    ['slate', 29_000, 1_000],
  ];
  expect(of('mid', parts)).toEqual([
    [0, 'contentToAd', 'ad0'],
    [15_000, 'adToAd', 'ad1'],
    [25_000, 'adToAd', ''],
    [30_000, 'adToContent', ''],
  ]);
});

test('nothing meets a pre-roll before it, or a post-roll behind it', () => {
  expect(of('pre', [['ad', 0, 10_000]])).toEqual([[10_000, 'adToContent', 'ad0']]);
  expect(of('post', [['ad', 0, 10_000]])).toEqual([[0, 'contentToAd', 'ad0']]);
  expect(of('mid', [])).toEqual([]);
});

test('the second ad of a pre-roll meets the first', () => {
  const parts: Part[] = [
    ['ad', 0, 10_000],
    ['ad', 10_000, 5_000],
  ];
  expect(of('pre', parts).map(([offset, kind]) => [offset, kind])).toEqual([
    [10_000, 'adToAd'],
    [15_000, 'adToContent'],
  ]);
});

test('are made once for a session; one that has the same pod with ads of other names has its own', () => {
  const one = decided('mid', [['ad', 0, 10_000]]);
  expect(podSplices(one)).toBe(podSplices(one));
  const ad = one.ads.get(0) ?? expect.fail();
  const same = { ...one, ads: new Map([[0, { ...ad, id: 'other' }]]) };
  expect(podSplices(same).map(({ creative }) => creative)).toEqual(['other', 'other']);
});
