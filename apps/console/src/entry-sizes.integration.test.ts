/** The budgets of a first visit: JavaScript of the login page and of the channel list, gzip. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';

/** Bytes. */
const budgets = { login: 180 * 1_000, channels: 230 * 1_000 };

test('login and channel list stay within their budgets of JavaScript', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'interlude-console-'));
  try {
    const configFile = join(import.meta.dirname, '..', 'vite.config.ts');
    await build({ configFile, logLevel: 'error', build: { outDir: folder, emptyOutDir: true } });
    const sizes = JSON.parse(await readFile(join(folder, 'sizes.json'), 'utf8')) as Record<
      string,
      { jsBytes: number }
    >;
    expect(sizes['login']?.jsBytes).toBeLessThan(budgets.login);
    expect(sizes['channels']?.jsBytes).toBeLessThan(budgets.channels);
  } finally {
    await rm(folder, { recursive: true });
  }
});
