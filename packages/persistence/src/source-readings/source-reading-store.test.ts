import { addTenant, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createSourceReadingStore,
  type ReadingNotice,
  type SourceReadingStore,
} from './source-reading-store.ts';

const minuteMs = 60_000;

let template: TemplateDatabase;
let store: SourceReadingStore;
let tenantId: string;
beforeAll(async () => {
  template = await templateDatabase();
  store = createSourceReadingStore(template.database);
  tenantId = await addTenant(template.database);
});
afterAll(() => template.drop());

const readingOf = (channelId: string, version: number, base?: Buffer) => ({
  ...{ tenantId, channelId, source: 's', version, from: 'one', base },
  reading: Buffer.from(`reading ${version}`),
});
const versions = async (found: ReturnType<SourceReadingStore['after']>) =>
  (await found).readings.map(({ version }) => version);

test('the first reading of a version stands, at the time of the database', async () => {
  const of = { tenantId, channelId: 'c1', source: 's' };
  expect(await store.newest(of)).toMatchObject({ version: 0 });
  const putAtMs = await store.put(readingOf('c1', 1, Buffer.from('base')), minuteMs);
  const other = { ...readingOf('c1', 1), reading: Buffer.from('other'), from: 'two' };
  expect(await store.put(other, minuteMs)).toBeUndefined();
  await store.put(readingOf('c1', 2), minuteMs);
  const { readings, nowMs } = await store.after(of, 0);
  expect(readings).toEqual([
    { version: 1, reading: Buffer.from('reading 1'), base: Buffer.from('base'), putAtMs },
    expect.objectContaining({ version: 2, base: undefined }),
  ]);
  expect(nowMs - (putAtMs ?? 0)).toBeGreaterThanOrEqual(0);
  expect(nowMs - (putAtMs ?? 0)).toBeLessThan(minuteMs);
  expect(await store.newest(of)).toMatchObject({ version: 2 });
  expect(await versions(store.after(of, 1))).toEqual([2]);
  expect(await versions(store.after(of, 2))).toEqual([]);
});

test('many that put the same version at one time: one of them has', async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => store.put(readingOf('c2', 1), minuteMs)),
  );
  expect(answers.filter((putAtMs) => putAtMs !== undefined)).toHaveLength(1);
});

test('who opens a source begins with the newest base', async () => {
  const of = { tenantId, channelId: 'c3', source: 's' };
  for (const version of [1, 2, 3, 4]) {
    const base = version % 2 === 1 ? Buffer.from('base') : undefined;
    await store.put(readingOf('c3', version, base), minuteMs);
  }
  expect(await versions(store.sinceBase(of, minuteMs))).toEqual([3, 4]);
  await sql`update source_readings set put_at = put_at - interval '5 minutes'
    where channel_id = 'c3'`.execute(template.database.system);
  expect(await versions(store.sinceBase(of, minuteMs))).toEqual([]);
  await store.put(readingOf('c3', 5), minuteMs);
  expect(await versions(store.after(of, 0))).toEqual([5]);
});

test('SEC-S60 a source of another company, channel or setting has other readings', async () => {
  await store.put(readingOf('c4', 1), minuteMs);
  const other = await addTenant(template.database);
  for (const of of [
    { tenantId: other, channelId: 'c4', source: 's' },
    { tenantId, channelId: 'c5', source: 's' },
    { tenantId, channelId: 'c4', source: 't' },
  ]) {
    expect(await store.newest(of)).toMatchObject({ version: 0 });
  }
});

test('all that watch hear what is put and said, and old readings go', async () => {
  const heard: ReadingNotice[] = [];
  const end = await store.watch(
    (notice) => heard.push(notice),
    () => undefined,
  );
  const putAtMs = await store.put(readingOf('c6', 1), minuteMs);
  const of = { tenantId, channelId: 'c6', source: 's' };
  await store.notify({ ...of, kind: 'next', version: 1, ms: 1_900, from: 'one' });
  await expect.poll(() => heard.length).toBe(2);
  expect(heard).toEqual([
    { ...of, kind: 'read', version: 1, ms: putAtMs, from: 'one' },
    { ...of, kind: 'next', version: 1, ms: 1_900, from: 'one' },
  ]);
  end();
  await sql`update source_readings set put_at = now() - interval '2 hours'
    where channel_id = 'c6'`.execute(template.database.system);
  expect(await store.purge(Date.now() - 3_600_000)).toBe(1);
});
