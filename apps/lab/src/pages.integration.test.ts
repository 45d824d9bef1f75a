/** The lab's pages in a real browser: they refresh themselves, their buttons work, axe finds nothing. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { createLogger, createMetrics, systemClock } from '@interlude/runtime';
import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../../tools/find-chromium.ts';
import { createLab, type Lab } from './app.ts';

let browser: Browser;
let lab: Lab;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lab-'));
  lab = createLab({
    config: { labPort: 0, dataFolder: folder, ffmpegPath: '/no/such/ffmpeg' },
    logger: createLogger({ name: 'test', level: 'silent' }),
    metrics: createMetrics(),
    clock: systemClock,
  });
  await lab.start();
  browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser?.close();
  await lab?.stop();
  await rm(folder, { recursive: true, force: true });
});

const send = (event: string) => fetch(`${lab.url}/beacon/${event}?sid=s1&bid=b1&ad=ad-b-15&pos=1`);

describe('pages of the lab', () => {
  it('the beacon page shows what arrives while it is open, and clears', async () => {
    await send('impression');
    const page = await browser.newPage();
    await page.goto(`${lab.url}/beacons`);
    expect(await page.locator('.event').count()).toBe(1);
    await send('start');
    await send('start');
    await page.getByText('start again').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('No beacon has arrived.').waitFor();
    await page.close();
  });

  it('the fault page switches', async () => {
    const page = await browser.newPage();
    await page.goto(`${lab.url}/faults`);
    await page.getByLabel('Ad server').selectOption('html');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.locator('.bad', { hasText: 'on' }).waitFor();
    expect(await (await fetch(`${lab.url}/ads/vast`)).text()).toContain('Please sign in');
    await page.close();
  });

  it('axe finds nothing and nothing overflows, in both themes and at both widths', async () => {
    await send('complete');
    await send('complete');
    const context = await browser.newContext({ bypassCSP: true }); // axe brings a script of its own
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    for (const path of ['/', '/beacons', '/faults', '/ads/click/ad-b-15']) {
      await page.goto(lab.url + path);
      for (const [colorScheme, width] of [
        ['light', 1_600],
        ['dark', 1_600],
        ['dark', 390],
        ['light', 390],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        const { violations } = await new AxeBuilder({ page }).analyze();
        const where = `${path} ${colorScheme} ${width}`;
        expect(
          violations.map((each) => each.id),
          where,
        ).toEqual([]);
        const fits = 'document.documentElement.scrollWidth <= innerWidth';
        expect(await page.evaluate(fits), where).toBe(true);
      }
    }
    expect(errors).toEqual([]);
    await context.close();
  });
});
