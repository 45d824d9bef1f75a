import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mediaCacheLimits } from './limits.ts';
import { MediaCache } from './media-cache.ts';

const KEY = 'content-0123456789ab';
let folder = '';
let cache: MediaCache;

const made = (text: string) => async (own: string) => {
  await mkdir(join(own, 'v0'), { recursive: true });
  await writeFile(join(own, 'v0', '0.m4s'), text);
};
const read = () => readFile(join(folder, KEY, 'v0', '0.m4s'), 'utf8');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'media-cache-'));
  cache = new MediaCache(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('publishes an entry whole, and nothing else', async () => {
  expect(await cache.has(KEY)).toBe(false);
  expect(await cache.add(KEY, made('one'))).toBe(true);
  expect(await cache.has(KEY)).toBe(true);
  expect(await readdir(folder)).toEqual([KEY]);
});

it('leaves nothing behind when making fails', async () => {
  const failing = cache.add(KEY, async (own) => {
    await made('half')(own);
    throw new Error('no encoder');
  });
  await expect(failing).rejects.toThrow('no encoder');
  expect(await readdir(folder)).toEqual([]);
});

it.each([
  ['a changed byte', () => writeFile(join(folder, KEY, 'v0', '0.m4s'), 'two')],
  ['a missing file', () => rm(join(folder, KEY, 'v0', '0.m4s'))],
  ['a file too many', () => writeFile(join(folder, KEY, 'v0', '1.m4s'), 'x')],
])('an entry with %s is damaged, and is made anew', async (_name, damage) => {
  await cache.add(KEY, made('one'));
  await damage();
  expect(await cache.has(KEY)).toBe(false);
  expect(await cache.add(KEY, made('three'))).toBe(true);
  expect(await cache.has(KEY)).toBe(true);
  expect(await read()).toBe('three');
});

it('of two that make one entry at once the second waits and takes what the first has made', async () => {
  const order: string[] = [];
  const make = (text: string) => async (own: string) => {
    order.push(text);
    await made(text)(own);
  };
  const both = await Promise.all([
    cache.add(KEY, make('one')),
    new MediaCache(folder).add(KEY, make('two')),
  ]);
  expect(both.toSorted()).toEqual([false, true]);
  expect(order).toHaveLength(1);
  expect(await read()).toBe(order[0]);
  expect(await readdir(folder)).toEqual([KEY]);
});

it('takes over from a process that is gone, and from one that no longer touches its lock', async () => {
  await writeFile(join(folder, `${KEY}.lock`), '4194305');
  expect(await cache.add(KEY, made('one'))).toBe(true);
  const lock = join(folder, 'slate-0123456789ab.lock');
  await writeFile(lock, String(process.pid));
  const long = new Date(Date.now() - mediaCacheLimits.lockStaleMs - 1_000);
  await utimes(lock, long, long);
  expect(await cache.add('slate-0123456789ab', made('one'))).toBe(true);
});

it('keeps the entries of a media that were used last, and what is not its own', async () => {
  const count = mediaCacheLimits.entriesPerMedia + 2;
  for (let index = 0; index < count; index += 1) {
    const key = `content-00000000000${index}`;
    await cache.add(key, made('x'));
    const used = new Date(Date.now() - index * 60_000);
    await utimes(join(folder, key, 'seal.json'), used, used);
  }
  const gone = `${KEY}.4194305-5f0d7d4e-0000-4000-8000-000000000000.partial`;
  const alive = `${KEY}.${process.pid}-5f0d7d4e-0000-4000-8000-000000000000.partial`;
  for (const name of [gone, alive, 'holiday-pictures']) await mkdir(join(folder, name));
  await cache.prune(['content']);
  expect((await readdir(folder)).toSorted()).toEqual([
    'content-000000000000',
    'content-000000000001',
    'content-000000000002',
    alive,
    'holiday-pictures',
  ]);
});
