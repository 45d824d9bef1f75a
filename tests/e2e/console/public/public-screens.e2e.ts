/**
 * Every screen that needs no sign-in, and the page of the API description: no axe violation, no horizontal scrolling.
 */
import { expect, test } from '@playwright/test';
import { platform } from '../../platform.ts';
import {
  DIALOG,
  expectAccessibleDocument,
  expectAccessibleScreen,
  expectNoViolations,
} from '../testing/accessible-screen.ts';
import { testSignedOut } from '../testing/one-window.ts';

// The browser itself reports the status of the page that is not there.
testSignedOut({ allowed: [/status of 404/] });

for (const path of ['/', '/login', '/register', '/forgot-password', '/no-such-page']) {
  test(`PUB-004 ${path} is accessible`, async ({ page }) => {
    await expectAccessibleScreen(page, path);
  });
}

test('PUB-004 the terms are accessible', async ({ page }) => {
  await page.goto(`${platform.consoleUrl}/register`);
  await page.getByRole('button', { name: /terms/i }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoViolations(page, 'terms', DIALOG);
  await page.getByRole('button', { name: 'Ok, got it' }).click();
});

test('OP-02 the page of the API description is accessible, with everything open', {
  tag: '@full',
}, async ({ page }) => {
  await page.goto(`${platform.consoleUrl}/openapi#channels.update`);
  await page.locator('[id="channels.update"], [id="schemas.Error"]').evaluateAll((all) => {
    for (const each of all) each.setAttribute('open', '');
  });
  await expectAccessibleDocument(page, '/openapi', 'details:not([open])');
});
