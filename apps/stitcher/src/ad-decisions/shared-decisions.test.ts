import { createEgress, type Egress } from '@interlude/runtime';
import { contentPod, createPlan } from '@interlude/stitching';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DecidedPod } from '../sessions/decided-pod.ts';
import {
  breakDecisionsOf,
  channelOf,
  epochMs,
  sessionsOf,
  sourceOf,
} from '../testing/break-decisions.suite.ts';
import { TestEnvironment } from '../testing/test-environment.suite.ts';
import type { BreakDecisionsOptions } from './break-decisions.ts';
import { decisionLimits } from './decision-limits.ts';

let environment: TestEnvironment;
let egress: Egress;

beforeEach(async () => {
  environment = new TestEnvironment();
  await environment.start();
  environment.ads = [{ id: 'ad1', seconds: 4, creative: 'c-4-x' }];
  egress = createEgress({ allow: [environment.host] });
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await egress.close();
  await environment.stop();
});

type Entries = NonNullable<BreakDecisionsOptions['entries']>;

/** The time that a stitcher has for a break that was not announced. */
const { deadlineMs, leastAnswerMs, storedWithinMs } = decisionLimits;

/** A session of several stitchers meets a break; `entries` stands in for the other stitchers. */
async function meetBreak(entries: Partial<Entries>, wasShown = false) {
  const channel = channelOf(environment.base);
  const claims: number[] = [];
  const { breakDecisions, decided, fallbacks } = breakDecisionsOf(
    ...([channel, egress, wasShown, {}] as const),
    {
      entries: {
        put: async (_, own) => own,
        awaited: async () => undefined,
        ...entries,
        claimAsk: async (session, breakId, untilMs) => {
          claims.push(untilMs);
          return entries.claimAsk?.(session, breakId, untilMs);
        },
      },
    },
  );
  const [session = expect.fail()] = sessionsOf(1, () => '', true);
  session.plan = createPlan({ sessionStartMs: epochMs, targetDuration: 1 });
  breakDecisions.follow(session, await sourceOf(channel, -1));
  await breakDecisions.decided(session);
  const kinds = session.plan?.breaks[0]?.placements.map(({ kind }) => kind);
  return { session, kinds, decided, fallbacks, giveUpAtMs: claims[0] ?? expect.fail() };
}

/** The decision of another stitcher for the break. */
async function decidedElsewhere(): Promise<DecidedPod> {
  const { session } = await meetBreak({ claimAsk: async () => undefined });
  return session.pod('b1') ?? expect.fail();
}

test('H1 H35 who waits for the decision of another stitcher waits also when its own time is over', async () => {
  const known = await decidedElsewhere();
  const untils: number[] = [];
  const { giveUpAtMs, kinds, decided } = await meetBreak({
    claimAsk: async (_session, _breakId, untilMs) => untilMs + 2_000,
    awaited: async (_session, _breakId, untilMs) => {
      untils.push(untilMs);
      return known;
    },
  });
  expect(untils).toEqual([giveUpAtMs + 2_000 + storedWithinMs]);
  expect(kinds).toContain('ad');
  expect(decided).toEqual([]);
});

test('the clock of another machine keeps no break for longer than a decision takes', async () => {
  const untils: number[] = [];
  const { giveUpAtMs } = await meetBreak({
    claimAsk: async (_session, _breakId, untilMs) => untilMs + 3_600_000,
    awaited: async (_session, _breakId, untilMs) => {
      untils.push(untilMs);
      return undefined;
    },
  });
  expect(untils).toEqual([giveUpAtMs + deadlineMs]);
});

test('the ads of a stitcher that is gone are requested by another one, which has the time for it', async () => {
  const { kinds, decided } = await meetBreak({
    claimAsk: async (_session, _breakId, untilMs) => untilMs,
    awaited: async (_session, _breakId, untilMs) => {
      vi.setSystemTime(untilMs);
      return undefined;
    },
  });
  expect(kinds).toContain('ad');
  expect(decided.map((one) => Math.round(one.deadlineMs))).toEqual([leastAnswerMs]);
});

test('H35 a break whose ads were shown before a kill has what stands in the database, else the source for all', async () => {
  const known = await decidedElsewhere();
  const put = vi.fn<Entries['put']>(async (_, own) => own);
  const left = await meetBreak({ put }, true);
  expect(left.kinds).toEqual([]);
  expect(left.fallbacks).toContain('SESSION_RESUMED');
  expect(put.mock.calls.map(([, { pod }]) => pod)).toEqual([contentPod('SESSION_RESUMED')]);

  const adopted = await meetBreak({ put: async () => known }, true);
  expect(adopted.kinds).toContain('ad');
  expect(adopted.fallbacks).toEqual([]);

  const claimed = await meetBreak(
    { claimAsk: async (_session, _breakId, untilMs) => untilMs, awaited: async () => known },
    true,
  );
  expect(claimed.kinds).toContain('ad');
});
