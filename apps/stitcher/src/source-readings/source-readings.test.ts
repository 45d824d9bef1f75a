import { randomBytes } from 'node:crypto';
import { createLogger, createMetrics } from '@interlude/runtime';
import { expect, test } from 'vitest';
import { createStitcherMetrics } from '../metrics.ts';
import { channelEntry } from '../testing/start-stitcher.suite.ts';
import { readingLimits } from './reading-limits.ts';
import { type ReadingStore, SourceReadings } from './source-readings.ts';

const noon = 1_772_366_400_000;

/** Readings of one stitcher, on a store that takes everything. */
function rig() {
  const clock = { nowMs: noon, now: () => clock.nowMs };
  const put: number[] = [];
  const store: ReadingStore = {
    put: (reading) => {
      put.push(reading.reading.length + (reading.base?.length ?? 0));
      return Promise.resolve(clock.nowMs);
    },
    after: () => Promise.resolve({ readings: [], nowMs: clock.nowMs }),
    sinceBase: () => Promise.resolve({ readings: [], nowMs: clock.nowMs }),
    newest: () => Promise.resolve({ version: 0, nowMs: clock.nowMs }),
    notify: () => Promise.resolve(clock.nowMs),
    watch: () => Promise.resolve(() => undefined),
  };
  const readings = new SourceReadings({
    ...{ store, clock, stitcherId: 'one', stitchers: () => 2 },
    secretKey: Buffer.alloc(32, 7),
    logger: createLogger({ name: 'test', level: 'silent' }),
    metrics: createStitcherMetrics(createMetrics()),
    onStarted: () => undefined,
  });
  const of = (id: string, tenantId: string) => {
    const input = { name: id, sourceManifestUrl: 'https://origin.example/a.m3u8' };
    const common = readings.of({ ...channelEntry(id, input), tenantId });
    if (!common) throw new Error('there is a store');
    return common;
  };
  return { clock, put, of };
}

test('SEC-S57 the base of a reading counts towards the rate of its company, and holds back no other one', async () => {
  const { clock, put, of } = rig();
  const one = of('c1', 't1');
  // Random text is compressed to three quarters at most.
  const base = [JSON.stringify(randomBytes(9 * 1024 * 1024).toString('base64'))];
  let version = 1;
  const next = () => ({ version: version++, lines: ['{}'], base });
  expect(await one.put(next())).toBe(noon);
  expect(await one.put(next())).toBe(noon);
  const { burstSeconds, bytesPerSecond } = readingLimits;
  const paidMs = ((put[0] ?? 0) + (put[1] ?? 0)) / (bytesPerSecond / 1_000);
  expect(paidMs).toBeGreaterThan((burstSeconds + 10) * 1_000);
  expect(await one.put(next())).toBeUndefined();
  expect(await of('c2', 't2').put(next())).toBe(noon);
  clock.nowMs = noon + Math.floor(paidMs) - burstSeconds * 1_000 - 1;
  expect(await one.put(next())).toBeUndefined();
  clock.nowMs += 2;
  expect(await one.put(next())).toBe(clock.nowMs);
  expect(put).toHaveLength(4);
}, 30_000);
