/** First visits of the built console: their JavaScript by gzip, HTML that names what they load, and compile hints in it. */
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

interface PageSizes {
  readonly jsBytes: number;
  readonly js: Readonly<Record<string, number>>;
  readonly css: Readonly<Record<string, number>>;
}

test('login, channel list, dashboard and reports stay within their budgets of JavaScript, which their HTML names and V8 compiles early', async () => {
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
    const read = (name: string) => readFile(join(folder, name), 'utf8');
    const sizes = JSON.parse(await read('sizes.json')) as Record<string, PageSizes>;
    for (const [page, most] of Object.entries(budgets)) {
      expect(sizes[page]?.jsBytes, page).toBeLessThan(most);
    }
    for (const [page, { js, css }] of Object.entries(sizes)) {
      if (page === 'charts') continue;
      const html = await read(`${page}.html`);
      const named = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file]) => file);
      expect(named.toSorted(), page).toEqual([...Object.keys(js), ...Object.keys(css)].toSorted());
      for (const file of Object.keys(js)) {
        const code = await read(file);
        expect(code.startsWith('//# allFunctionsCalledOnLoad\n'), file).toBe(code.length >= 16_000);
      }
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});
