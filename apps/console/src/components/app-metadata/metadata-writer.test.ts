import type { DashboardItem } from '@interlude/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMetadataWriter, gatherMs, type MetadataPatch } from './metadata-writer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const setting = (chart: string): DashboardItem => ({
  ...{ system: 's1', chart, interval: 86_400_000, viewOption: null, campaignName: '' },
  timing: 'last',
});

function writer(send: (patch: MetadataPatch) => Promise<void> = async () => undefined) {
  const sent: MetadataPatch[] = [];
  const failures: unknown[] = [];
  const { later, now, flush } = createMetadataWriter({
    send: async (patch) => {
      sent.push(patch);
      await send(patch);
    },
    onFailure: (error) => failures.push(error),
  });
  return { sent, failures, later, now, flush };
}

it('API-028 OP-55 the normal update gathers for a second and sends once', async () => {
  const { sent, later } = writer();
  later({ reportSettings: [setting('a')] });
  await vi.advanceTimersByTimeAsync(gatherMs - 1);
  later({ reportSettings: [setting('b')], dashboardItems: [] });
  await vi.advanceTimersByTimeAsync(gatherMs - 1);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual([{ reportSettings: [setting('b')], dashboardItems: [] }]);
  await vi.advanceTimersByTimeAsync(10 * gatherMs);
  expect(sent).toHaveLength(1);
});

it('API-028 OP-55 the immediate update is sent at once, with what was gathered, and awaited', async () => {
  const { sent, later, now } = writer();
  later({ reportSettings: [] });
  await now({ selectedChannels: ['c1'] });
  expect(sent).toEqual([{ reportSettings: [], selectedChannels: ['c1'] }]);
  await vi.advanceTimersByTimeAsync(10 * gatherMs);
  expect(sent).toHaveLength(1);
});

it('API-028 a refused update rejects the immediate one and reports the gathered one', async () => {
  const refused = new Error('refused');
  const { failures, later, now, flush } = writer(() => Promise.reject(refused));
  await expect(now({ dashboardItems: [] })).rejects.toBe(refused);
  expect(failures).toEqual([]);
  later({ dashboardItems: [] });
  flush();
  await vi.advanceTimersByTimeAsync(0);
  expect(failures).toEqual([refused]);
});

it('an older update never overtakes a newer one', async () => {
  const open: (() => void)[] = [];
  const { sent, now } = writer(() => new Promise((resolve) => open.push(resolve)));
  const first = now({ selectedChannels: ['a'] });
  const second = now({ selectedChannels: ['b'] });
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toHaveLength(1);
  open[0]?.();
  await first;
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toHaveLength(2);
  open[1]?.();
  await second;
});
