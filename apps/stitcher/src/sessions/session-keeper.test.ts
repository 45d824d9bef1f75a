import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@interlude/runtime';
import { createPlan } from '@interlude/stitching';
import { fixedClock } from '@interlude/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { KeptSession } from './kept-session.ts';
import { SessionKeeper } from './session-keeper.ts';

let dataFolder: string;

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'interlude-keeper-'));
});
afterEach(() => rm(dataFolder, { recursive: true, force: true }));

function keeper(clock = fixedClock()) {
  const logger = createLogger({ name: 'stitcher', level: 'silent' });
  return new SessionKeeper({ dataFolder, clock, logger });
}

const kept = (mark: string): KeptSession => ({
  mark,
  channelId: 'c1',
  resets: 0,
  plan: createPlan({ sessionStartMs: Number.NEGATIVE_INFINITY, targetDuration: 4 }),
  pods: [],
  availCount: 3,
  seen: [],
});

const folder = () => join(dataFolder, 'sessions');

test('what one process leaves the next one takes, once, and the file is gone', async () => {
  await keeper().write([kept('a'), kept('b')]);
  const next = keeper();
  await next.read();
  expect(await readdir(folder())).toEqual([]);
  expect(next.take('a')).toEqual(kept('a'));
  expect(next.take('a')).toBeUndefined();
  const third = keeper();
  await third.read();
  expect(third.take('b')).toBeUndefined();
});

test('several processes of one folder leave a file each; one takes them all', async () => {
  await Promise.all([keeper().write([kept('a')]), keeper().write([kept('b')])]);
  const readers = Array.from({ length: 8 }, () => keeper());
  await Promise.all(readers.map((reader) => reader.read()));
  const taken = ['a', 'b'].map((id) => readers.filter((reader) => reader.take(id)).length);
  expect(taken).toEqual([1, 1]);
});

test('what is old, broken, half written or of another shape is left out, and removed', async () => {
  await mkdir(folder(), { recursive: true });
  await writeFile(join(folder(), 'broken.sessions'), 'no such thing');
  await writeFile(join(folder(), 'empty.sessions'), '');
  await writeFile(join(folder(), 'half.draft'), 'no');
  await keeper().write([kept('old')]);
  const name = (await readdir(folder())).find((one) => /^[\w-]{12}\.sessions$/.test(one)) ?? '';
  const longAgo = new Date(Date.now() - 600_000);
  for (const each of [name, 'half.draft']) {
    await utimes(join(folder(), each), longAgo, longAgo);
  }
  await writeFile(join(folder(), 'young.draft'), 'of a process that writes it now');
  const next = keeper();
  await next.read();
  expect(next.take('old')).toBeUndefined();
  expect(await readdir(folder())).toEqual(['young.draft']);
});

test('sessions that did not come back in time are forgotten', async () => {
  await keeper().write([kept('a')]);
  const clock = fixedClock();
  const next = keeper(clock);
  await next.read();
  clock.advance(121_000);
  expect(next.take('a')).toBeUndefined();
});

test('a folder that cannot be written stops nothing', async () => {
  await writeFile(folder(), 'a file in its place');
  await expect(keeper().write([kept('a')])).resolves.toBeUndefined();
  await expect(keeper().read()).resolves.toBeUndefined();
});
