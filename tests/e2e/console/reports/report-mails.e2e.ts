/** Mails of reports: from the page to the mailbox, paused and deleted, on a desk and on a phone. */
import { contract } from '@interlude/contract/api';
import { expect, test } from '@playwright/test';
import { platform } from '../../platform.ts';
import {
  DIALOG,
  expectAccessibleScreen,
  expectNoViolations,
  SCREEN,
} from '../testing/accessible-screen.ts';
import { mailsTo } from '../testing/accounts.ts';
import { PHONE, testInCompany } from '../testing/one-window.ts';

const founder = testInCompany();
const reports = `${platform.consoleUrl}/app/reports?period=Last+day&compare=off`;
const list = '/app/reports/mails';

test('SEC-S128 a person schedules a mail of the page, gets one at once, pauses and deletes it', {
  tag: '@full',
}, async ({ page }) => {
  await page.goto(reports);
  await page.getByRole('button', { name: 'Mail', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Mail this view' });
  await dialog.getByLabel('Name').fill('Morning figures');
  await expect(dialog.getByLabel('Daily')).toBeChecked();
  await expectNoViolations(page, 'scheduling a mail', DIALOG);
  await dialog.getByRole('button', { name: 'Save and send me one now' }).click();
  await expect(page.getByText(/The mail is being made/)).toBeVisible();
  await expect(async () => {
    const mails = await mailsTo(founder().email);
    const mail = mails.find(({ subject }) => subject.includes('Morning figures'));
    expect(mail?.html).toContain('cid:card-1.');
    expect(mail?.text).toContain('/app/reports?period=');
  }).toPass({ timeout: 60_000 });

  await expectAccessibleScreen(page, list, SCREEN);
  await page.getByRole('button', { name: 'Pause Morning figures' }).click();
  await expect(page.getByRole('cell', { name: 'Paused' })).toBeVisible();
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Edit Morning figures' }).click();
  const change = page.getByRole('dialog', { name: 'Change the scheduled mail' });
  await change.getByLabel('Weekly').check();
  await change.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Weekly on Monday at 07:00')).toBeVisible();
  await page.getByRole('button', { name: 'Delete Morning figures' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No mail is scheduled.')).toBeVisible();
  expect(await founder().signedIn.client(contract.reportMails.list, {})).toEqual([]);
});
