import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWorkFolders } from './work-folder.ts';

let data: string;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'interlude-work-'));
});
afterEach(() => rm(data, { recursive: true }));

const now = Date.UTC(2026, 0, 1);
const names = () => readdir(join(data, 'work'));

test('an attempt has a folder of its own, which goes with everything in it', async () => {
  const folders = createWorkFolders(data);
  const [one, two] = [await folders.open('job', 1), await folders.open('job', 2)];
  await writeFile(join(one.path, 'source'), 'x');
  expect(one.path).not.toBe(two.path);
  expect(await folders.sweep(now)).toBe(0);
  await one.remove();
  await two.remove();
  expect(await names()).toEqual([]);
});

test('what a killed worker of this machine left is removed at once', async () => {
  const left = await createWorkFolders(data).open('job', 1);
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  await rename(left.path, left.path.replace(/\d+$/, String(child.pid)));
  expect(await createWorkFolders(data).sweep(now)).toBe(1);
  expect(await names()).toEqual([]);
});

test('that of a living process stays, and of another machine until it has been silent for long', async () => {
  const living = await createWorkFolders(data).open('job', 1);
  await rename(living.path, living.path.replace(/\d+$/, String(process.ppid)));
  const foreign = join(data, 'work', `other.1.00000000.${process.pid}`);
  await mkdir(foreign);
  const at = (ms: number) => utimes(foreign, new Date(ms), new Date(ms));
  await at(now - 200_000);
  const folders = createWorkFolders(data);
  expect(await folders.sweep(now)).toBe(0);
  await at(now - 400_000);
  expect(await folders.sweep(now)).toBe(1);
  expect(await names()).toHaveLength(1);
});

test('a work folder in use is not swept by workers of other machines', async () => {
  const folders = createWorkFolders(data);
  const folder = await folders.open('job', 1);
  await utimes(folder.path, new Date(0), new Date(0));
  await folders.sweep(now);
  await rename(folder.path, folder.path.replace(/\.[0-9a-f]{8}\./, '.00000000.'));
  expect(await createWorkFolders(data).sweep(now + 200_000)).toBe(0);
});
