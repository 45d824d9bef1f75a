import { createLogger, createMetrics } from '@interlude/runtime';
import { fixedClock } from '@interlude/testkit';
import { expect, test } from 'vitest';
import { createStitcherMetrics } from '../metrics.ts';
import { channelEntry } from '../testing/start-stitcher.suite.ts';
import { originLimits } from './origin-limits.ts';
import type { PolledSource } from './polled-source.ts';
import { SourcePool } from './source-pool.ts';

test('a source is read until nobody has watched it for a while, and fails no longer then', () => {
  const clock = fixedClock();
  const stopped: string[] = [];
  const pool = new SourcePool({
    clock,
    logger: createLogger({ name: 'test', level: 'silent' }),
    metrics: createStitcherMetrics(createMetrics()),
    create: (channel): PolledSource => ({
      ...{ channel, breaks: [], knownUntilMs: 0, pollVersion: 0, oldestMs: 0, breaksVersion: 0 },
      ...{ profile: undefined, hasAlignedSegments: true },
      health: { state: 'failing', sinceMs: 0 },
      timing: { windowMs: 0, targetDurationMs: 0 },
      open: () => Promise.resolve(),
      stop: () => void stopped.push(channel.id),
    }),
  });
  for (const id of ['watched', 'left']) {
    pool.get(channelEntry(id, { name: id, sourceManifestUrl: 'https://origin.test/a.m3u8' }));
  }
  const isWatched = (channelId: string) => channelId === 'watched';
  expect(pool.sweep(isWatched)).toEqual({ sources: 2, failing: 2 });
  clock.advance(originLimits.lingerMs);
  expect(pool.sweep(isWatched)).toEqual({ sources: 2, failing: 2 });
  clock.advance(1);
  expect(pool.sweep(isWatched)).toEqual({ sources: 1, failing: 1 });
  expect([stopped, pool.find('left')]).toEqual([['left'], undefined]);
});
