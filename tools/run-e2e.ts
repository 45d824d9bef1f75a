/**
 * Starts the platform on free ports with a data folder of its own, runs Playwright against it, stops it. Arguments go
 * to Playwright: `--project console`, `--grep-invert @full`, names of files.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './find-chromium.ts';
import { runCommand } from './run-command.ts';
import { spawnPlatform } from './spawn-platform.ts';

const chromiumPath = await findChromium();
const dataFolder = await mkdtemp(join(tmpdir(), 'interlude-e2e-'));
process.stdout.write('starting the platform for the browser tests\n');
try {
  const errors: string[] = [];
  const platform = await spawnPlatform({
    dataFolder,
    onLine: (line) => {
      if (/"level":"(error|fatal)"/.test(line)) errors.push(line);
    },
  });
  process.stdout.write(`ready after ${Math.round(platform.readyMs)} ms: ${platform.consoleUrl}\n`);
  const { code } = await runCommand(
    ['playwright', 'test', '--config', 'tests/e2e/playwright.config.ts', ...process.argv.slice(2)],
    {
      env: {
        // the tests import workspaces, which have their source behind this condition
        NODE_OPTIONS: '--conditions=@interlude/source',
        CHROMIUM_PATH: chromiumPath,
        E2E_CONSOLE_URL: platform.consoleUrl,
        E2E_STITCHER_URL: platform.stitcherUrl,
        E2E_LAB_URL: platform.labUrl,
        E2E_ADMIN_EMAIL: platform.adminEmail,
        E2E_ADMIN_PASSWORD: platform.adminPassword,
      },
    },
  );
  await platform.stop();
  for (const line of errors) process.stderr.write(`platform: ${line}\n`);
  process.exitCode = code;
} finally {
  await rm(dataFolder, { recursive: true, force: true });
}
