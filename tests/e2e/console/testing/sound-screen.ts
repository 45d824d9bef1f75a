/** Screens in which axe finds nothing and that do not scroll sideways, in both themes, at the widths of a desk and a phone. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { platform } from '../../platform.ts';
import { DESK, PHONE } from './one-window.ts';

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
  // There are no frames. Without legacy mode axe opens a page to join what it finds in frames.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(TAGS)
    .analyze();
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

/** The page as it stands, in both themes and at both widths; it follows each without being loaded again. */
export async function expectSoundAsItStands(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`)).toHaveCount(1);
    for (const size of [DESK, PHONE]) {
      await page.setViewportSize(size);
      const view = `${what}, ${colorScheme}, ${size.width} px`;
      await expectNoViolations(page, view);
      await expectNoSidewaysScrolling(page, view);
    }
  }
}

export async function expectSoundEverywhere(page: Page, path: string): Promise<void> {
  await openScreen(page, path);
  await expectSoundAsItStands(page, path);
  await page.setViewportSize(DESK);
}
