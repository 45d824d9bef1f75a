import { type Creative, contentPod, type Pod } from '@interlude/stitching';
import { expect, test } from 'vitest';
import { sharedPod } from './shared-pods.ts';

const creativeOf = (creativeId: string): Creative => ({
  ...{ creativeId, durationMs: 6_000, boundariesMs: [], begunAfterMs: 0, renditions: {} },
});
const spot = creativeOf('spot');

const podOf = (creative: Creative, offsetMs = 0): Pod => ({
  placements: [{ kind: 'ad', index: 0, adId: '0', creative, offsetMs, durationMs: 6_000 }],
  ...{ remainder: 'none', adMs: 6_000, occupiesMs: 6_000, dropped: [] },
});

test('equal pods are one object', () => {
  const first = sharedPod(podOf(spot));
  expect(sharedPod(podOf(spot))).toBe(first);
  expect(first).toEqual(podOf(spot));
});

test('pods that differ in a figure, a reason, a place or a creative stay apart', () => {
  const all = [
    podOf(spot),
    podOf(spot, 40),
    podOf(creativeOf('spot')),
    { ...podOf(spot), occupiesMs: 6_040 },
    { ...podOf(spot), dropped: [{ adId: '1', reason: 'NEW_CREATIVE' as const }] },
    contentPod('NO_ADS'),
    contentPod('DECISION_TIMEOUT'),
  ];
  expect(all.map(sharedPod)).toEqual(all);
  expect(new Set(all.map(sharedPod)).size).toBe(all.length);
});
