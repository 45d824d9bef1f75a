import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRollupStore } from '@interlude/persistence';
import { encodeEventFrames, type StitcherEvent } from '@interlude/reporting';
import { addTenant, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { replayEvents } from './replay-events.ts';

const atMs = Date.UTC(2026, 10, 23, 12);
let made: TemplateDatabase;
let data: string;
beforeAll(async () => {
  made = await templateDatabase();
  data = await mkdtemp(join(tmpdir(), 'interlude-replay-'));
});
afterAll(async () => {
  await made.drop();
  await rm(data, { recursive: true, force: true });
});

it('SEC-S52 --replay-events counts what is set aside in the data folder, once', async () => {
  const tenant = await addTenant(made.database);
  const event: StitcherEvent = {
    type: 'impression',
    atMs,
    tenant,
    channel: 'c1',
    session: 's1',
    viewer: '',
  };
  await mkdir(join(data, 'set-aside'));
  const file = join(data, 'set-aside', `w-0000000001-${atMs}-2.seg`);
  await writeFile(file, encodeEventFrames([event, event]));
  const env = { DATABASE_URL: made.url, INTERLUDE_DATA: data, INTERLUDE_DEMO: 'off' };
  expect(await replayEvents(env, data)).toEqual({
    sentence: '2 events that were set aside are counted now.',
    isDone: true,
  });
  const day = Math.floor(atMs / 86_400_000);
  const usage = () => createRollupStore(made.database).usage(tenant, day, day + 1);
  expect(await usage()).toEqual([{ day, adEvents: 2 }]);
  expect(await readdir(join(data, 'set-aside'))).toEqual([]);
  // A duplicate file, restored from a backup for example.
  await writeFile(file, encodeEventFrames([event, event]));
  expect(await replayEvents(env, data)).toEqual({
    sentence: '0 events that were set aside are counted now.',
    isDone: true,
  });
  expect(await usage()).toEqual([{ day, adEvents: 2 }]);
});
