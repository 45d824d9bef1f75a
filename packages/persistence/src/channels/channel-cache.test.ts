import { buildChannel } from '@interlude/testkit';
import { expect, test } from 'vitest';
import { ChannelCache } from './channel-cache.ts';
import type { StoredChannel } from './channel-row.ts';

const atMs = Date.UTC(2026, 0, 1);
const channel = (id: string, tenantId = 'one'): StoredChannel => ({
  ...buildChannel(),
  id,
  tenantId,
  state: 'enabled',
  resetCount: 0,
  createdAt: new Date(atMs).toISOString(),
  updatedAt: new Date(atMs).toISOString(),
});
const version = { tenantId: 'one', id: 'a', updatedAtMs: atMs, resetCount: 0 };

test('finds the version that was added, and no other one', () => {
  const cache = new ChannelCache();
  const added = cache.add(channel('a'));
  expect(cache.find(version)).toBe(added);
  expect(cache.find({ ...version, updatedAtMs: atMs + 1 })).toBeUndefined();
  expect(cache.find({ ...version, resetCount: 1 })).toBeUndefined();
  expect(cache.find({ ...version, tenantId: 'two' })).toBeUndefined();
});

test('what is shared cannot be changed', () => {
  const added = new ChannelCache().add(channel('a'));
  expect(Object.isFrozen(added)).toBe(true);
  expect(Object.isFrozen(added.stitcher)).toBe(true);
});

test('holds as many as it may, and drops the least recently used', () => {
  const cache = new ChannelCache(2);
  cache.add(channel('a'));
  cache.add(channel('b'));
  cache.find(version);
  cache.add(channel('c'));
  const ids = ['a', 'b', 'c'].filter((id) => cache.find({ ...version, id }));
  expect(ids).toEqual(['a', 'c']);
});
