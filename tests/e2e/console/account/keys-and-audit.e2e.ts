/**
 * An Admin makes an API key, a machine changes a channel with it, and the Admin finds the change in the audit log and
 * restores the earlier version.
 */
import { contract, createClient } from '@interlude/contract/api';
import { expect, test } from '@playwright/test';
import { platform } from '../../platform.ts';
import { expectAccessibleAsShown } from '../testing/accessible-screen.ts';
import { testInCompany } from '../testing/one-window.ts';

testInCompany();

test('APIK-002 SEC-S113 SEC-S115 a change by an API key is in the audit log, and is taken back', async ({
  page,
}) => {
  const open = (path: string) => page.goto(`${platform.consoleUrl}${path}`);
  await open('/app/settings/account');
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await page.getByRole('button', { name: 'Generate key' }).click();
  const key = await page.getByLabel('API key', { exact: true }).inputValue();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('.toast').getByText('The API key was saved.')).toBeVisible();
  await expect(page.getByLabel('API key', { exact: true })).toHaveValue(/^[•-]+$/);

  const headers = () => ({ authorization: `Bearer ${key}` });
  const machine = createClient({ baseUrl: platform.consoleUrl, fetch, headers });
  const body = { name: 'Machine News', sourceManifestUrl: 'https://origin.example/a.m3u8' };
  const { id } = await machine(contract.channels.create, { body });
  const changed = { ...body, name: 'Machine Sports', timeShiftWindow: 600 };
  await machine(contract.channels.update, { params: { id }, body: changed });

  await open('/app/settings/audit-log');
  const row = page.getByRole('row', { name: /Changed.*Machine Sports/ });
  await expect(row).toContainText('API key Company key');
  await row.getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('cell', { name: 'Machine News' })).toBeVisible();
  await expectAccessibleAsShown(page, 'an entry of the audit log');
  await page.keyboard.press('Escape');

  await open(`/app/ad-insertion/channels/${id}`);
  await page.getByRole('link', { name: 'History' }).click();
  await expectAccessibleAsShown(page, 'the history of a channel');
  await page
    .getByRole('button', { name: /^Compare/ })
    .last()
    .click();
  await expect(page.locator('.json-diff .cm-content').first()).toBeVisible();
  await page.getByRole('button', { name: 'Restore This Version' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await expect(
    page.locator('.toast').getByText('Machine News has the settings of this version again.'),
  ).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'name' }).first()).toContainText(
    'Machine Sports Machine News',
  );
});
