/**
 * Every screen that has an address of its own: nothing for axe to find, nothing on the error console, no sideways
 * scrolling. Public screens and settings have files beside this one: files run concurrently. Screens of one item, and
 * lists that only tests fill, are checked beside the tests of their noun.
 */
import { expect, test } from '@playwright/test';
import { platform } from '../../platform.ts';
import {
  DIALOG,
  expectAccessibleScreen,
  expectNoViolations,
} from '../testing/accessible-screen.ts';
import { testAsSuperAdmin } from '../testing/one-window.ts';

const APP_PATHS = [
  '/app/dashboard',
  '/app/reports',
  '/app/reports/reconciliation',
  '/app/ad-insertion/channels',
  '/app/ad-insertion/channels/new',
  '/app/playlists/new',
  '/app/assets/new',
  '/app/ad-insertion/systems',
  '/app/ad-insertion/systems/new',
  '/app/workflows',
  '/app/workflows/new',
];

testAsSuperAdmin();

for (const path of APP_PATHS) {
  test(`PUB-004 NAV-018 LIST-001 ${path} is accessible`, async ({ page }) => {
    await expectAccessibleScreen(page, path);
  });
}

test('NAV-008 ERR-021 menus and dialogs keep to the same rules', { tag: '@full' }, async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${platform.consoleUrl}/app/ad-insertion/channels`);
  await page
    .getByRole('button', { name: /^More actions for / })
    .first()
    .click();
  await expectNoViolations(page, 'row menu');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('Are you sure?')).toBeVisible();
  await expectNoViolations(page, 'confirmation', DIALOG);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('demo');
  await expect(page.getByRole('dialog').getByText(/Demo CMAF/)).toBeVisible();
  await expectNoViolations(page, 'palette', DIALOG);
  await page.keyboard.press('Escape');
});
