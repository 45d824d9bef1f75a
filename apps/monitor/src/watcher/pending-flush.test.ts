import type { MonitoringMessage, MonitoringSegment, RecordedLook } from '@interlude/contract';
import type { MonitoringNotice } from '@interlude/persistence';
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

test('SEC-S91 messages, looks and notices are bounded and counted as well', () => {
  const pending = new PendingFlush();
  const { waitingLooks, waitingMessages } = monitorLimits;
  for (let id = 0; id < waitingMessages + 3; id += 1)
    pending.addMessage({ messageId: String(id) } as MonitoringMessage);
  for (let id = 0; id < waitingMessages + 5; id += 1)
    pending.addNotice({ cause: String(id) } as MonitoringNotice);
  pending.addLooks(Array.from({ length: waitingLooks + 7 }, () => ({}) as RecordedLook));
  expect(pending.takeLost()).toBe(3 + 5 + 7);
  const { chunk, notices } = pending.take();
  expect(chunk?.messages[0]).toEqual({ messageId: '3' });
  expect(notices[0]).toEqual({ cause: '5' });
});

test('SEC-S91 what the database refuses is counted, whatever its kind', () => {
  const pending = new PendingFlush();
  pending.addEntries([entry(1), entry(2)]);
  pending.addMessage({} as MonitoringMessage);
  pending.addLooks([{} as RecordedLook]);
  pending.addManifest(manifest('a', 1));
  pending.addNotice({} as MonitoringNotice);
  pending.lose(pending.take());
  expect(pending.takeLost()).toBe(6);
});
