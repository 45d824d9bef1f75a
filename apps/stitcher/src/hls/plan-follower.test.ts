import { channelSettings } from '@interlude/contract';
import { expect, test } from 'vitest';
import type { HlsSource } from '../origin/hls/hls-source.ts';
import { sessionsOf } from '../testing/break-decisions.suite.ts';
import { PlanFollower, type PlanFollowerOptions } from './plan-follower.ts';

const source = {
  referenceWindow: {
    segments: [{ number: 1, startMs: 1_000, durationMs: 1_000 }],
    headNumbers: [0],
    targetDuration: 1,
  },
  windows: [{ renditionId: 'v0', segments: [{ startMs: 1_000 }] }],
  targetDuration: 1,
} as unknown as HlsSource;

const settings = channelSettings.parse({
  name: 'c',
  sourceManifestUrl: 'https://o.example/m.m3u8',
});

/** Counted outcomes of a session that is resumed here, and of which nothing is stored. */
async function outcomesOf(isMonitor: boolean): Promise<unknown[]> {
  const outcomes: unknown[] = [];
  const [session = expect.fail()] = sessionsOf(1, () => '', true);
  Object.assign(session.viewer, { isMonitor });
  session.plan = undefined;
  const follower = new PlanFollower({
    breakDecisions: {} as PlanFollowerOptions['breakDecisions'],
    sessions: {
      started: () => undefined,
      stitchers: 1,
    } as unknown as PlanFollowerOptions['sessions'],
    clock: { now: () => session.openedMs + 60_000 },
    metrics: { sessionPlans: { add: (labels) => void outcomes.push(labels?.['outcome']) } },
    findSettings: () => settings,
  });
  await follower.resume(session, source, async () => ({ record: undefined, pods: [] }));
  expect(session.plan).toBeDefined();
  return outcomes;
}

test('H1 numbers that jump are counted of viewers alone: nothing is stored of a session of a monitor', async () => {
  expect(await outcomesOf(false)).toEqual(['jumped']);
  expect(await outcomesOf(true)).toEqual([]);
});
