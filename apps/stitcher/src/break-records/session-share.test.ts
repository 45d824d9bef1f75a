import type { DecidedShare, LossSum } from '@interlude/reporting';
import type { Creative, Placement } from '@interlude/stitching';
import { describe, expect, test } from 'vitest';
import { SessionShare } from './session-share.ts';

const segment = { durationSeconds: 2, extinf: '', uri: '' };
const creative: Creative = {
  creativeId: 'c',
  durationMs: 6_000,
  boundariesMs: [],
  begunAfterMs: 0,
  renditions: { v0: { segments: [segment, segment, segment], startsMs: [0, 2_000, 4_000] } },
};
const placement = (kind: 'ad' | 'slate', index: number): Placement => ({
  ...{ kind, index, creative },
  adId: String(index),
  offsetMs: index * 6_000,
  durationMs: 6_000,
});
const pod = { placements: [placement('ad', 0), placement('ad', 1), placement('slate', 2)] };
const decided: DecidedShare = {
  offeredMs: 20_000,
  isAsked: true,
  ads: [
    { durationMs: 6_000, reason: undefined },
    { durationMs: 6_000, reason: undefined },
  ],
  placedMs: 12_000,
  adsPlaced: 2,
  slateMs: 6_000,
  reason: undefined,
};

/** Adds up what a share says, like the tables do. */
class Sums {
  readonly counts = new Map<string, number>();
  readonly losses = new Map<string, number>();

  add(counted: { counts: object; losses: readonly LossSum[] } | undefined): void {
    for (const [name, amount] of Object.entries(counted?.counts ?? {})) {
      this.counts.set(name, (this.counts.get(name) ?? 0) + Number(amount));
    }
    for (const { reason, lostMs } of counted?.losses ?? []) {
      this.losses.set(reason, (this.losses.get(reason) ?? 0) + lostMs);
    }
  }

  get lostMs(): number {
    return [...this.losses.values()].reduce((sum, ms) => sum + ms, 0);
  }

  of(name: string): number {
    return this.counts.get(name) ?? 0;
  }
}

function counted() {
  const share = new SessionShare(decided);
  const sums = new Sums();
  sums.add(share.become(decided));
  const request = (placementIndex: number, segmentIndex: number, renditionId = 'v0') =>
    sums.add(share.request(pod, { placementIndex, renditionId, segmentIndex }));
  return { share, sums, request };
}

describe('what a session is counted with', () => {
  test('REC-001 each segment of an ad once, in whatever rendition and order; slate and unknown ones never', () => {
    const { sums, request } = counted();
    for (const index of [2, 0, 0, 2, 7]) request(0, index);
    request(2, 0);
    request(0, 1, 'none');
    expect(sums.of('seenMs')).toBe(4_000);
    expect(sums.of('adsSeen')).toBe(1);
    expect(Object.fromEntries(sums.losses)).toEqual({
      ANSWER_TOO_SHORT: 8_000,
      NOT_REQUESTED: 8_000,
    });
    expect(sums.lostMs).toBe(sums.of('offeredMs') - sums.of('seenMs'));
  });

  test('REC-001 a break that ends early is corrected, never below what was requested', () => {
    const { share, sums, request } = counted();
    for (const index of [0, 1, 2]) request(0, index);
    request(1, 0);
    const early = { ...decided, offeredMs: 5_000, placedMs: 5_000, adsPlaced: 1 };
    sums.add(share.become({ ...early, reason: 'EARLY_RETURN' }));
    expect(sums.of('offeredMs')).toBe(8_000);
    expect(sums.of('placedMs')).toBe(8_000);
    expect(sums.of('adsPlaced')).toBe(2);
    expect(sums.lostMs).toBe(0);
    expect([...sums.losses.values()].every((lostMs) => lostMs >= 0)).toBe(true);
  });

  test('REC-001 a session that had left before the break is taken back, unless it requested something', () => {
    const { share, sums } = counted();
    sums.add(share.leave());
    expect([...sums.counts.values(), ...sums.losses.values()].every((sum) => sum === 0)).toBe(true);
    const other = counted();
    other.request(0, 0);
    other.sums.add(other.share.leave());
    expect(other.sums.of('sessions')).toBe(1);
    expect(other.sums.lostMs).toBe(18_000);
  });
});
