import { type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStitcherSessionStore } from './stitcher-session-store.ts';

let template: TemplateDatabase;
beforeAll(async () => {
  template = await templateDatabase();
});
afterAll(() => template.drop());

test('SEC-S62 each stitcher learns what the others hold, until they leave or are gone', async () => {
  const store = createStitcherSessionStore(template.database);
  const read = async (stitcher: string, own: Record<string, number>) => {
    const { sessions, count } = await store.exchange(stitcher, new Map(Object.entries(own)));
    return { ...Object.fromEntries(sessions), count };
  };
  expect(await read('a', { t1: 5 })).toEqual({ count: 0 });
  expect(await read('b', { t1: 2, t2: 7 })).toEqual({ t1: 5, count: 1 });
  expect(await read('c', {})).toEqual({ t1: 7, t2: 7, count: 2 });
  expect(await read('a', { t2: 1 })).toEqual({ t1: 2, t2: 7, count: 2 });
  await store.leave('b');
  expect(await read('c', {})).toEqual({ t2: 1, count: 1 });
  await sql`update stitcher_sessions set seen_at = now() - interval '31 seconds'
    where stitcher = 'a'`.execute(template.database.system);
  expect(await read('c', {})).toEqual({ count: 0 });
});
