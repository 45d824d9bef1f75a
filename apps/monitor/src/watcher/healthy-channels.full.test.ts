import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createLogger, SourceBudgets } from '@interlude/runtime';
import { buildChannel } from '@interlude/testkit';
import { expect, test } from 'vitest';
import { outputUrl, SimulatedPlatform, sourceHost } from '../testing/simulated-platform.suite.ts';
import { VirtualTime } from '../testing/virtual-time.suite.ts';
import { ChannelWatcher } from './channel-watcher.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

const channels = 50;
const minute = 60_000;

test('SEC-S91 50 healthy channels for an hour: no finding, and memory that does not grow', async () => {
  const time = new VirtualTime(Date.UTC(2026, 0, 1, 12));
  const { egress } = new SimulatedPlatform(time);
  const watchers = Array.from({ length: channels }, (_, index) => {
    const channel = {
      ...buildChannel({ sourceManifestUrl: `https://${sourceHost}/live/master.m3u8` }),
      ...{ id: `c${index}`, tenantId: 't1', state: 'enabled' as const, resetCount: 0 },
      ...{ createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
    };
    return new ChannelWatcher({
      ...{ channel, publicUrl: 'https://console.test', stitcherPublicUrl: outputUrl, egress },
      ...{ secretKey: Buffer.alloc(32, 7), clock: time, wait: time.wait },
      logger: createLogger({ name: 'test', level: 'silent' }),
      writer: { openFindings: async () => [] },
      records: { list: async () => [] },
      schedules: { list: async () => [] },
      slots: (work) => work(),
      ...{ processorMs: () => 0, budgets: new SourceBudgets() },
    });
  });
  const heap: number[] = [];
  for (let passed = 0; passed < 60; passed += 1) {
    await time.pass(minute);
    for (const watcher of watchers) expect(watcher.take().flush.findings).toEqual([]);
    if (passed % 20 === 19) {
      collect();
      heap.push(process.memoryUsage().heapUsed);
    }
  }
  await Promise.all(watchers.map((watcher) => watcher.stop()));
  expect(heap).toHaveLength(3);
  // After 20 minutes everything that is remembered for a time is there.
  expect((heap[2] ?? 0) / (heap[0] ?? 1)).toBeLessThan(1.5);
}, 900_000);
