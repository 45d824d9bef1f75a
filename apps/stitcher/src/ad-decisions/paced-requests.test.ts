import { createEgress, createLogger, type Egress, systemClock } from '@interlude/runtime';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AdRequestTurns } from '../ad-request-turns/ad-request-turns.ts';
import { memoryTurns } from '../ad-request-turns/memory-turns.suite.ts';
import {
  breakDecisionsOf,
  channelOf,
  epochMs,
  sessionsOf,
  sourceOf,
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

const logger = createLogger({ name: 'test', level: 'fatal', stream: process.stderr });

/** Most of these moments within any second. */
function mostInASecond(moments: readonly number[]): number {
  return Math.max(
    ...moments.map((from) => moments.filter((at) => at >= from && at < from + 1_000).length),
  );
}

/** When each ad request came, in ms of this process. */
function arrivalsOfRequests(): number[] {
  const arrivals: number[] = [];
  environment.override('/ads', (_, response) => {
    arrivals.push(performance.now());
    response.end(environment.vast());
  });
  return arrivals;
}

test('an ad server gets no more requests a second than the channel allows, from two stitchers together', async () => {
  const arrivals = arrivalsOfRequests();
  const channel = channelOf(environment.base, {
    adRequestsPerSecond: 20,
    prefetchSchedules: [
      { expectedStart: new Date(epochMs + 610_000).toISOString(), duration: 8, requestFrom: 60 },
    ],
  });
  const store = memoryTurns(systemClock);
  const source = { ...(await sourceOf(channel, 0)), breaks: [] };
  const given: number[] = [];
  const stitchers = [0, 1].map(() => {
    const turns = new AdRequestTurns({ store, clock: systemClock, logger, stitchers: () => 2 });
    const take: AdRequestTurns['take'] = async (wanted) => {
      const inMs = await turns.take(wanted);
      if (inMs !== undefined) given.push(performance.now() + inMs);
      return inMs;
    };
    return breakDecisionsOf(channel, egress, false, {}, { turns: { take } }).breakDecisions;
  });
  const sessions = sessionsOf(60);
  for (const session of sessions) session.lastSeenMs = Date.now();
  await Promise.all(
    stitchers.map((stitcher, index) =>
      stitcher.followAll(sessions.slice(index * 30, index * 30 + 30), source),
    ),
  );
  await expect.poll(() => arrivals.length, { timeout: 6_000 }).toBe(60);
  expect(given).toHaveLength(60);
  expect(mostInASecond(given)).toBeLessThanOrEqual(20);
  // None before its turn; a machine that is busy sends some of them late, and then together.
  given.sort((a, b) => a - b);
  const early = given.filter((turn, index) => (arrivals[index] ?? 0) < turn);
  expect(early).toEqual([]);
});

test('a request is not sent a part of a millisecond before its turn', async () => {
  const arrivals = arrivalsOfRequests();
  const channel = channelOf(environment.base, { adRequestsPerSecond: 20 });
  const given: number[] = [];
  const take = async () => {
    given.push(performance.now() + 3.9);
    return 3.9;
  };
  const { breakDecisions } = breakDecisionsOf(channel, egress, false, {}, { turns: { take } });
  const source = await sourceOf(channel, 0);
  for (const session of sessionsOf(25)) {
    await breakDecisions.followAll([session], source);
    await breakDecisions.idle();
  }
  expect(arrivals).toHaveLength(25);
  expect(arrivals.filter((at, index) => at < (given[index] ?? 0))).toEqual([]);
});

test('a request that has no turn before the deadline of its break is not sent', async () => {
  const channel = channelOf(environment.base, { adRequestsPerSecond: 2 });
  const turns = new AdRequestTurns({
    ...{ store: undefined, clock: systemClock, logger },
    stitchers: () => 1,
  });
  const { breakDecisions, decided } = breakDecisionsOf(channel, egress, false, {}, { turns });
  await breakDecisions.followAll(sessionsOf(30), await sourceOf(channel, -1));
  await breakDecisions.idle();
  const reasons = Map.groupBy(decided, ({ decision }) => decision.pod.reason ?? 'filled');
  // Six seconds, as a target duration of 4 s lets a playlist wait, one of them for the answer.
  expect(reasons.get('filled')?.length).toBeGreaterThanOrEqual(8);
  expect(reasons.get('filled')?.length).toBeLessThanOrEqual(11);
  expect(reasons.get('AD_REQUEST_RATE')).toHaveLength(30 - (reasons.get('filled')?.length ?? 0));
  expect(environment.requests.filter(({ path }) => path === '/ads')).toHaveLength(
    reasons.get('filled')?.length ?? 0,
  );
});
