import { domainError } from '@interlude/contract/errors';
import { createLogger, createMetrics, tooLarge } from '@interlude/runtime';
import { fixedClock } from '@interlude/testkit';
import { expect, test } from 'vitest';
import { createStitcherMetrics } from '../metrics.ts';
import { channelEntry } from '../testing/start-stitcher.suite.ts';
import { originLimits } from './origin-limits.ts';
import type { PolledSource } from './polled-source.ts';
import { SourcePool } from './source-pool.ts';
import type { SourceReport } from './source-report.ts';

test('a source is read until nobody has watched it for a while, and fails no longer then', () => {
  const clock = fixedClock();
  const stopped: string[] = [];
  const pool = new SourcePool({
    clock,
    logger: createLogger({ name: 'test', level: 'silent' }),
    metrics: createStitcherMetrics(createMetrics()),
    refusals: { source: () => undefined, cleared: () => undefined },
    create: (channel): PolledSource => ({
      ...{ channel, breaks: [], knownUntilMs: 0, pollVersion: 0, oldestMs: 0, breaksVersion: 0 },
      ...{ profile: undefined, hasAlignedSegments: true },
      health: { state: 'failing', sinceMs: 0 },
      timing: { windowMs: 0, targetDurationMs: 0 },
      open: () => Promise.resolve(),
      store: async () => undefined,
      confirm: () => undefined,
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

test('SEC-S55 operators learn that a source is beyond a budget, and that it is read again; nothing of other failures', () => {
  const stored: string[] = [];
  let reported: SourceReport | undefined;
  const pool = new SourcePool({
    clock: fixedClock(),
    logger: createLogger({ name: 'test', level: 'silent' }),
    metrics: createStitcherMetrics(createMetrics()),
    refusals: {
      source: ({ id }, url, { code }) => stored.push(`${id} ${url} ${code}`),
      cleared: ({ id }) => stored.push(`${id} read`),
    },
    create: (channel, report): PolledSource => {
      reported = report;
      return {
        ...{ channel, breaks: [], knownUntilMs: 0, pollVersion: 0, oldestMs: 0, breaksVersion: 0 },
        ...{ profile: undefined, hasAlignedSegments: true },
        health: { state: 'failing', sinceMs: 0 },
        timing: { windowMs: 0, targetDurationMs: 0 },
        open: () => Promise.resolve(),
        store: async () => undefined,
        confirm: () => undefined,
        stop: () => undefined,
      };
    },
  });
  pool.get(
    channelEntry('c1', {
      name: 'c1',
      sourceManifestUrl: 'https://cdn.test/a.m3u8',
      trueSourceUrl: 'https://origin.test/a.m3u8',
    }),
  );
  const failing = { state: 'failing', sinceMs: 0 } as const;
  reported?.state(failing, domainError('FETCH_STATUS', { host: 'origin.test', status: 503 }));
  reported?.state(failing, tooLarge('segments', 20_000));
  reported?.state({ state: 'fine', sinceMs: 0 }, undefined);
  expect(stored).toEqual(['c1 https://origin.test/a.m3u8 SOURCE_TOO_LARGE', 'c1 read']);
});
