/** The lab's pages in a real browser; the lab has no encoder, for the pages need no media. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { createLogger, createMetrics, systemClock } from '@interlude/runtime';
import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll, expect } from 'vitest';
import { findChromium } from '../../../../tools/find-chromium.ts';
import { createLab, type Lab } from '../app.ts';

type View = readonly [colorScheme: 'light' | 'dark', width: number];

/** For all tests of a file, in place of its own hooks. */
export function labPages() {
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
    const executablePath = await findChromium();
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
    await lab?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const send = (event: string) =>
    fetch(`${lab.url}/beacon/${event}?sid=s1&bid=b1&ad=ad-b-15&pos=1`);

  /** Axe finds nothing on any page, nothing overflows, the browser logs no error. */
  async function expectAccessiblePages(views: readonly View[]): Promise<void> {
    await send('complete');
    await send('complete');
    const context = await browser.newContext({ bypassCSP: true }); // axe brings a script of its own
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    for (const path of ['/', '/beacons', '/faults', '/ads/click/ad-b-15']) {
      await page.goto(lab.url + path);
      for (const [colorScheme, width] of views) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        // The pages have no frames. Without legacy mode axe opens a page to merge its results of frames.
        const axe = new AxeBuilder({ page }).setLegacyMode();
        const { violations } = await axe.options({ resultTypes: ['violations'] }).analyze();
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
  }

  return {
    send,
    expectAccessiblePages,
    newPage: () => browser.newPage(),
    url: () => lab.url,
  };
}
