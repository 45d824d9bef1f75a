import { fixedClock } from '@interlude/testkit';
import { expect, test } from 'vitest';
import { channelEntry } from '../testing/start-stitcher.suite.ts';
import { FetchBudgets, paid, paidCreatives } from './fetch-budget.ts';
import { tenantFetches, vodLimits } from './vod-limits.ts';

const clock = fixedClock();
const channel = {
  ...channelEntry('c1', { name: 'c', sourceManifestUrl: 'https://origin.test/a.m3u8' }),
  tier: 'trial' as const,
};

/** How often it pays before it refuses. */
function paidBy(pay: () => void, tries: number): number {
  for (let count = 0; count < tries; count += 1) {
    try {
      pay();
    } catch {
      return count;
    }
  }
  return tries;
}

test('SEC-S30 a session has so much requested for its source, and so much for its ads', () => {
  const budgets = new FetchBudgets(clock);
  const session = {};
  const { source, ads } = budgets.of(session, channel);
  expect(paidBy(source, 10_000)).toBe(vodLimits.sourceFetches);
  expect(paidBy(ads, 10_000)).toBe(vodLimits.adFetches);
  expect(paidBy(budgets.of(session, channel).source, 1)).toBe(0);
  expect(() => source()).toThrowError(expect.objectContaining({ code: 'FETCH_BUDGET_SPENT' }));
});

test('SEC-S30 all sessions of a company have so much requested at once, and so much a second', () => {
  const budgets = new FetchBudgets(clock);
  const { burst, perSecond } = tenantFetches.trial;
  const all = (tenantId: string) => {
    let count = 0;
    for (let sessions = 0; sessions < 10; sessions += 1) {
      count += paidBy(budgets.of({}, { ...channel, tenantId }).source, 10_000);
    }
    return count;
  };
  expect(all('t1')).toBe(burst);
  expect(all('t2')).toBe(burst);
  clock.advance(1_000);
  expect(all('t1')).toBe(perSecond);
});

test('SEC-S62 stitchers share the budget of a company, also while their number changes', () => {
  let stitchers = 4;
  const budgets = new FetchBudgets(clock, () => stitchers);
  const { burst, perSecond } = tenantFetches.trial;
  const all = () => {
    let count = 0;
    for (let sessions = 0; sessions < 10; sessions += 1) {
      count += paidBy(budgets.of({}, channel).source, 10_000);
    }
    return count;
  };
  expect(all()).toBe(burst / 4);
  clock.advance(1_000);
  expect(all()).toBe(perSecond / 4);
  stitchers = 1;
  clock.advance(1_000);
  expect(all()).toBe(perSecond);
});

test('SEC-S30 what is not paid is not requested', async () => {
  const refuse = () => {
    throw new Error('spent');
  };
  const never = () => expect.fail('it was requested');
  await expect(
    paid({ request: never }, refuse).request({ url: 'https://a.test', timeoutMs: 1, maxBytes: 1 }),
  ).rejects.toThrow('spent');
  const { signal } = new AbortController();
  const profile = { renditions: [], usesMaps: false, targetDuration: 1 };
  const find = paidCreatives({ find: never }, refuse).find('https://a.test', profile, signal);
  expect(await find).toEqual({ reason: 'CREATIVE_UNREACHABLE', timedOut: false });
});
