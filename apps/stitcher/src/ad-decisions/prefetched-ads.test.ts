import { createEgress, createMetrics, type Egress } from '@interlude/runtime';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createStitcherMetrics } from '../metrics.ts';
import type { DecidedPod } from '../sessions/decided-pod.ts';
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
  const before = async (leadMs: number, pollVersion = 1) => {
    const source = await sourceOf(channel, leadMs);
    await breakDecisions.followAll(sessions, { ...source, breaks: [], pollVersion });
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

test('ads that a break came for, and those that none came for, are counted', async () => {
  const registry = createMetrics();
  const metrics = createStitcherMetrics(registry);
  const count = async (outcome: string) =>
    Number(
      new RegExp(`ad_prefetches_total\\{outcome="${outcome}"\\} (\\d+)`).exec(
        await registry.text(),
      )?.[1] ?? 0,
    );
  const counts = () => Promise.all(['used', 'failed', 'unused'].map(count));
  const came = await prefetching(2, expectedAt(startMs + 8_000), { more: { metrics } });
  await came.before(0);
  await expect.poll(() => adRequests().length).toBe(2);
  await came.marked();
  expect(await counts()).toEqual([2, 0, 0]);

  const none = await prefetching(3, expectedAt(startMs + 8_000), { more: { metrics } });
  await none.before(0);
  await expect.poll(() => adRequests().length).toBe(5);
  // The edge is past the time in which a break could have used the ads.
  await none.before(-40_000, 2);
  expect(await counts()).toEqual([2, 0, 3]);
});

test('H35 of two stitchers that serve a session the one that has prefetched the ads places them', async () => {
  const claims: string[] = [];
  const put: DecidedPod[] = [];
  const entriesOf = (isFirst: boolean) => ({
    claimAsk: async (_session: unknown, breakId: string, untilMs: number) => {
      claims.push(breakId);
      return isFirst ? undefined : untilMs;
    },
    awaited: async () => {
      await expect.poll(() => put.length).toBe(1);
      return put[0];
    },
    put: async (_session: unknown, own: DecidedPod) => {
      put.push(own);
      return own;
    },
  });
  const schedule = expectedAt(startMs + 8_000);
  const holder = await prefetching(1, schedule, { more: { entries: entriesOf(true) } });
  const other = await prefetching(1, schedule, { more: { entries: entriesOf(false) } });
  await Promise.all([holder.before(0), other.before(0)]);
  await expect.poll(() => claims.length).toBe(2);
  await expect.poll(() => adRequests().length).toBe(1);
  await Promise.all([other.marked(), holder.marked()]);
  expect([...statesOf(holder.sessions), ...statesOf(other.sessions)]).toEqual([
    'replaced',
    'replaced',
  ]);
  expect(adRequests()).toHaveLength(1);
  // No stitcher claims the break itself: the one that holds its prefetched ads is known.
  expect(claims.every((breakId) => breakId.startsWith('expected-'))).toBe(true);
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
