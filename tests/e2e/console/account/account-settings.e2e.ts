/** Users, profile, notifications, mailbox and jobs, as an administrator uses them. */
import { expect, type Page, test } from '@playwright/test';
import { platform } from '../../platform.ts';
import { acceptInvitation, newAccount } from '../testing/accounts.ts';
import { testAsSuperAdmin } from '../testing/one-window.ts';

const open = (page: Page, path: string) => page.goto(`${platform.consoleUrl}${path}`);
const says = (page: Page, message: string) =>
  expect(page.locator('.toast').getByText(message)).toBeVisible();
/** A person who was invited is called by the local part of the address. */
const nameOf = (email: string) => email.split('@')[0] ?? email;
/** The browser's own line about a request that the test wants refused. */
const refused = /Failed to load resource: the server responded with a status of 40[34]/;

testAsSuperAdmin({ allowed: [refused] });

test('USR-001 USR-002 USR-003 USR-004 USR-005 USR-012 invites, finds and removes a person', async ({
  page,
}) => {
  const email = `guest-${Date.now()}@example.org`;
  await open(page, '/app/settings/users');
  for (const column of ['ID', 'Name', 'Is email verified?', 'Created at']) {
    await expect(page.getByRole('columnheader', { name: column, exact: true })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Invite User' }).click();
  await expect(page).toHaveURL(/\/app\/settings\/users#invite$/);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await says(page, `${email} has been invited!`);
  await expect(page.getByRole('button', { name: 'Invite', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Invite another' }).click();
  await page.getByLabel('Email').fill(platform.adminEmail);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  // The banner about failed jobs may be shown, too, if another test left one.
  const problem = page.getByRole('alert').filter({ hasText: 'user' });
  await expect(problem).toHaveText('The user already exists.');
  await expect(
    page.getByRole('button', { name: `Withdraw the invitation of ${email}` }),
  ).toBeVisible();
  await acceptInvitation(email, newAccount().password);
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.getByLabel('Search name, e-mail or ID').fill(email);
  await page.getByRole('button', { name: `Delete ${nameOf(email)}` }).click();
  const reloaded = page.waitForRequest((request) => request.url().includes('/api/v2/users?'));
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ok' }).click();
  await says(page, 'User deleted successfully');
  await reloaded;
  await expect(page.getByText('no data found')).toBeVisible();
});

test('USR-006 USR-007 USR-008 USR-010 USR-011 ERR-022 a person in detail', async ({ page }) => {
  const email = `staff-${Date.now()}@example.org`;
  await open(page, '/app/settings/users#invite');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await says(page, `${email} has been invited!`);
  await acceptInvitation(email, newAccount().password);
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByLabel('Search name, e-mail or ID').fill(email);
  await page.getByRole('link', { name: `Edit ${nameOf(email)}` }).click();
  await expect(page.getByLabel('Name')).not.toBeEditable();
  await page.getByRole('combobox', { name: 'Role' }).click();
  await expect(page.getByRole('option')).toHaveText(['Viewer', 'Editor']);
  await page.getByRole('option', { name: 'Editor' }).click();
  await page.getByRole('link', { name: 'Profile' }).first().click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await says(page, 'Your item has been saved!');
  await page.getByRole('button', { name: 'Send password reset' }).click();
  await says(page, 'Password reset mail sent. Please ask user to check email!');
  await page.getByRole('button', { name: 'Resend confirmation e-mail' }).click();
  await says(page, 'Verification mail sent. Please ask user to check email!');

  await open(page, '/app/settings/users');
  await page.getByLabel('Search name, e-mail or ID').fill(platform.adminEmail);
  await page.getByRole('link', { name: `Edit ${nameOf(platform.adminEmail)}` }).click();
  await page.getByRole('combobox', { name: 'Role' }).click();
  await expect(page.getByRole('option', { name: 'SuperAdmin' })).toHaveAttribute(
    'data-combobox-disabled',
    'true',
  );
  await page.getByRole('option', { name: 'Viewer' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await says(page, 'Error while saving: Action not permitted.');
  await expect(page.getByRole('combobox', { name: 'Role' })).toHaveValue('SuperAdmin');

  await open(page, '/app/settings/users/nobody');
  await expect(page.getByText('User not found')).toBeVisible();
});

test('PROF-001 PROF-002 PROF-003 PROF-005 PROF-011 the own profile', async ({ page }) => {
  await open(page, '/app/settings/profile');
  const rows = page.getByRole('group', { name: /^Subscription \d+$/ });
  const add = page.getByRole('button', { name: 'Add subscription' });
  await expect(add).toBeVisible();
  const before = await rows.count();
  await add.click();
  const added = rows.nth(before);
  await added.getByRole('combobox', { name: 'Channel' }).click();
  await page.getByRole('option', { name: 'Webhook' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(added.getByText('Enter a valid url')).toBeVisible();
  await added.getByLabel('Webhook url').fill('https://hooks.example.org/interlude');
  const saved = page.waitForRequest((request) => request.method() === 'PUT');
  await page.getByRole('button', { name: 'Save' }).click();
  expect((await saved).url()).toContain('/api/v2/users/');
  await says(page, 'Your profile has been saved!');
  await page.reload();
  await expect(rows).toHaveCount(before + 1);
  await page.getByRole('button', { name: `Remove subscription ${before + 1}` }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await says(page, 'Your profile has been saved!');
  await page.getByRole('button', { name: 'Send password reset' }).click();
  await says(page, 'Password reset mail sent. Please check your email!');
});

test('NOTE-001 JOB-002 JOB-003 tabs and filters stand in the address', { tag: '@full' }, async ({
  page,
}) => {
  await open(page, '/app/settings/notifications');
  await page.getByRole('link', { name: 'Archived' }).click();
  await expect(page).toHaveURL(/\?tab=archived$/);
  await expect(page.getByRole('link', { name: 'Archived' })).toHaveAttribute(
    'aria-current',
    'page',
  );

  const requested = page.waitForRequest((request) =>
    request.url().includes('status=failed&time=1000'),
  );
  await open(page, '/app/jobs#status=failed&time=1000');
  await requested;
  await expect(page.getByRole('radio', { name: 'Failed' })).toBeChecked();
  await page.getByRole('radio', { name: 'Done' }).check();
  await expect(page).toHaveURL(/#status=done&time=1000$/);
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Failed' })).toBeChecked();
});

test('a kept mail is read in the mailbox, its link opens', async ({ page }) => {
  await open(page, '/app/settings/profile');
  await page.getByRole('button', { name: 'Send password reset' }).click();
  await says(page, 'Password reset mail sent. Please check your email!');
  await open(page, '/app/settings/mails');
  await page
    .getByRole('row')
    .filter({ hasText: platform.adminEmail })
    .getByRole('button')
    .first()
    .click();
  const link = page.getByRole('dialog').getByRole('link');
  await expect(link).toHaveAttribute('href', /^https?:\/\/.+\/reset-password\?token=/);
  await page.getByRole('radio', { name: 'HTML' }).check();
  const mail = page.frameLocator('iframe[title="The mail as HTML"]');
  await expect(mail.getByRole('link', { name: 'Set a new password' })).toBeVisible();
});
