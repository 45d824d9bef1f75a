import { domainError } from '@interlude/contract/errors';
import { createEgress } from '@interlude/runtime';
import { afterAll, expect, test } from 'vitest';
import { createStorageCache, createTenantStorages } from './tenant-storages.ts';

const egress = createEgress();
afterAll(() => egress.close());

test('a storage is reused until the settings of its system change', () => {
  const storageOf = createStorageCache({ egress, dataFolder: '/nowhere' });
  const system = { id: 's1', type: 'local', settings: {}, updatedAt: '2026-01-01T00:00:00Z' };
  const first = storageOf('t1', system);
  expect(storageOf('t1', { ...system })).toBe(first);
  expect(storageOf('t1', { ...system, id: 's2' })).not.toBe(first);
  const changed = storageOf('t1', { ...system, updatedAt: '2026-01-02T00:00:00Z' });
  expect(changed).not.toBe(first);
  expect(storageOf('t1', system)).not.toBe(changed);
});

test('a system that cannot be used fails at each call, and is not kept', () => {
  const storageOf = createStorageCache({ egress, dataFolder: '/nowhere' });
  const broken = { id: 's1', type: 'tape', settings: {}, updatedAt: '' };
  expect(() => storageOf('t1', broken)).toThrow(
    expect.objectContaining({ code: 'STORAGE_FAILED' }),
  );
  expect(storageOf('t1', { ...broken, type: 'local' }).kind).toBe('local');
});

test('a tenant has the storage of the system that is found, or the error of a missing one', async () => {
  const system = { id: 's1', type: 'local', settings: {}, updatedAt: '', name: 'Media' };
  const storages = createTenantStorages({
    find: async (tenantId, systemId) =>
      tenantId === 't1' && systemId === 's1' ? system : undefined,
    missing: () => domainError('SYSTEM_NOT_FOUND'),
    egress,
    dataFolder: '/nowhere',
  });
  const found = await storages.of('t1', 's1');
  expect(found.system).toBe(system);
  expect((await storages.of('t1', 's1')).storage).toBe(found.storage);
  await expect(storages.of('t2', 's1')).rejects.toMatchObject({ code: 'SYSTEM_NOT_FOUND' });
});
