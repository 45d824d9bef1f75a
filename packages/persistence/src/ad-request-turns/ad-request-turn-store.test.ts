import { addTenant, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AdRequestTurnStore,
  createAdRequestTurnStore,
  type TurnsWanted,
} from './ad-request-turn-store.ts';

let template: TemplateDatabase;
let store: AdRequestTurnStore;
let tenantId: string;
beforeAll(async () => {
  template = await templateDatabase();
  store = createAdRequestTurnStore(template.database);
  tenantId = await addTenant(template.database);
});
afterAll(() => template.drop());

const wanted = (server: string, more: Partial<TurnsWanted> = {}): TurnsWanted => ({
  ...{ tenantId, server, count: 1, perSecond: 1, withinMs: 60_000 },
  ...more,
});

test('turns follow one another, whoever takes them, also at different rates', async () => {
  const [first] = await store.take([wanted('a', { count: 10, perSecond: 2 })]);
  expect(first).toEqual({ firstInMs: 0, count: 10 });
  const [second] = await store.take([wanted('a')]);
  expect(second?.firstInMs).toBeGreaterThan(4_000);
  expect(second?.firstInMs).toBeLessThanOrEqual(5_000);
  const [third] = await store.take([wanted('a')]);
  expect((third?.firstInMs ?? 0) - (second?.firstInMs ?? 0)).toBeGreaterThan(0);
  expect(third?.firstInMs).toBeLessThanOrEqual(6_000);
});

test('as many are given as begin within the time, and none is taken that is not given', async () => {
  const within = { count: 10, withinMs: 3_000 };
  expect(await store.take([wanted('b', within)])).toEqual([{ firstInMs: 0, count: 4 }]);
  const [none] = await store.take([wanted('b', within)]);
  expect(none?.count).toBe(0);
  const [next] = await store.take([wanted('b')]);
  expect(next?.firstInMs).toBeGreaterThan(3_000);
  expect(next?.firstInMs).toBeLessThanOrEqual(4_000);
});

test('ad servers, and companies, have turns of their own', async () => {
  const other = await addTenant(template.database);
  const all = [wanted('d'), wanted('c', { count: 3 }), wanted('c', { tenantId: other })];
  expect(await store.take(all)).toEqual([
    { firstInMs: 0, count: 1 },
    { firstInMs: 0, count: 3 },
    { firstInMs: 0, count: 1 },
  ]);
  expect(await store.take([])).toEqual([]);
});

test('statements at one time give no turn twice', async () => {
  const takes = Array.from({ length: 20 }, () =>
    store.take([wanted('e', { count: 5, perSecond: 100 }), wanted('f', { perSecond: 100 })]),
  );
  const firsts = (await Promise.all(takes)).map(([of]) => of?.firstInMs ?? 0);
  expect(new Set(firsts.map((ms) => Math.round(ms))).size).toBe(20);
  // 100 turns of 10 ms, less what has passed meanwhile.
  expect(Math.max(...firsts)).toBeGreaterThan(500);
});

test('ad servers that were not asked for long are removed', async () => {
  await store.take([wanted('g')]);
  expect(await store.purge(Date.now() - 60_000)).toBe(0);
  expect(await store.purge(Date.now() + 3_600_000)).toBeGreaterThan(0);
});
