import { describe, expect, test } from 'vitest';
import { type BreakOutcome, checkBreakOutcome, checkSchedule } from './break-outcomes.ts';
import {
  checkDecision,
  checkServedAd,
  type PlannedAd,
  type PlannedBreak,
  type ServedPlacement,
} from './break-plan.ts';

const start = Date.parse('2026-01-01T12:00:00Z');
const ad = (index: number, seconds: number, creative = `c${index}`): PlannedAd => ({
  ...{ placement: `b.${index}`, creative, startMs: start, durationMs: seconds * 1000 },
});
const served = (index: number, seconds: number): ServedPlacement => ({
  ...{ placement: `b.${index}`, startMs: start, durationMs: seconds * 1000 },
});

describe('a break of an output', () => {
  const textOf = ({ rule, owner, detail }: { rule: string; owner: string; detail: string }) =>
    `${rule} ${owner} ${detail}`;
  const decided = (isSlate: boolean, part: Partial<PlannedBreak>) =>
    checkDecision({ breakId: 'b', startMs: start, ads: [], ...part }, isSlate).map(textOf);

  test('T5 shows an ad that was planned, as long as planned', () => {
    const judged = (planned: PlannedAd, shown?: ServedPlacement) =>
      checkServedAd({ breakId: 'b', ad: planned }, shown, 'video').map(textOf);
    expect(judged(ad(0, 15), served(0, 15.4))).toEqual([]);
    expect(judged(ad(0, 15), served(0, 12))).toEqual([
      'T5 platform c0 was planned for 15.0 s, the output has 12.0 s',
    ]);
    expect(judged(ad(1, 15))).toEqual([
      'T5 platform c1 was planned for 15.0 s and is not in the output',
    ]);
  });

  test('T13 with slate and no ad is a finding of who can mend its reason', () => {
    expect(decided(true, {})).toEqual(['T13 ad-server a break shows slate and no ad']);
    expect(decided(true, { reason: 'CREATIVE_UNREACHABLE' })).toEqual([
      'T13 creative a break shows slate and no ad: the media of the creative could not be fetched in time',
    ]);
    expect(decided(true, { ads: [ad(0, 15)] })).toEqual([]);
  });

  test('T13 that shows content is a finding where a fault is the reason, and none where no ad was offered', () => {
    expect(decided(false, { reason: 'AD_SERVER_TIMEOUT' })).toEqual([
      'T13 ad-server a break shows content and no ad: the ad server did not answer before the deadline of the break',
    ]);
    expect(decided(false, { reason: 'DECISION_TIMEOUT' })).toEqual([
      'T13 platform a break shows content and no ad: the decision was not ready when the break had to be shown',
    ]);
    for (const reason of ['NO_ADS', 'BREAK_CANCELLED', 'EARLY_RETURN', 'NEW_CREATIVE'] as const)
      expect(decided(false, { reason })).toEqual([]);
    expect(decided(false, {})).toEqual([]);
  });

  test('T14 shows a creative once', () => {
    const twice = [ad(0, 15, 'shoes'), ad(1, 15, 'cars'), ad(2, 15, 'shoes')];
    expect(decided(true, { ads: twice })).toEqual([
      'T14 ad-server shoes is shown more than once in a break',
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
