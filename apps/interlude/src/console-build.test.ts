import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildConsole, isConsoleStale } from './console-build.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'interlude-console-'));
});
afterEach(() => rm(root, { recursive: true }));

/** Writes a file that was last changed so many seconds ago. */
async function write(path: string, ageSeconds: number): Promise<void> {
  const file = join(root, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, '');
  const at = Date.now() / 1_000 - ageSeconds;
  await utimes(file, at, at);
}

describe('the built console', () => {
  it('is stale when there is none', async () => {
    await write('apps/console/src/main.tsx', 100);
    expect(await isConsoleStale(root)).toBe(true);
  });

  it('is kept while it is newer than what it was built from', async () => {
    await write('apps/console/src/main.tsx', 100);
    await write('packages/contract/src/index.ts', 100);
    await write('apps/console/dist/index.html', 50);
    expect(await isConsoleStale(root)).toBe(false);
  });

  it.each([
    'apps/console/src/features/login/login-page.tsx',
    'packages/contract/src/channels/channel.ts',
    'package-lock.json',
  ])('is stale when %s is newer', async (source) => {
    await write('apps/console/dist/index.html', 50);
    await write(source, 10);
    expect(await isConsoleStale(root)).toBe(true);
  });

  it('is not stale for a newer test', async () => {
    await write('apps/console/dist/index.html', 50);
    await write('apps/console/src/app/session.test.ts', 10);
    expect(await isConsoleStale(root)).toBe(false);
  });

  it('cannot be built without vite, and says what to do', async () => {
    await write('apps/console/package.json', 1);
    await expect(buildConsole(root, new AbortController().signal)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining('npm ci'),
    });
  });
});
