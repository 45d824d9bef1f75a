import { createEgress, type Egress } from '@interlude/runtime';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DecidedPod } from '../sessions/decided-pod.ts';
import {
  breakDecisionsOf,
  channelOf,
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

/** The second break of a session whose first one another stitcher has decided. */
async function secondBreak(adFrequencyCap: number) {
  const channel = channelOf(environment.base, { adFrequencyCap });
  const elsewhere = breakDecisionsOf(channel, egress);
  const [there = expect.fail(), here = expect.fail()] = sessionsOf(2);
  elsewhere.breakDecisions.follow(there, await sourceOf(channel, -1));
  await elsewhere.breakDecisions.idle();
  const known = there.pod('b1') ?? expect.fail();
  const entries = {
    claimAsk: async (_: unknown, breakId: string) => (breakId === 'b1' ? Date.now() : undefined),
    awaited: async () => known,
    put: async (_: unknown, own: DecidedPod) => own,
  };
  const { breakDecisions, decided } = breakDecisionsOf(channel, egress, false, {}, { entries });
  const source = await sourceOf(channel, -1);
  breakDecisions.follow(here, source);
  await breakDecisions.decided(here);
  const [first = expect.fail()] = source.breaks;
  const startMs = first.startMs + 60_000;
  const second = { ...first, breakId: 'b2', startMs, plannedEndMs: startMs + 8_000 };
  const later = { breaks: [first, second], knownUntilMs: startMs + 1, pollVersion: 2 };
  breakDecisions.follow(here, { ...source, ...later });
  await breakDecisions.idle();
  return decided.find(({ avail }) => avail.breakId === 'b2')?.decision.pod;
}

test('V10 what another stitcher has given to a session counts for its frequency cap', async () => {
  expect((await secondBreak(1))?.dropped.map(({ reason }) => reason)).toEqual(['FREQUENCY_CAP']);
  expect((await secondBreak(2))?.placements.map(({ kind }) => kind)).toContain('ad');
  expect((await secondBreak(0))?.placements.map(({ kind }) => kind)).toContain('ad');
});
