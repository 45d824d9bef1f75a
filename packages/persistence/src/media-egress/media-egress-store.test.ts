import { addTenant, fixedClock, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMediaEgressStore, type MediaEgressStore } from './media-egress-store.ts';

const hourMs = 3_600_000;
const startMs = Date.parse('2026-03-01T12:00:00.000Z');
const clock = fixedClock();
let made: TemplateDatabase;
let egress: MediaEgressStore;
let tenantId: string;
beforeAll(async () => {
  made = await templateDatabase({ clock });
  egress = createMediaEgressStore(made.database);
});
afterAll(() => made.drop());
beforeEach(async () => {
  tenantId = await addTenant(made.database);
  clock.advance(startMs + 10 * hourMs - clock.now());
});

const sum = (fromMs: number, toMs: number, of = tenantId) =>
  egress.sum(of, { kind: 'ads', fromMs, toMs });

test('API-041 bytes of all writers add up, by kind and tenant', async () => {
  const other = await addTenant(made.database);
  const entry = { tenantId, kind: 'ads' as const, atMs: startMs + 5, bytes: 100 };
  await Promise.all(
    Array.from({ length: 8 }, () =>
      egress.add([
        entry,
        { ...entry, bytes: 11 },
        { ...entry, kind: 'sources' },
        { ...entry, tenantId: other, bytes: 7 },
        { ...entry, tenantId: 'gone' },
      ]),
    ),
  );
  expect(await sum(startMs, startMs + hourMs)).toBe(888);
  expect(await sum(startMs, startMs + hourMs, other)).toBe(56);
  expect(await sum(startMs + hourMs, startMs + 2 * hourMs)).toBe(0);
});

test('API-041 counts the requested part of an hour; the running hour ends now', async () => {
  await egress.add([
    { tenantId, kind: 'ads', atMs: startMs, bytes: 1_000 },
    { tenantId, kind: 'ads', atMs: startMs + hourMs, bytes: 10 },
  ]);
  expect(await sum(startMs + hourMs / 4, startMs + 2 * hourMs)).toBe(760);
  expect(await sum(startMs, startMs + hourMs / 2)).toBe(500);
  expect(await sum(startMs + 1, startMs)).toBe(0);
  const nowMs = startMs + 10 * hourMs + hourMs / 2;
  clock.advance(nowMs - clock.now());
  await egress.add([{ tenantId, kind: 'ads', atMs: nowMs, bytes: 40 }]);
  expect(await sum(startMs + 10 * hourMs, nowMs)).toBe(40);
});
