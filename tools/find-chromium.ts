/** Finds a Chromium for the browser tests, or installs one; prints its path when run by itself. */
import { access, constants } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { installDebianPackage, isRootOnDebian } from './debian-package.ts';
import { runCommand } from './run-command.ts';

const knownPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

async function firstExecutable(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const usable = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (usable) return path;
  }
  return undefined;
}

/** CHROMIUM_PATH, known places, apt-get (root on Debian), Playwright's own installer. */
export async function findChromium(): Promise<string> {
  const given = process.env['CHROMIUM_PATH'];
  if (given !== undefined && given !== '') {
    const found = await firstExecutable([given]);
    if (found !== undefined) return found;
    throw new Error(`CHROMIUM_PATH is ${given}, and there is no program that can be run.`);
  }
  const places = [...knownPaths, chromium.executablePath()];
  const installed = await firstExecutable(places);
  if (installed !== undefined) return installed;
  if ((await isRootOnDebian()) && (await installDebianPackage('chromium'))) {
    const found = await firstExecutable(places);
    if (found !== undefined) return found;
  }
  await runCommand(['playwright', 'install', 'chromium']);
  const downloaded = await firstExecutable(places);
  if (downloaded !== undefined) return downloaded;
  throw new Error(
    'There is no Chromium and none could be installed. Install one and set CHROMIUM_PATH to it.',
  );
}

if (import.meta.main) process.stdout.write(`${await findChromium()}\n`);
