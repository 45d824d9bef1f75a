import type { MonitoringSegment } from '@interlude/contract';
import { expect, test } from 'vitest';
import { monitorLimits } from '../monitor-limits.ts';
import { PendingFlush } from './pending-flush.ts';

const entry = (id: number) => ({
  ...{ lane: 'source' as const, playlist: 0 },
  entry: { id: String(id) } as MonitoringSegment,
});
const manifest = (key: string, bytes: number) => ({
  ...{ key, base: '', lane: 'source' as const, playlist: 0, loadedAtMs: 0, uri: '' },
  body: Buffer.alloc(bytes),
});

test('what could not be written stands before what came meanwhile', () => {
  const pending = new PendingFlush();
  expect(pending.take().chunk).toBeUndefined();
  pending.addEntries([entry(1)]);
  pending.setPlaylists([{ index: 0, uri: 'u', name: 'old' }]);
  const taken = pending.take();
  pending.addEntries([entry(2)]);
  pending.giveBack(taken);
  const { chunk } = pending.take();
  expect(chunk?.entries.map((one) => one.entry.id)).toEqual(['1', '2']);
  expect(chunk?.playlists).toEqual([{ index: 0, uri: 'u', name: 'old' }]);
});

test('SEC-S91 while the database is away the oldest is lost and counted', () => {
  const pending = new PendingFlush();
  const { waitingEntries, waitingManifestBytes } = monitorLimits;
  for (let id = 0; id < waitingEntries + 100; id += 1) pending.addEntries([entry(id)]);
  for (const key of ['a', 'b', 'c']) pending.addManifest(manifest(key, waitingManifestBytes / 2));
  expect(pending.takeLost()).toBe(101);
  const { chunk, manifests } = pending.take();
  expect(chunk?.entries.length).toBe(waitingEntries);
  expect(chunk?.entries[0]?.entry.id).toBe('100');
  expect(manifests.map(({ key }) => key)).toEqual(['b', 'c']);
});
