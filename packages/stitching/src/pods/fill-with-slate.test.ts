import { describe, expect, it } from 'vitest';
import type { Avail } from '../plan/splice-plan.ts';
import type { Creative } from './creative.ts';
import { fitPod } from './fit-pod.ts';

/** A creative of equal segments; renditions do not matter for fitting. */
function creative(creativeId: string, segments: number, segmentMs: number): Creative {
  const boundariesMs = Array.from({ length: segments }, (_, index) => (index + 1) * segmentMs);
  return {
    creativeId,
    durationMs: segments * segmentMs,
    boundariesMs,
    begunAfterMs: 0,
    renditions: {},
  };
}

const avail: Avail = {
  breakId: 'b',
  startMs: 0,
  durationMs: 11_520,
  openEnded: false,
  driftMs: 0,
  toleranceMs: 2_000,
};
const ad = (ms: number) => ({ adId: 'a', creative: creative('ad', 1, ms) });
const piecesOf = (gap: { slateSegmentMs?: number; adMs: number }) => {
  const slate =
    gap.slateSegmentMs === undefined ? undefined : creative('slate', 10, gap.slateSegmentMs);
  const pod = fitPod(avail, [ad(gap.adMs)], { slate });
  return {
    remainder: pod.remainder,
    slateMs: pod.placements.slice(1).map(({ durationMs }) => durationMs),
  };
};

describe('H18 what fills the rest of a break', () => {
  it('fills a gap that is shorter than the tolerance when the slate has a segment for it', () => {
    expect(piecesOf({ adMs: 10_240, slateSegmentMs: 1_280 })).toEqual({
      remainder: 'slate',
      slateMs: [1_280],
    });
  });

  it('leaves a short gap open when every piece of slate would be further off', () => {
    expect(piecesOf({ adMs: 10_240, slateSegmentMs: 3_840 })).toEqual({
      remainder: 'none',
      slateMs: [],
    });
  });

  it('leaves a short gap open without slate', () => {
    expect(piecesOf({ adMs: 10_240 })).toEqual({ remainder: 'none', slateMs: [] });
  });

  it('loops the slate over a long gap and cuts its last piece at a segment boundary', () => {
    expect(piecesOf({ adMs: 1_280, slateSegmentMs: 640 })).toEqual({
      remainder: 'slate',
      slateMs: [6_400, 3_840],
    });
  });
});
