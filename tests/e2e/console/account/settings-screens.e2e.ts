/** Every screen of the settings, of the company and of the person: no axe violation, no horizontal scrolling. */
import { test } from '@playwright/test';
import { expectAccessibleScreen, SCREEN } from '../testing/accessible-screen.ts';
import { testAsSuperAdmin } from '../testing/one-window.ts';

testAsSuperAdmin();

for (const path of [
  '/app/settings/users',
  '/app/settings/account',
  '/app/settings/account#key',
  '/app/settings/account#subscription',
  '/app/settings/account/usage',
  '/app/settings/audit-log',
  '/app/settings/profile',
  '/app/settings/notifications',
  '/app/settings/reports',
  '/app/settings/mails',
  '/app/settings/private-addresses',
]) {
  test(`PUB-004 NAV-018 LIST-001 ${path} is accessible`, async ({ page }) => {
    await expectAccessibleScreen(page, path, SCREEN);
  });
}
