/** Assets: the list, a new one, its metadata and the addresses of its tabs. */
import type { Title } from '@interlude/contract';
import { contract } from '@interlude/contract/api';
import { expect, test } from '@playwright/test';
import { platform } from '../../platform.ts';
import { expectAccessibleScreen, SCREEN } from '../testing/accessible-screen.ts';
import { columnHeads, openList, rowsWith, toastOf } from '../testing/list-table.ts';
import { testInCompany } from '../testing/one-window.ts';

const suffix = crypto.randomUUID().slice(0, 8);
/** The browser's own line about a request that was refused. */
const refused = /status of 4\d\d/;

const company = testInCompany({ allowed: [refused] });
let vodAsset: Title;

const createTitle = (name: string, type: Title['type']) =>
  company().signedIn.client(contract.titles.create, { body: { name: `${name} ${suffix}`, type } });
const assetPath = (id: string, tab = '') => `/app/assets/${id}${tab}`;

test.beforeAll(async () => {
  vodAsset = await createTitle('feature', 'movie');
  await createTitle('spot', 'ad');
});

test('AST-001 LIST-001 OP-84 columns, search and type of the list, Add Asset', {
  tag: '@full',
}, async ({ page }) => {
  await openList(page, `/app/assets?q=${suffix}`);
  expect(await columnHeads(page)).toEqual(['Name', 'Type', 'State', 'ID', 'Created at']);
  await expect(rowsWith(page, suffix)).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'movie' }).click();
  await expect(rowsWith(page, suffix)).toHaveCount(1);
  await expect(page).toHaveURL(/#type=movie$/);
  await expect(rowsWith(page, suffix)).toContainText('delivered');
  await page.getByRole('link', { name: 'Add Asset' }).click();
  await expect(page).toHaveURL(`${platform.consoleUrl}/app/assets/new`);
});

test('AST-005 AST-006 AST-007 AST-009 a new asset needs name and type, and is stored as delivered', async ({
  page,
}) => {
  await page.goto(`${platform.consoleUrl}/app/assets/new`);
  await page.getByLabel('Synopsis').fill('A keeper counts ships.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('I should not be empty!')).toHaveCount(2);
  await page.getByLabel('Name').fill(`made ${suffix}`);
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'ad-slate' }).click();
  await expect(page.getByLabel('State')).toHaveValue('delivered');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toastOf(page, 'success', 'Your item has been saved!')).toBeVisible();
  await expect(page).toHaveURL(/\/app\/assets\/(?!new)[^/]+$/);
  const id = page.url().split('/').at(-1) ?? '';
  const stored = await company().signedIn.client(contract.titles.read, { params: { id } });
  expect(stored).toMatchObject({ type: 'ad-slate', state: 'delivered' });
});

test('AST-002 AST-003 AST-004 the id is the subtitle, and each tab has its address', async ({
  page,
}) => {
  await page.goto(platform.consoleUrl + assetPath(vodAsset.id));
  await expect(page.locator('.title-line').getByTitle(vodAsset.id)).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'Asset' });
  for (const [tab, path] of [
    ['Medias', '/medias'],
    ['Jobs', '/jobs'],
    ['Metadata', ''],
  ] as const) {
    await tabs.getByRole('link', { name: tab }).click();
    await expect(page).toHaveURL(platform.consoleUrl + assetPath(vodAsset.id, path));
    await expect(tabs.locator('[aria-current]')).toHaveText(tab);
  }
  for (const tab of ['Medias', 'Jobs']) {
    await page.goto(platform.consoleUrl + assetPath(vodAsset.id, `/${tab.toLowerCase()}`));
    await expect(tabs.locator('[aria-current]')).toHaveText(tab);
    await expect(page.getByText('no data found', { exact: true })).toBeVisible();
  }
});

test('AST-012 the jobs of an asset have their own columns', { tag: '@full' }, async ({ page }) => {
  await openList(page, assetPath(vodAsset.id, '/jobs'));
  expect(await columnHeads(page)).toEqual(['Status', 'ID', 'Name', 'Created at']);
});

test('AST-008 AST-010 a save over somebody else’s asks, and says why it failed', {
  tag: '@full',
}, async ({ page }) => {
  await page.goto(platform.consoleUrl + assetPath(vodAsset.id));
  await page.getByLabel('Studio').fill('mine');
  const body = { name: vodAsset.name, type: vodAsset.type, studio: 'theirs' };
  await company().signedIn.client(contract.titles.update, { params: { id: vodAsset.id }, body });
  await page.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Not yet' }).click();
  await expect(toastOf(page, 'error', /^Error while Saving: \S/)).toBeVisible();
  await expect(page.getByLabel('Studio')).toHaveValue('mine');
  await page.getByRole('button', { name: 'Save' }).click();
  await question.getByRole('button', { name: 'Save mine' }).click();
  await expect(toastOf(page, 'success', 'Your item has been saved!')).toBeVisible();
});

test('AST-011 an asset that is not there', { tag: '@full' }, async ({ page }) => {
  for (const tab of ['', '/medias', '/jobs']) {
    await page.goto(platform.consoleUrl + assetPath(`none-${suffix}`, tab));
    await expect(page.getByText('Asset not found', { exact: true })).toBeVisible();
  }
});

test('LIST-007 LIST-008 an asset is deleted after a question', { tag: '@full' }, async ({
  page,
}) => {
  const doomed = await createTitle('doomed', 'ad');
  await openList(page, `/app/assets?q=${encodeURIComponent(doomed.name)}`);
  await page.getByRole('button', { name: `Delete ${doomed.name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ok' }).click();
  await expect(toastOf(page, 'success', 'Your item has been deleted.')).toBeVisible();
  await expect(rowsWith(page, doomed.name)).toHaveCount(0);
});

test('LIST-009 an asset with medias stays, and says why', { tag: '@full' }, async ({ page }) => {
  const full = await createTitle('full', 'ad');
  const body = { name: 'x', titleId: full.id, url: `${platform.labUrl}/x.mp4` };
  const media = await company().signedIn.client(contract.medias.create, { body });
  await openList(page, `/app/assets?q=${encodeURIComponent(full.name)}`);
  await page.getByRole('button', { name: `Delete ${full.name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ok' }).click();
  await expect(toastOf(page, 'error', /^Error while deleting: .*medias/)).toBeVisible();
  await company().signedIn.client(contract.medias.remove, { params: { id: media.id } });
});

test('LIST-001 a change by somebody else shows without a reload', async ({ page }) => {
  const feed = page.waitForResponse((answer) => answer.url().endsWith('/api/v2/events'));
  await openList(page, `/app/assets?q=fresh%20${suffix}`);
  await expect(page.getByText('no data found', { exact: true })).toBeVisible();
  await feed;
  await createTitle('fresh', 'ad');
  await expect(rowsWith(page, suffix)).toHaveCount(1);
});

test('AST-003 the screens of an asset are accessible', { tag: '@full' }, async ({ page }) => {
  test.setTimeout(400_000);
  for (const path of [
    '/app/assets',
    assetPath(vodAsset.id),
    assetPath(vodAsset.id, '/medias'),
    assetPath(vodAsset.id, '/jobs'),
  ]) {
    await expectAccessibleScreen(page, path, SCREEN);
  }
});
