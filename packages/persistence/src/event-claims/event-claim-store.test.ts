import { addTenant, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createEventClaimStore,
  type EventClaim,
  type EventClaimStore,
} from './event-claim-store.ts';

const [impression, start, midpoint] = [1, 4, 16] as const;
let template: TemplateDatabase;
let store: EventClaimStore;
let tenantId: string;
beforeAll(async () => {
  template = await templateDatabase();
  store = createEventClaimStore(template.database);
  tenantId = await addTenant(template.database);
});
afterAll(() => template.drop());

let claims = 0;
const claim = (session: string, events: number, more: Partial<EventClaim> = {}): EventClaim => ({
  ...{ tenantId, session, breakId: 'b1', slot: 0, events, id: `c${claims++}` },
  ...more,
});

test('B5 each event is granted once, whoever claims it', async () => {
  expect(await store.claim([claim('s1', impression | start)])).toEqual([{ before: 0, after: 5 }]);
  expect(await store.claim([claim('s1', impression | midpoint), claim('s2', impression)])).toEqual([
    { before: 5, after: 21 },
    { before: 0, after: 1 },
  ]);
  expect(await store.claim([claim('s1', start), claim('s1', impression, { slot: 1 })])).toEqual([
    { before: 21, after: 21 },
    { before: 0, after: 1 },
  ]);
  expect(await store.claim([claim('s1', impression, { breakId: 'b2' })])).toEqual([
    { before: 0, after: 1 },
  ]);
  expect(await store.claim([])).toEqual([]);
});

test('B5 a claim that is repeated, as its answer was lost, is answered as the first time', async () => {
  const first = claim('s4', impression);
  const second = claim('s4', impression | start);
  expect(await store.claim([first])).toEqual([{ before: 0, after: 1 }]);
  expect(await store.claim([first])).toEqual([{ before: 0, after: 1 }]);
  expect(await store.claim([second])).toEqual([{ before: 1, after: 5 }]);
  expect(await store.claim([second])).toEqual([{ before: 1, after: 5 }]);
  expect(await store.claim([first])).toEqual([{ before: 5, after: 5 }]);
});

test('B3 nothing of an ad happens before its impression', async () => {
  expect(await store.claim([claim('s3', midpoint)])).toEqual([{ before: 0, after: 0 }]);
  expect(await store.claim([claim('s3', start)])).toEqual([{ before: 0, after: 0 }]);
  expect(await store.claim([claim('s3', impression)])).toEqual([{ before: 0, after: 1 }]);
  expect(await store.claim([claim('s3', midpoint)])).toEqual([{ before: 1, after: 17 }]);
});

test('SEC-S60 events of a session of another company are others', async () => {
  const other = await addTenant(template.database);
  await store.claim([claim('shared', impression)]);
  expect(await store.claim([claim('shared', impression, { tenantId: other })])).toEqual([
    { before: 0, after: 1 },
  ]);
});

test('many stitchers that claim the same events at one time: each is granted to one of them', async () => {
  const sessions = Array.from({ length: 40 }, (_, index) => `m${index}`);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, stitcher) => {
      const turned = [...sessions.slice(stitcher * 5), ...sessions.slice(0, stitcher * 5)];
      return store.claim(turned.map((session) => claim(session, impression | start)));
    }),
  );
  const granted = answers.flat().filter(({ before, after }) => before === 0 && after === 5);
  expect(granted).toHaveLength(sessions.length);
  expect(answers.flat()).toHaveLength(8 * sessions.length);
});

test('claims of sessions that nobody plays any more go', async () => {
  await store.claim([claim('gone', impression), claim('kept', impression)]);
  await sql`update event_claims set claimed_at = now() - interval '9 hours'
    where session = 'gone'`.execute(template.database.system);
  expect(await store.purge(Date.now() - 8 * 3_600_000)).toBe(1);
  expect(await store.claim([claim('gone', start), claim('kept', start)])).toEqual([
    { before: 0, after: 0 },
    { before: 1, after: 5 },
  ]);
});
