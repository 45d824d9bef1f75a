/** An Admin subscribes the company to a plan, changes its details, and looks at usage; nobody is charged without a key. */
import { expect, test } from '@playwright/test';
import { platform } from '../../platform.ts';
import { expectAccessibleAsShown } from '../testing/accessible-screen.ts';
import { testInCompany } from '../testing/one-window.ts';

testInCompany({ allowed: [/status of 422/] });

test('SUB-001 SUB-002 SUB-003 SUB-006 SUB-007 OP-39 a company subscribes, and sees its plan and its usage', async ({
  page,
}) => {
  const open = (path: string) => page.goto(`${platform.consoleUrl}${path}`);
  await open('/app/settings/account');
  await expect(page.getByRole('heading', { name: 'API Settings' })).toBeVisible();
  const card = (name: string) =>
    page.getByRole('list', { name: 'Plans' }).locator('> li').filter({ hasText: name });
  await expect(card('Trial')).toHaveAttribute('aria-current', 'true');
  await expect(card('Trial')).toContainText(/\d+ days left/);
  await expect(card('Basic')).toContainText('Minimum fee 99 EUR per month');
  await page.getByRole('button', { name: 'Subscribe to Basic' }).click();
  const dialog = page.getByRole('dialog', { name: 'Subscribe' });
  await dialog.getByLabel('Contact name').fill('Jane Kay');
  await dialog.getByLabel('Company name').fill('Acme');
  await dialog.getByLabel('Address').fill('Main St 1');
  await dialog.getByLabel('Postal code').fill('10115');
  await dialog.getByLabel('City').fill('Berlin');
  await dialog.getByRole('button', { name: 'Subscribe' }).click();
  await expect(dialog.getByText('Choose a country.').first()).toBeVisible();
  await dialog.getByLabel('Country').selectOption('DE');
  await expect(dialog.getByLabel('Phone')).toHaveValue('+49 ');
  await expectAccessibleAsShown(page, 'the Subscribe dialog');
  await dialog.getByRole('button', { name: 'Subscribe' }).dblclick();
  await expect(dialog).toBeHidden();
  await expect(card('Basic')).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('meter', { name: 'Committed ad events' })).toBeVisible();
  await expectAccessibleAsShown(page, 'Subscription Settings');

  await page.getByRole('button', { name: 'Subscription Details' }).click();
  const details = page.getByRole('dialog', { name: 'Subscription Details' });
  await expect(details.getByLabel('City')).toHaveValue('Berlin');
  await expect(details).toContainText('Active');
  await details.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Usage and invoices' }).click();
  await expect(page.getByRole('heading', { name: 'Ad events by day' })).toBeVisible();
  await expectAccessibleAsShown(page, 'Usage');
});
