/** A screen that axe finds nothing in, and that does not scroll sideways. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { platform } from '../../platform.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Colours of what is still fading in are none that anybody reads; what moves for ever is not waited for. */
async function waitForStillness(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** What axe finds on the page as it is now, e.g. with a dialog open. */
export async function expectNoViolations(page: Page, what: string): Promise<void> {
  await waitForStillness(page);
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  expect
    .soft(violations.map(({ id, nodes }) => `${what}: ${id} at ${nodes[0]?.target}`))
    .toEqual([]);
}

async function expectNoSidewaysScrolling(page: Page, what: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  expect.soft(overflow, `${what} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** Opens a screen and waits until nothing on it loads any more; open streams do not count. */
async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(platform.consoleUrl + path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('.skeleton, [aria-busy="true"]')).toHaveCount(0);
}

export async function expectSoundScreen(page: Page, path: string): Promise<void> {
  await openScreen(page, path);
  await expectNoViolations(page, path);
  await expectNoSidewaysScrolling(page, path);
}

/** The same in both themes, on a desk and on a phone; the page follows both as it stands. */
export async function expectSoundEverywhere(page: Page, path: string): Promise<void> {
  await openScreen(page, path);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`)).toHaveCount(1);
    for (const [width, height] of [
      [1600, 1000],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      const what = `${path}, ${colorScheme}, ${width} px`;
      await expectNoViolations(page, what);
      await expectNoSidewaysScrolling(page, what);
    }
  }
}
