/** Another company's viewer of a stitcher that is attacked: the process lives, and its playlists come in time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { StitcherProcess } from './stitcher-process.suite.ts';
import type { TestEnvironment } from './test-environment.suite.ts';
import { TestPlayer } from './test-player.suite.ts';

const mostBytes = 1_200 * 1024 * 1024;
const mostDelayMs = 100;
const betweenMs = 5;

interface Watched {
  readonly requests: number;
  readonly failed: number;
  /** 99th percentile of the time that answers took, ms. */
  readonly p99Ms: number;
}

/** The viewer of the channel `others`, for as long as the attack lasts. */
async function watchedDuring(
  environment: TestEnvironment,
  port: number,
  attack: Promise<unknown>,
  advances: boolean,
): Promise<Watched> {
  const player = new TestPlayer(port, 'others');
  await player.open();
  await player.reload();
  const tookMs: number[] = [];
  let failed = 0;
  let isOver = false;
  const over = attack.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    if (advances) environment.edge += 1;
    const beganMs = performance.now();
    const { status } = await player.reload();
    tookMs.push(performance.now() - beganMs);
    failed += status === 200 ? 0 : 1;
    // Several hundred of them: the 99th percentile of a hundred is the slowest, which the machine alone may cause.
    await sleep(betweenMs);
  }
  await over;
  tookMs.sort((a, b) => a - b);
  return {
    requests: tookMs.length,
    failed,
    p99Ms: tookMs[Math.ceil(tookMs.length * 0.99) - 1] ?? 0,
  };
}

/**
 * @param attack is over when it resolves; the channel `others` reads the live source of the environment
 * @param advances the live source gets a segment with each request; false: the attack moves its edge
 */
export async function expectUnharmed(
  name: string,
  environment: TestEnvironment,
  stitcher: StitcherProcess,
  attack: () => Promise<unknown>,
  advances = true,
): Promise<void> {
  const watched = await watchedDuring(environment, stitcher.port, attack(), advances);
  await sleep(500);
  const { figures, hasEnded } = stitcher;
  process.stdout.write(`${name}: ${JSON.stringify({ ...watched, ...figures })}\n`);
  expect(hasEnded).toBe(false);
  expect(watched.requests).toBeGreaterThan(100);
  expect(watched.failed).toBe(0);
  expect(watched.p99Ms).toBeLessThan(mostDelayMs);
  expect(figures?.peakBytes).toBeLessThan(mostBytes);
}
