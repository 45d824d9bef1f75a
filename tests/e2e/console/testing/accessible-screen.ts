/**
 * Screens without axe violations and without horizontal scrolling, in both themes, at the widths of a desktop and a
 * phone. `E2E_VIEWS=one` looks at each screen in one of these four views.
 */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import axeCore from 'axe-core';
import { platform } from '../../platform.ts';
import { DESK, PHONE } from './one-window.ts';

const isShort = process.env['E2E_VIEWS'] === 'one';
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Selector of the dialogs that are open over a page, for `part` of the functions below. */
export const DIALOG = 'dialog[open], [role="dialog"], [role="alertdialog"]';

/**
 * In place of axe's source, half a megabyte, which the builder would send twice for each look: the page has it already.
 */
const AXE_IS_THERE = 'void 0';
/** A screen without the frame around it, for `part`: shell-screens.e2e.ts looks at the frame in all four views. */
export const SCREEN = 'main';

/** Waits for the end of all animations but endless ones: axe would judge colours that are still fading in. */
async function waitForStillness(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/**
 * Expects that axe finds nothing on the page as it is now.
 * @param part selector of the part that is new on a page which another test looks at: with one view, axe looks only at
 * it
 * @param repeated selector of elements that repeat the form of others on the page: left out with one view
 */
export async function expectNoViolations(
  page: Page,
  what: string,
  part?: string,
  repeated?: string,
): Promise<void> {
  // axe takes a button for too small that the header covers in part, which a reader scrolls.
  await page.evaluate(() => window.scrollTo(0, 0));
  await waitForStillness(page);
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(axeCore.source);
  const axe = new AxeBuilder({ page, axeSource: AXE_IS_THERE });
  if (isShort && part !== undefined) axe.include(part);
  if (isShort && repeated !== undefined) axe.exclude(repeated);
  // There are no frames. Without legacy mode axe opens a page to join its results of several frames.
  const { violations } = await axe
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

interface View {
  readonly colorScheme: 'light' | 'dark';
  readonly size: { readonly width: number; readonly height: number };
}

const VIEWS: readonly View[] = [
  { colorScheme: 'light', size: DESK },
  { colorScheme: 'light', size: PHONE },
  { colorScheme: 'dark', size: DESK },
  { colorScheme: 'dark', size: PHONE },
];

/** The one view of a screen comes from the length of its name: the same in each run, and all four over the screens. */
function viewsOf(what: string): readonly View[] {
  if (!isShort) return VIEWS;
  const index = what.length % VIEWS.length;
  return VIEWS.slice(index, index + 1);
}

/** The page as it stands, in both themes and at both widths; it follows each without being loaded again. */
export async function expectAccessibleAsShown(
  page: Page,
  what: string,
  part?: string,
): Promise<void> {
  for (const { colorScheme, size } of viewsOf(what)) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    await expect(page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`)).toHaveCount(1);
    const view = `${what}, ${colorScheme}, ${size.width} px`;
    await expectNoViolations(page, view, part);
    await expectNoSidewaysScrolling(page, view);
  }
}

/**
 * A page of the server, not of the console: it follows the theme of the browser by itself, without script.
 * @param repeated as of `expectNoViolations`
 */
export async function expectAccessibleDocument(
  page: Page,
  what: string,
  repeated?: string,
): Promise<void> {
  for (const { colorScheme, size } of viewsOf(what)) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    const view = `${what}, ${colorScheme}, ${size.width} px`;
    await expectNoViolations(page, view, undefined, repeated);
    await expectNoSidewaysScrolling(page, view);
  }
}

/** @param part as of `expectNoViolations`, e.g. `SCREEN` where the frame around it is looked at by another test */
export async function expectAccessibleScreen(
  page: Page,
  path: string,
  part?: string,
): Promise<void> {
  await openScreen(page, path);
  await expectAccessibleAsShown(page, path, part);
  await page.setViewportSize(DESK);
}
