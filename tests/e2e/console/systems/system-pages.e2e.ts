/** Systems as an operator meets them: the form made of the schema, secrets that never come back, warnings. */
import { secretPlaceholder } from '@interlude/contract';
import { contract } from '@interlude/contract/api';
import { expect, type Page, test } from '@playwright/test';
import { platform } from '../../platform.ts';
import { testAsSuperAdmin } from '../testing/one-window.ts';

const listUrl = `${platform.consoleUrl}/app/ad-insertion/systems`;
/** Names of this run: the platform may have been used before. */
const run = crypto.randomUUID().slice(0, 8);
const admin = testAsSuperAdmin({ allowed: [/status of 4\d\d/] });
let page: Page;

test.beforeEach(({ page: opened }) => {
  page = opened;
});

test.afterAll(async () => {
  const systems = await admin().client(contract.systems.list, {
    query: { limit: -1, search: run },
  });
  for (const { id } of systems) await admin().client(contract.systems.remove, { params: { id } });
});

async function createSystem(name: string) {
  return admin().client(contract.systems.create, {
    body: { name, type: 'bitmovin', settings: { apiKey: 'first-key', organizationId: 'org' } },
  });
}

test('SYS-001 ROLE-005 the sidebar leads to the list of systems', { tag: '@full' }, async () => {
  await page.goto(`${platform.consoleUrl}/app/dashboard`);
  await page.getByRole('link', { name: 'Systems' }).click();
  await expect(page).toHaveURL(listUrl);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Systems');
  for (const column of ['ID', 'Name', 'Created at']) {
    await expect(page.getByRole('columnheader', { name: column, exact: true })).toBeVisible();
  }
  await expect(page.getByRole('link', { name: 'FFmpeg', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete FFmpeg' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('SYS-002 SYS-003 SYS-004 SYS-006 SYS-009 a storage system is added; its key is not shown again', async () => {
  await page.goto(listUrl);
  await page.getByRole('link', { name: 'Add System' }).click();
  await page.getByRole('combobox', { name: 'System type' }).click();
  await page.getByRole('option', { name: 'Azure Blob' }).click();
  await expect(page.getByRole('combobox', { name: 'Category' })).toHaveValue(/^storage/);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Archive ${run}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('I should not be empty!')).toHaveCount(2);
  await page.getByLabel('Account name').fill('acmeads');
  await page.getByLabel('Container').fill('ads');
  const key = page.getByLabel('Storage key', { exact: true });
  await expect(key).toHaveAttribute('type', 'password');
  await key.fill('c2VjcmV0');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('System Saved')).toBeVisible();
  await expect(page).not.toHaveURL(/\/new$/);
  await expect(key).toHaveValue('');
  await expect(page.getByText('Set. Type to replace it.')).toBeVisible();
  await page.reload();
  await expect(key).toHaveValue('');
  await expect(page.getByText('Set. Type to replace it.')).toBeVisible();
  await expect(page.getByText('Not set.')).toBeVisible();
  const [stored] = await admin().client(contract.systems.list, { query: { search: run } });
  expect(stored?.settings).toMatchObject({ storageKey: secretPlaceholder, container: 'ads' });
});

test('SYS-007 SYS-008 the check of Bitmovin waits for a save and shows its result', {
  tag: '@full',
}, async () => {
  const { id } = await createSystem(`Cloud ${run}`);
  await page.goto(`${listUrl}/${id}`);
  const check = page.getByRole('button', { name: 'Check Bitmovin' });
  await page.getByLabel('API address').fill('http://127.0.0.1:9/v1');
  await expect(check).toBeDisabled();
  await page.getByLabel('API address').fill('');
  await page.getByLabel('Organization ID').fill('org-2');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('System Saved')).toBeVisible();
  await expect(check).toBeEnabled();
  const requested = page.waitForRequest(/checkBitmovin/);
  await check.click();
  const credentials = { id, apiKey: secretPlaceholder, organizationId: 'org-2' };
  expect((await requested).postDataJSON()).toEqual(credentials);
  expect(new URL((await requested).url()).search).toBe('');
});

test('SYS-010 SYS-012 a refused save says why; with medias made by the system it asks first', {
  tag: '@full',
}, async () => {
  const { id } = await createSystem(`Shared ${run}`);
  await page.goto(`${listUrl}/${id}`);
  await page.route(/\/api\/v2\/medias\?/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      headers: { ...answer.headers(), 'x-total-count': '7' },
    });
  });
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Shared again ${run}`);
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(
    "You have 7 medias created with this system, it could be that by changing it's properties you can no longer be able to delete them from the cloud storage.",
  );
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('System Saved')).toBeVisible();
  await page.unroute(/\/api\/v2\/medias\?/);

  await page.getByLabel('API address').fill('http://169.254.169.254/latest');
  await page.getByRole('button', { name: 'Save' }).click();
  // A stored key is not sent to another address (SEC-S23).
  await expect(page.getByText(/settings\.apiKey: Enter the value again/)).toBeVisible();
  await page.getByLabel(/^API key/).fill('another-key');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Error while Saving: The address 169\.254\.169\.254/)).toBeVisible();
});

test('two people edit one system: nobody is saved over without a question', {
  tag: '@full',
}, async () => {
  const { id, name, settings } = await createSystem(`Contested ${run}`);
  await page.goto(`${listUrl}/${id}`);
  await page.getByLabel('Organization ID').fill('mine');
  await admin().client(contract.systems.update, {
    params: { id },
    body: { name, type: 'bitmovin', settings: { ...settings, organizationId: 'theirs' } },
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Somebody else has changed this system')).toBeVisible();
  await page.getByRole('button', { name: 'Save mine' }).click();
  await expect(page.getByText('System Saved')).toBeVisible();
  const stored = await admin().client(contract.systems.read, { params: { id } });
  expect(stored.settings['organizationId']).toBe('mine');
});

test('SYS-013 LIST-007 LIST-008 a system is deleted after a question; SYS-011 then it is not found', async () => {
  const name = `Old ${run}`;
  const { id } = await createSystem(name);
  await page.goto(`${listUrl}?q=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Are you sure?');
  await dialog.getByRole('button', { name: 'Ok' }).click();
  await expect(page.getByText('Your item has been deleted.')).toBeVisible();
  await page.goto(`${listUrl}/${id}`);
  await expect(page.getByText('System not found')).toBeVisible();
});
