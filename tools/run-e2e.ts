/**
 * Starts the platform on free ports with a data folder of its own, runs Playwright against it, stops it. Arguments go
 * to Playwright: `--project console`, `--grep-invert @full`, names of files. Without the tests of `@full` each screen
 * is looked at in one theme and at one width and without motion, with them in both and as it moves.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { findChromium } from './find-chromium.ts';
import { runCommand } from './run-command.ts';
import { spawnPlatform } from './spawn-platform.ts';

/** Encoding takes both cores of a small machine: once per install, and before any measurement in seconds. */
const ENCODING_MS = 300_000;
/** Sessions of the monitor have creatives conditioned before the viewers of the first break. */
const WITHOUT_MONITOR = ['--roles', 'control-plane,stitcher,worker,lab'];
const labStatus = z.object({ state: z.string(), message: z.string() });

async function labMediaReady(labUrl: string): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    const status = labStatus.parse(await (await fetch(`${labUrl}/status`)).json());
    const waitedMs = performance.now() - startedAt;
    if (status.state === 'ready') {
      process.stdout.write(`media of the lab ready after ${Math.round(waitedMs)} ms\n`);
      return;
    }
    if (status.state === 'failed' || waitedMs > ENCODING_MS) {
      throw new Error(`The lab has no media to test with: ${status.message}`);
    }
    await sleep(500);
  }
}

const chromiumPath = await findChromium();
const dataFolder = await mkdtemp(join(tmpdir(), 'interlude-e2e-'));
process.stdout.write('starting the platform for the browser tests\n');
const errors: string[] = [];
try {
  const platform = await spawnPlatform({
    dataFolder,
    args: process.argv.includes('--project=playback') ? WITHOUT_MONITOR : [],
    onLine: (line) => {
      if (/"level":"(error|fatal)"/.test(line)) errors.push(line);
    },
  });
  try {
    process.stdout.write(
      `ready after ${Math.round(platform.readyMs)} ms: ${platform.consoleUrl}\n`,
    );
    await labMediaReady(platform.labUrl);
    const { code } = await runCommand(
      [
        'playwright',
        'test',
        '--config',
        'tests/e2e/playwright.config.ts',
        ...process.argv.slice(2),
      ],
      {
        env: {
          // the tests import workspaces, which have their source behind this condition
          NODE_OPTIONS: '--conditions=@interlude/source',
          CHROMIUM_PATH: chromiumPath,
          E2E_VIEWS: process.argv.includes('@full') ? 'one' : 'all',
          E2E_CONSOLE_URL: platform.consoleUrl,
          E2E_STITCHER_URL: platform.stitcherUrl,
          E2E_LAB_URL: platform.labUrl,
          E2E_ADMIN_EMAIL: platform.adminEmail,
          E2E_ADMIN_PASSWORD: platform.adminPassword,
        },
      },
    );
    process.exitCode = code;
  } finally {
    await platform.stop();
  }
  for (const line of errors) process.stderr.write(`platform: ${line}\n`);
} finally {
  await rm(dataFolder, { recursive: true, force: true });
}
