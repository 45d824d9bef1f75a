import { describe, expect, it } from 'vitest';
import type { Avail } from '../plan/splice-plan.ts';
import { simulatedCreative } from '../simulated-source.suite.ts';
import { fitPod } from './fit-pod.ts';
import type { PodCandidate } from './pod.ts';

const avail = (durationSeconds: number, driftMs = 0): Avail => ({
  breakId: 'b',
  startMs: 0,
  durationMs: durationSeconds * 1000,
  openEnded: false,
  driftMs,
  toleranceMs: 1_000,
});

const ad = (adId: string, seconds: number, sequence?: number): PodCandidate => ({
  adId,
  sequence,
  creative: simulatedCreative(adId, seconds * 1000, { v0: 2_000 }),
});

const slate = simulatedCreative('slate', 10_000, { v0: 2_000 });
const placed = (pod: ReturnType<typeof fitPod>) =>
  pod.placements.map(({ adId, durationMs }) => `${adId} ${durationMs / 1000}`);

describe('fitPod', () => {
  it('H18 a break of 70 s and two ads of 40 s: one ad', () => {
    const pod = fitPod(avail(70), [ad('a', 40, 1), ad('b', 40, 2)]);
    expect(placed(pod)).toEqual(['a 40']);
    expect(pod).toMatchObject({ remainder: 'content', occupiesMs: 40_000, adMs: 40_000 });
    expect(pod.dropped).toEqual([{ adId: 'b', reason: 'LEFTOVER_EXCEEDED' }]);
  });

  it('H18 a break of 30 s and an ad of 40 s: none', () => {
    const pod = fitPod(avail(30), [ad('a', 40, 1)]);
    expect(pod).toMatchObject({ placements: [], reason: 'NO_USABLE_AD', remainder: 'content' });
    expect(pod.dropped).toEqual([{ adId: 'a', reason: 'AVAIL_DURATION_EXCEEDED' }]);
  });

  it('takes 30.03 s of ads into 30 s: a cut is no more exact than that', () => {
    expect(fitPod(avail(30), [ad('a', 30.03, 1)])).toMatchObject({
      remainder: 'none',
      occupiesMs: 30_000,
    });
    expect(fitPod(avail(30, 990), [ad('a', 30.03, 1)]).placements).toEqual([]);
  });

  it('orders by sequence; a stand-alone ad only stands in for one that fails (V3)', () => {
    const broken: PodCandidate = { adId: 'b', sequence: 2, creative: 'NEW_CREATIVE' };
    const answer = [ad('c', 10, 3), ad('solo', 8), ad('a', 10, 1)];
    const whole = fitPod(avail(60), answer);
    expect(placed(whole)).toEqual(['a 10', 'c 10']);
    expect(whole.dropped).toEqual([{ adId: 'solo', reason: 'SUBSTITUTE_UNUSED' }]);
    const mended = fitPod(avail(60), [...answer, broken]);
    expect(placed(mended)).toEqual(['a 10', 'solo 8', 'c 10']);
    expect(mended.dropped).toEqual([{ adId: 'b', reason: 'NEW_CREATIVE' }]);
  });

  it('without any sequence all ads are taken in order', () => {
    expect(placed(fitPod(avail(30), [ad('x', 10), ad('y', 15)]))).toEqual(['x 10', 'y 15']);
  });

  it('shows a creative once', () => {
    const pod = fitPod(avail(60), [ad('a', 10, 1), ad('a', 10, 2)]);
    expect(pod.dropped).toEqual([{ adId: 'a', reason: 'DUPLICATE_CREATIVE' }]);
  });

  it('loops slate over the rest, each loop a placement of its own, cut at a segment', () => {
    const pod = fitPod(avail(30), [ad('a', 12, 1)], { slate });
    expect(placed(pod)).toEqual(['a 12', 'slate 10', 'slate 8']);
    expect(pod.placements.map((placement) => placement.offsetMs)).toEqual([0, 12_000, 22_000]);
    expect(pod.remainder).toBe('slate');
  });

  it('H19 slate makes up for the drift', () => {
    expect(placed(fitPod(avail(30, 2_000), [ad('a', 20, 1)], { slate }))).toEqual([
      'a 20',
      'slate 8',
    ]);
  });

  it('slate fills the whole break when there is no ad, with the reason', () => {
    const pod = fitPod(avail(20), [], { slate });
    expect(placed(pod)).toEqual(['slate 10', 'slate 10']);
    expect(pod.reason).toBe('NO_ADS');
  });

  it('a fill below the wanted share replaces nothing', () => {
    const pod = fitPod(avail(60), [ad('a', 20, 1)], { slate, minFillPercent: 50 });
    expect(pod).toMatchObject({ placements: [], reason: 'PARTIAL_FILL_REJECTED' });
    expect(pod.dropped).toEqual([{ adId: 'a', reason: 'PARTIAL_FILL_REJECTED' }]);
    expect(fitPod(avail(60), [ad('a', 30, 1)], { minFillPercent: 50 }).placements).toHaveLength(1);
  });
});
