/** The budgets of a first visit: JavaScript of the login page, the channel list, dashboard and reports, gzip. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

/** Bytes. */
const budgets = {
  login: 180 * 1_000,
  channels: 230 * 1_000,
  dashboard: 215 * 1_000,
  reports: 330 * 1_000,
  /** Reports with what the first chart loads then (ADR 0038). */
  charts: 400 * 1_000,
};

test('login, channel list, dashboard and reports stay within their budgets of JavaScript', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'interlude-console-'));
  try {
    // In a process of its own: the test runner's NODE_ENV would bring React's development build.
    const root = join(import.meta.dirname, '..');
    const vite = join(
      dirname(createRequire(import.meta.url).resolve('vite/package.json')),
      'bin/vite.js',
    );
    const env = { ...process.env, NODE_ENV: 'production' };
    await run(process.execPath, [vite, 'build', '--outDir', folder], { cwd: root, env });
    const sizes = JSON.parse(await readFile(join(folder, 'sizes.json'), 'utf8')) as Record<
      string,
      { jsBytes: number }
    >;
    for (const [page, most] of Object.entries(budgets)) {
      expect(sizes[page]?.jsBytes, page).toBeLessThan(most);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});
