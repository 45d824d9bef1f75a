/** Sessions by the thousand that enter one break at once, decided in time by one process. */
import { createEgress, type Egress } from '@interlude/runtime';
import { afterEach, beforeEach, expect } from 'vitest';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import {
  breakDecisionsOf,
  channelOf,
  sessionsOf,
  sourceOf,
} from '../testing/break-decisions.suite.ts';
import { type EnvironmentProcess, spawnEnvironment } from '../testing/environment-process.suite.ts';

/**
 * Sessions of the full test; the integration test has half of them, so that a busy machine decides them in time, too.
 */
export const viewers = 5_000;

let environment: EnvironmentProcess;
let egress: Egress;

/** Registers the hooks that start and stop the environment, for all tests of a file. */
export function manyViewersEnvironment(): void {
  beforeEach(async () => {
    environment = await spawnEnvironment();
    egress = createEgress({ allow: [environment.host] });
  });
  afterEach(async () => {
    await egress.close();
    await environment.stop();
  });
}

const hasAds = (session: PlaybackSession) =>
  session.plan?.breaks[0]?.state === 'replaced' ||
  (session.decision('b1')?.pod.placements.length ?? 0) > 0;

/** `count` sessions meet a break that was announced `leadMs` before; all are decided within the deadline. */
export async function enterBreak(
  count: number,
  leadMs: number,
  cohortsEnabled: boolean,
): Promise<void> {
  const channel = channelOf(`http://${environment.host}`, { cohortsEnabled });
  const { breakDecisions, decided } = breakDecisionsOf(channel, egress);
  // A channel on air has read its creatives before.
  breakDecisions.follow(
    sessionsOf(1)[0] ?? expect.fail(),
    await sourceOf(channel, -1, { breakId: 'b0' }),
  );
  await expect.poll(() => decided.length).toBe(1);
  const source = await sourceOf(channel, leadMs);
  const sessions = sessionsOf(count, (index) => `ifa=v${index}&genre=g${index % 10}`);
  const startedMs = performance.now();
  void breakDecisions.followAll(sessions, source);
  await expect.poll(() => decided.length, { interval: 20, timeout: 15_000 }).toBe(count + 1);
  const tookMs = Math.round(performance.now() - startedMs);
  process.stdout.write(`${count} decisions, lead ${leadMs} ms: ${tookMs} ms\n`);
  expect(sessions.filter(hasAds)).toHaveLength(count);
  const requested = decided.filter(({ decision }) => decision.adServerRequested).length - 1;
  expect(requested).toBe(cohortsEnabled ? 10 : count);
}

/** More sessions than the ad server can answer in time: the first ones get ads, the others content. */
export async function overloadBreak(): Promise<void> {
  const channel = channelOf(`http://${environment.host}`);
  const { breakDecisions, decided } = breakDecisionsOf(channel, egress);
  const crowd = sessionsOf(40_000);
  void breakDecisions.followAll(crowd, await sourceOf(channel, -1));
  await expect.poll(() => decided.length, { interval: 20, timeout: 15_000 }).toBe(crowd.length);
  const filled = crowd.map(hasAds);
  process.stdout.write(`${crowd.length} at once: ${filled.filter(Boolean).length} got ads\n`);
  expect(filled.slice(0, 500)).toEqual(Array.from({ length: 500 }, () => true));
  const reasons = new Set(decided.flatMap(({ decision }) => decision.pod.reason ?? []));
  reasons.delete('AD_SERVER_TIMEOUT');
  expect([...reasons]).toEqual(filled.every(Boolean) ? [] : ['DECISION_TIMEOUT']);
}
