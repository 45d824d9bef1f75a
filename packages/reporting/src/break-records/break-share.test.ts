import { type LossReason, lossGuides, lossReasons } from '@interlude/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DecidedShare, shareOf } from './break-share.ts';

const decided = (change: Partial<DecidedShare> = {}): DecidedShare => ({
  offeredMs: 60_000,
  isAsked: true,
  ads: [],
  placedMs: 0,
  adsPlaced: 0,
  slateMs: 0,
  reason: undefined,
  ...change,
});

const lossesOf = (change: Partial<DecidedShare>) =>
  shareOf(decided(change)).losses.map(({ reason, lostMs, count }) => [reason, lostMs, count]);

describe('what a decided break lost, and why', () => {
  test('REC-003 a reason for the whole break takes all of it', () => {
    expect(lossesOf({ reason: 'AD_SERVER_TIMEOUT' })).toEqual([['AD_SERVER_TIMEOUT', 60_000, 1]]);
    const unset = decided({ reason: 'AD_SERVER_UNSET', isAsked: false });
    expect(shareOf(unset)).toMatchObject({ askedMs: 0, answeredMs: 0, losses: [{ owner: 'us' }] });
  });

  test('REC-003 each lost ad takes as much as it is long, faults first; the answer was too short for the rest', () => {
    const ads = [
      { durationMs: 20_000, reason: undefined },
      { durationMs: 15_000, reason: 'LEFTOVER_EXCEEDED' as const },
      { durationMs: 10_000, reason: 'NEW_CREATIVE' as const },
    ];
    expect(lossesOf({ ads, placedMs: 20_000, adsPlaced: 1 })).toEqual([
      ['NEW_CREATIVE', 10_000, 1],
      ['LEFTOVER_EXCEEDED', 15_000, 1],
      ['ANSWER_TOO_SHORT', 15_000, 1],
    ]);
    const share = shareOf(decided({ ads, placedMs: 20_000, adsPlaced: 1 }));
    expect(share).toMatchObject({ answeredMs: 45_000, usableMs: 35_000, placedMs: 20_000 });
  });

  test('REC-003 no ad takes more than what is missing', () => {
    const ads = [
      { durationMs: 50_000, reason: undefined },
      { durationMs: 30_000, reason: 'CREATIVE_UNREACHABLE' as const },
      { durationMs: 30_000, reason: 'NOT_CHOSEN' as const },
    ];
    expect(lossesOf({ ads, placedMs: 50_000, adsPlaced: 1 })).toEqual([
      ['CREATIVE_UNREACHABLE', 10_000, 1],
      ['NOT_CHOSEN', 0, 1],
    ]);
  });

  test('REC-003 an ad of unknown length counts as the mean of the others, alone as the whole', () => {
    const failed = { durationMs: undefined, reason: 'WRAPPER_FAILED' as const };
    const ads = [{ durationMs: 20_000, reason: undefined }, failed];
    expect(lossesOf({ ads, placedMs: 20_000, adsPlaced: 1 })).toEqual([
      ['WRAPPER_FAILED', 20_000, 1],
      ['ANSWER_TOO_SHORT', 20_000, 1],
    ]);
    expect(lossesOf({ ads: [failed], reason: 'NO_USABLE_AD' })).toEqual([
      ['WRAPPER_FAILED', 60_000, 1],
    ]);
  });

  test('REC-003 ads that were cut by an early return are lost to it', () => {
    const ads = [{ durationMs: 60_000, reason: undefined }];
    expect(
      lossesOf({ offeredMs: 40_000, ads, placedMs: 30_000, adsPlaced: 1, reason: 'EARLY_RETURN' }),
    ).toEqual([['EARLY_RETURN', 10_000, 1]]);
  });

  test('REC-001 whatever was decided, each stage is at most the one before it, and losses are what is missing', () => {
    const durationMs = fc.option(fc.integer({ min: 0, max: 120_000 }), { nil: undefined });
    const reason = fc.option(fc.constantFrom<LossReason>(...lossReasons), { nil: undefined });
    const share = fc.record({
      offeredMs: fc.integer({ min: 0, max: 600_000 }),
      isAsked: fc.boolean(),
      ads: fc.array(fc.record({ durationMs, reason }), { maxLength: 8 }),
      placedMs: fc.double({ min: 0, max: 700_000, noNaN: true }),
      adsPlaced: fc.nat(8),
      slateMs: fc.nat(700_000),
      reason,
    });
    fc.assert(
      fc.property(share, (one) => {
        const { losses, slateMs, ...amounts } = shareOf(one);
        const { offeredMs, askedMs, answeredMs, usableMs, placedMs } = amounts;
        const funnel = [offeredMs, askedMs, answeredMs, usableMs, placedMs];
        expect(funnel.every(Number.isInteger)).toBe(true);
        expect(funnel.toSorted((a, b) => b - a)).toEqual(funnel);
        expect(slateMs).toBeLessThanOrEqual(offeredMs - placedMs);
        expect(losses.reduce((sum, { lostMs }) => sum + lostMs, 0)).toBe(offeredMs - placedMs);
        expect(losses.every((loss) => loss.lostMs >= 0)).toBe(true);
        expect(losses.every((loss) => loss.owner === lossGuides[loss.reason].owner)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
