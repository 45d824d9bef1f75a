import { createEgress } from '@interlude/runtime';
import { fixedClock } from '@interlude/testkit';
import { afterAll, expect, test } from 'vitest';
import { mediaLimits } from './media-limits.ts';
import { createTenantStorages, type StorageRow } from './tenant-storages.ts';

const egress = createEgress();
afterAll(() => egress.close());

function setUp() {
  const clock = fixedClock();
  const requested: string[] = [];
  const state: { row: StorageRow | undefined; isAway: boolean } = {
    row: { type: 'local', settings: {}, updatedAt: '1' },
    isAway: false,
  };
  const storages = createTenantStorages({
    find: async (tenantId, systemId) => {
      requested.push(`${tenantId}/${systemId}`);
      if (state.isAway) throw new Error('the database is away');
      return tenantId === 't1' ? state.row : undefined;
    },
    clock,
    egress,
    dataFolder: '/nowhere',
  });
  return { clock, requested, state, storages };
}

test('asks once for many viewers, and again after a while; equal settings keep the storage', async () => {
  const { clock, requested, state, storages } = setUp();
  const [first, second] = await Promise.all([storages.of('t1', 's'), storages.of('t1', 's')]);
  expect(first).toBe(second);
  expect(await storages.of('t1', 's')).toBe(first);
  expect(requested).toEqual(['t1/s']);
  clock.advance(mediaLimits.keepStorageMs);
  expect(await storages.of('t1', 's')).toBe(first);
  state.row = { type: 'local', settings: {}, updatedAt: '2' };
  clock.advance(mediaLimits.keepStorageMs);
  expect(await storages.of('t1', 's')).not.toBe(first);
  expect(requested).toHaveLength(3);
});

test('remembers that a tenant does not exist', async () => {
  const { requested, storages } = setUp();
  expect(await storages.of('t2', '')).toBeUndefined();
  expect(await storages.of('t2', '')).toBeUndefined();
  expect(requested).toHaveLength(1);
});

test('without the database what is known stays in use, and the rest fails', async () => {
  const { clock, state, storages } = setUp();
  const known = await storages.of('t1', 's');
  state.isAway = true;
  clock.advance(mediaLimits.keepStorageMs);
  expect(await storages.of('t1', 's')).toBe(known);
  await expect(storages.of('t1', 'other')).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
  state.isAway = false;
  expect(await storages.of('t1', 'other')).toBeDefined();
});

test('made-up addresses do not ask without end', async () => {
  const { requested, storages } = setUp();
  const answers = await Promise.allSettled(
    Array.from({ length: 100 }, (_, at) => storages.of(`made-up-${at}`, '')),
  );
  expect(requested).toHaveLength(mediaLimits.lookupsAtOnce);
  expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(
    100 - mediaLimits.lookupsAtOnce,
  );
});
