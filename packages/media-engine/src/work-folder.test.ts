import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inWorkFolder } from './work-folder.ts';

let base = '';
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'work-folder-'));
});
afterAll(() => rm(base, { recursive: true, force: true }));

it('replaces what was there by the whole work', async () => {
  const folder = join(base, 'done');
  await inWorkFolder(folder, (partial) => writeFile(join(partial, 'old'), ''));
  await inWorkFolder(folder, (partial) => writeFile(join(partial, 'new'), ''));
  expect(await readdir(folder)).toEqual(['new']);
});

it('leaves what was there, and nothing else, when the work fails', async () => {
  const folder = join(base, 'failed');
  await inWorkFolder(folder, (partial) => writeFile(join(partial, 'old'), ''));
  const failing = inWorkFolder(folder, async (partial) => {
    await writeFile(join(partial, 'new'), '');
    throw new RangeError('no more');
  });
  await expect(failing).rejects.toThrow('no more');
  expect(await readdir(folder)).toEqual(['old']);
  expect(existsSync(`${folder}.partial`)).toBe(false);
});

it.each([
  'ENOSPC: no space left on device, write',
  'av_interleaved_write_frame(): No space left on device',
])('names a full disk (%s)', async (message) => {
  const failing = inWorkFolder(join(base, 'full'), async () => {
    throw new Error(message);
  });
  await expect(failing).rejects.toMatchObject({ code: 'STORAGE_FULL' });
});
