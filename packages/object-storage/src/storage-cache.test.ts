import { createEgress } from '@interlude/runtime';
import { afterAll, expect, test } from 'vitest';
import { createStorageCache } from './storage-cache.ts';

const egress = createEgress();
afterAll(() => egress.close());

test('a storage is reused until the settings of its system change', () => {
  const storageOf = createStorageCache({ egress, dataFolder: '/nowhere' });
  const system = { id: 's1', type: 'local', settings: {}, updatedAt: '2026-01-01T00:00:00Z' };
  const first = storageOf(system);
  expect(storageOf({ ...system })).toBe(first);
  expect(storageOf({ ...system, id: 's2' })).not.toBe(first);
  const changed = storageOf({ ...system, updatedAt: '2026-01-02T00:00:00Z' });
  expect(changed).not.toBe(first);
  expect(storageOf(system)).not.toBe(changed);
});

test('a system that cannot be used fails at each call, and is not kept', () => {
  const storageOf = createStorageCache({ egress, dataFolder: '/nowhere' });
  const broken = { id: 's1', type: 'tape', settings: {}, updatedAt: '' };
  expect(() => storageOf(broken)).toThrow(expect.objectContaining({ code: 'STORAGE_FAILED' }));
  expect(storageOf({ ...broken, type: 'local' }).kind).toBe('local');
});
