/** Shared by tests of lists and forms on any screen of the console. */
import { expect, type Locator, type Page } from '@playwright/test';
import { platform } from '../../platform.ts';

/** Rows of the open list that contain a text. */
export function rowsWith(page: Page, text: string): Locator {
  return page.locator('tbody tr:not(.note-row, .skeleton-row)').filter({ hasText: text });
}

export const toastOf = (page: Page, kind: 'success' | 'error', message: string | RegExp) =>
  page.locator(`.toast[data-kind="${kind}"]`).getByText(message);

/** A screen with a list, once the list is there. */
export async function openList(page: Page, path: string): Promise<void> {
  await page.goto(platform.consoleUrl + path);
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
}

export const columnHeads = async (page: Page) =>
  (await page.getByRole('columnheader').allTextContents()).filter((head) => head !== 'Actions');
