import { createEgress, type Egress } from '@interlude/runtime';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  breakDecisionsOf,
  channelOf,
  epochMs,
  sessionsOf,
  sourceOf,
  statesOf,
} from '../testing/break-decisions.suite.ts';
import { TestEnvironment } from '../testing/test-environment.suite.ts';

let environment: TestEnvironment;
let egress: Egress;

beforeEach(async () => {
  environment = new TestEnvironment();
  await environment.start();
  environment.ads = [{ id: 'ad1', seconds: 4, creative: 'c-4-x' }];
  egress = createEgress({ allow: [environment.host] });
});
afterEach(async () => {
  await egress.close();
  await environment.stop();
});

const adRequests = () => environment.requests.filter(({ path }) => path === '/ads');

/** Breaks of test sources begin then. */
const startMs = epochMs + 600_000;
const expectedAt = (ms: number, more: Readonly<Record<string, number>> = {}) => ({
  expectedStart: new Date(ms).toISOString(),
  duration: 8,
  ...{ requestFrom: 60, usedWithin: 20 },
  ...more,
});

/** Sessions of a channel, before the marker of the break is there and after. */
async function prefetching(
  count: number,
  schedule: ReturnType<typeof expectedAt>,
  {
    change = {},
    more = {},
  }: {
    change?: Parameters<typeof channelOf>[1];
    more?: Parameters<typeof breakDecisionsOf>[4];
  } = {},
) {
  const channel = channelOf(environment.base, { ...change, prefetchSchedules: [schedule] });
  const { breakDecisions, decided } = breakDecisionsOf(channel, egress, false, {}, more);
  const sessions = sessionsOf(count, (index) => `ifa=id${index}`);
  for (const session of sessions) session.lastSeenMs = Date.now();
  const before = async (leadMs: number) => {
    const source = await sourceOf(channel, leadMs);
    await breakDecisions.followAll(sessions, { ...source, breaks: [] });
  };
  const marked = async () => {
    const source = await sourceOf(channel, -1);
    await breakDecisions.followAll(sessions, { ...source, pollVersion: 2 });
    await breakDecisions.idle();
  };
  return { sessions, decided, before, marked };
}

test('ads of an expected break are requested before its marker is there, and placed in it', async () => {
  const { sessions, decided, before, marked } = await prefetching(3, expectedAt(startMs + 8_000));
  await before(0);
  await expect.poll(() => adRequests().length).toBe(3);
  expect(new Set(adRequests().map(({ query }) => query.get('ifa')))).toEqual(
    new Set(['id0', 'id1', 'id2']),
  );
  await marked();
  expect(statesOf(sessions)).toEqual(['replaced', 'replaced', 'replaced']);
  expect(adRequests()).toHaveLength(3);
  expect(decided.map(({ decision }) => decision.adServerRequested)).toEqual([true, true, true]);
});

test('a break that begins beyond usedWithin requests its own ads, and so does a session that has none', async () => {
  const { sessions, before, marked } = await prefetching(1, expectedAt(startMs + 30_000));
  await before(0);
  await marked();
  expect(statesOf(sessions)).toEqual(['replaced']);
  expect(adRequests().length).toBeGreaterThanOrEqual(1);
  expect(adRequests().some(({ query }) => query.get('breakId')?.startsWith('expected-'))).toBe(
    false,
  );
});

test('a break that comes before the ads are requested does not wait for their time', async () => {
  // Spread over more than 100 s.
  const schedule = expectedAt(startMs + 110_000, { requestFrom: 200, usedWithin: 120 });
  const { sessions, before, marked } = await prefetching(3, schedule);
  await before(0);
  const beganMs = Date.now();
  await marked();
  expect(Date.now() - beganMs).toBeLessThan(2_000);
  expect(statesOf(sessions)).toEqual(['replaced', 'replaced', 'replaced']);
  expect(adRequests()).toHaveLength(3);
});

test('nobody requests ads before requestFrom, or for a session that is gone', async () => {
  const { sessions, before } = await prefetching(
    2,
    expectedAt(startMs + 9_000, { requestFrom: 10 }),
  );
  await before(2_000);
  for (const session of sessions) session.lastSeenMs = 0;
  await before(0);
  await new Promise((resolve) => setTimeout(resolve, 1_600));
  expect(adRequests()).toEqual([]);
});

test('a cohort has one request for an expected break', async () => {
  const change = { cohortsEnabled: true };
  const { sessions, before, marked } = await prefetching(3, expectedAt(startMs + 8_000), {
    change,
  });
  await before(0);
  await expect.poll(() => adRequests().length).toBe(1);
  await marked();
  expect(statesOf(sessions)).toEqual(['replaced', 'replaced', 'replaced']);
  expect(adRequests()).toHaveLength(1);
});

test('of two stitchers that serve a session one requests the ads of an expected break', async () => {
  const entries = {
    claimAsk: async () => Date.now() + 1,
    awaited: async () => undefined,
    put: async (_: unknown, own: never) => own,
  };
  const { before } = await prefetching(2, expectedAt(startMs + 8_000), { more: { entries } });
  await before(0);
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(adRequests()).toEqual([]);
});

test('a prefetch that failed is made up for at the break', async () => {
  const back = environment.override('/ads', (_, response) => {
    response.writeHead(503);
    response.end();
  });
  const { sessions, before, marked } = await prefetching(1, expectedAt(startMs + 8_000));
  await before(0);
  await expect.poll(() => adRequests().length).toBe(1);
  back();
  await marked();
  expect(statesOf(sessions)).toEqual(['replaced']);
});
