/** A Viewer, from the invitation to the first screen: may look and play, and save subscriptions only. */
import { expect, type Page, test } from '@playwright/test';
import { platform } from '../../platform.ts';
import { guardConsole } from '../testing/console-guard.ts';
import { testAsSuperAdmin } from '../testing/one-window.ts';

testAsSuperAdmin();

const password = 'Viewer-Pass-2026!';

/** Invites by hand and takes the link out of the mailbox. */
async function inviteViewer(page: Page, email: string): Promise<string> {
  await page.goto(`${platform.consoleUrl}/app/settings/users#invite`);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Back' })).toBeVisible();
  await page.goto(`${platform.consoleUrl}/app/settings/mails`);
  await page.getByRole('row').filter({ hasText: email }).getByRole('button').click();
  const href = await page.getByRole('dialog').getByRole('link').getAttribute('href');
  const { pathname, search } = new URL(href ?? '');
  return `${platform.consoleUrl}${pathname}${search}`;
}

test('OP-07 PROF-004 ROLE-014 ROLE-015 an invited Viewer sets a password, looks and saves subscriptions', async ({
  page,
  browser,
}) => {
  const email = `viewer-${Date.now()}@example.org`;
  const link = await inviteViewer(page, email);

  const context = await browser.newContext();
  const own = await context.newPage();
  const guard = guardConsole(own);
  await own.goto(link);
  await own.getByLabel('New password', { exact: true }).fill(password);
  await own.getByRole('button', { name: 'Accept invitation' }).click();
  await own.getByLabel('Email').fill(email);
  await own.getByLabel('Password', { exact: true }).fill(password);
  await own.locator('form').getByRole('button', { name: 'Login' }).click();
  await own.waitForURL('**/app/dashboard');
  await expect(own.getByText('Sessions today')).toBeVisible();
  const sidebar = own.getByRole('navigation').first();
  for (const shown of ['Dashboard', 'Profile', 'Notifications']) {
    await expect(sidebar.getByRole('link', { name: shown, exact: true })).toBeVisible();
  }
  for (const hidden of ['Channels', 'Jobs', 'Users', 'Mailbox']) {
    await expect(sidebar.getByRole('link', { name: hidden, exact: true })).toHaveCount(0);
  }
  await own.goto(`${platform.consoleUrl}/app/jobs`);
  await own.waitForURL('**/app/dashboard');

  await own.goto(`${platform.consoleUrl}/app/settings`);
  await own.waitForURL('**/app/settings/profile');
  await expect(own.getByLabel('Name')).not.toBeEditable();
  await own.getByRole('button', { name: 'Add subscription' }).click();
  const saved = own.waitForRequest((request) => request.method() === 'PUT');
  await own.getByRole('button', { name: 'Save' }).click();
  expect((await saved).url()).toContain('/api/v2/user-subscriptions/');
  await expect(own.locator('.toast').getByText('Your profile has been saved!')).toBeVisible();
  guard.expectQuiet();
  await context.close();
});
