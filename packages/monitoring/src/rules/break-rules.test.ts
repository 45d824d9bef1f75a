import { describe, expect, test } from 'vitest';
import { type BreakOutcome, checkBreakOutcome, checkSchedule } from './break-outcomes.ts';
import { checkBreakPlan, type PlannedAd, type ServedPlacement } from './break-plan.ts';

const start = Date.parse('2026-01-01T12:00:00Z');
const ad = (index: number, seconds: number, creative = `c${index}`): PlannedAd => ({
  ...{ placement: `b.${index}`, creative, startMs: start, durationMs: seconds * 1000 },
});
const served = (index: number, seconds: number): ServedPlacement => ({
  ...{ placement: `b.${index}`, startMs: start, durationMs: seconds * 1000 },
});

describe('a break of an output', () => {
  const judged = (ads: readonly PlannedAd[], placements: readonly ServedPlacement[]) =>
    checkBreakPlan({ breakId: 'b', startMs: start, ads }, placements, 'video').map(
      ({ rule, detail }) => `${rule} ${detail}`,
    );

  test('T5 shows what was planned, as long as planned', () => {
    expect(
      judged([ad(0, 15), ad(1, 15)], [served(0, 15.4), served(1, 14.6), served(2, 3)]),
    ).toEqual([]);
    expect(judged([ad(0, 15), ad(1, 15)], [served(0, 12)])).toEqual([
      'T5 c0 was planned for 15.0 s, the output has 12.0 s',
      'T5 c1 was planned for 15.0 s and is not in the output',
    ]);
  });

  test('T13 with slate and no ad is a finding, one that stays content is none', () => {
    expect(judged([], [served(0, 30)])).toEqual(['T13 a break shows slate and no ad']);
    expect(judged([], [])).toEqual([]);
  });

  test('T14 shows a creative once', () => {
    const twice = [ad(0, 15, 'shoes'), ad(1, 15, 'cars'), ad(2, 15, 'shoes')];
    expect(judged(twice, [served(0, 15), served(1, 15), served(2, 15)])).toEqual([
      'T14 shoes is shown more than once in a break',
    ]);
  });
});

describe('the record of a break', () => {
  const judged = (part: Partial<BreakOutcome>) =>
    checkBreakOutcome({
      ...{ breakId: 'b', startMs: start, offeredMs: 100_000, seenMs: 0, sentMs: 0, losses: [] },
      ...part,
    }).map(({ rule, owner, detail }) => `${rule} ${owner} ${detail}`);

  test('T4 a break of which more than a twentieth was decided late has the owner of the reason', () => {
    const late = (lostMs: number) => [
      { reason: 'DECISION_TIMEOUT', owner: 'platform' as const, lostMs },
      { reason: 'NO_FILL', owner: 'ad-server' as const, lostMs: 50_000 },
    ];
    expect(judged({ losses: late(5_000) })).toEqual([]);
    expect(judged({ losses: late(30_000) })).toEqual([
      'T4 platform 30 % of a break were lost to decisions that came too late',
    ]);
  });

  test('T15 impressions that do not arrive are a finding beyond 2 %', () => {
    expect(judged({ seenMs: 100_000, sentMs: 98_000 })).toEqual([]);
    expect(judged({ seenMs: 100_000, sentMs: 90_000 })).toEqual([
      'T15 ad-server the impressions of 10 % of the ads that were shown did not arrive',
    ]);
  });
});

test('T16 a scheduled break whose time is over and that began in or near no break did not come', () => {
  const expected = [0, 60, 120].map((seconds) => ({
    ...{ id: `s${seconds}`, startMs: start + seconds * 1000, durationMs: 30_000 },
  }));
  const listed = [start - 10_000, start + 130_000] as const;
  const came = [{ startMs: start + 66_000, endMs: start + 80_000 }];
  const found = checkSchedule(expected, came, listed);
  expect(found.map(({ rule, breakId }) => [rule, breakId])).toEqual([['T16', 's0']]);
  const longer = [{ startMs: start - 60_000, endMs: start + 5_000 }, ...came];
  expect(checkSchedule(expected, longer, listed)).toEqual([]);
});
