/** The medias of an asset: upload, play, copy, duplicate, deletion together with the medias of the same encoding. */
import type { Media, MediaInput, Title } from '@interlude/contract';
import { contract } from '@interlude/contract/api';
import { expect, type Page, test } from '@playwright/test';
import { labReady } from '../../lab.ts';
import { platform } from '../../platform.ts';
import {
  DIALOG,
  expectAccessibleScreen,
  expectNoViolations,
  SCREEN,
} from '../testing/accessible-screen.ts';
import { holdRequests } from '../testing/held-requests.ts';
import { columnHeads, openList, rowsWith, toastOf } from '../testing/list-table.ts';
import { testInCompany } from '../testing/one-window.ts';

const suffix = crypto.randomUUID().slice(0, 8);
const refused = /status of 4\d\d/;
const uploadRequest = /\/upload-media$/;
const creative = `${platform.labUrl}/ads/creatives/ad-a-10`;

const company = testInCompany({
  allowed: [refused],
  permissions: ['clipboard-read', 'clipboard-write'],
});
let title: Title;
/** A real file that browsers play. */
let vodAsset: Buffer;

const createMedia = (name: string, more: Partial<MediaInput> = {}): Promise<Media> =>
  company().signedIn.client(contract.medias.create, {
    body: { name, titleId: title.id, url: `${creative}/media.mp4`, ext: 'mp4', ...more },
  });
const listPath = () => `/app/assets/${title.id}/medias`;
const mediaPath = (id: string) => `${listPath()}/${id}`;
const fileInput = (page: Page) => page.getByLabel('File', { exact: true });

test.beforeAll(async () => {
  test.setTimeout(600_000);
  await labReady(590_000);
  vodAsset = Buffer.from(await (await fetch(`${creative}/media.mp4`)).arrayBuffer());
  const body = { name: `campaign ${suffix}`, type: 'ad' } as const;
  title = await company().signedIn.client(contract.titles.create, { body });
});

test('MED-004 MED-005 MED-006 MED-016 MED-008 a file is uploaded and played', async ({ page }) => {
  await openList(page, listPath());
  await page.getByRole('link', { name: 'NEW MEDIA' }).first().click();
  await expect(page).toHaveURL(platform.consoleUrl + mediaPath('new'));
  await fileInput(page).setInputFiles({
    name: 'Autumn.mp4',
    mimeType: 'video/mp4',
    buffer: vodAsset,
  });
  await expect(page.getByLabel('Name')).toHaveValue('Autumn');
  const held = await holdRequests(page, uploadRequest);
  await page.getByRole('button', { name: 'Save' }).click();
  await held.waiting;
  await expect(page.getByRole('progressbar')).toBeVisible();
  held.release();
  await expect(toastOf(page, 'success', 'Your item has been saved!')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Autumn' })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);

  await openList(page, listPath());
  await page.getByRole('button', { name: 'Play Autumn' }).click();
  const dialog = page.getByRole('dialog', { name: 'Autumn' });
  await expect.poll(() => positionIn(dialog.locator('video'))).toBeGreaterThan(0.5);
  await expectNoViolations(page, 'player', DIALOG);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();
});

const positionIn = (video: ReturnType<Page['locator']>) =>
  video.evaluate((element: HTMLVideoElement) => element.currentTime);

test('MED-006 an upload is cancelled, and nothing is stored', async ({ page }) => {
  await page.goto(platform.consoleUrl + mediaPath('new'));
  await fileInput(page).setInputFiles({ name: 'Gone.mov', mimeType: '', buffer: vodAsset });
  const held = await holdRequests(page, uploadRequest);
  await page.getByRole('button', { name: 'Save' }).click();
  await held.waiting;
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled();
  await page.getByRole('button', { name: 'Discard' }).click();
  const query = { titleId: title.id, search: 'Gone' };
  expect(await company().signedIn.client(contract.medias.list, { query })).toHaveLength(0);
});

test('MED-005 MED-017 other files are refused before and after they are sent', async ({ page }) => {
  await page.goto(platform.consoleUrl + mediaPath('new'));
  const buffer = Buffer.from('no media file, only text');
  await fileInput(page).setInputFiles({ name: 'words.txt', mimeType: 'text/plain', buffer });
  await expect(toastOf(page, 'error', /^Error while Saving: Only \.mp4 and \.mov/)).toBeVisible();
  await fileInput(page).setInputFiles({ name: 'words.mp4', mimeType: 'video/mp4', buffer });
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Upload Error' });
  await expect(dialog).toContainText('Only');
  await dialog.getByRole('button', { name: 'OK', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
});

test('MED-001 MED-002 MED-003 columns, copies and the type of the list', { tag: '@full' }, async ({
  page,
}) => {
  const media = await createMedia('listed', { type: 'deliverable' });
  await openList(page, `${listPath()}?q=listed`);
  expect(await columnHeads(page)).toEqual(['Name', 'Type', 'Media ID', 'Created', 'URL']);
  const row = rowsWith(page, 'listed');
  await expect(row.locator('time')).toHaveText(
    new Intl.DateTimeFormat('en-US').format(new Date(media.createdAt)),
  );
  await row.getByRole('button', { name: `Copy ID ${media.id}` }).click();
  await expect(toastOf(page, 'success', `${media.id} Copied!`)).toBeVisible();
  await row.getByRole('button', { name: 'Copy URL of listed' }).click();
  await expect(toastOf(page, 'success', `${media.url} Copied!`)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(media.url);
  await expect(row.getByRole('button', { name: /^Play / })).toHaveCount(0);
  await page.getByText('Source', { exact: true }).click();
  await expect(page.getByText('no data found', { exact: true })).toBeVisible();
  await page.getByText('Deliverable', { exact: true }).first().click();
  await expect(row).toHaveCount(1);
  await expect(page).toHaveURL(/#type=deliverable$/);
});

/** Everyday runs play HLS from the editor of a channel. */
for (const [format, path, ext, ...tag] of [
  ['HLS', '/cmaf/master.m3u8', 'm3u8', '@full'],
  ['DASH', '/dash/manifest.mpd', 'mpd'],
] as const) {
  test(`MED-008 a package plays from its page: ${format}`, { tag }, async ({ page }) => {
    const media = await createMedia(`packaged ${format}`, {
      type: 'deliverable',
      url: creative + path,
      ext,
    });
    await page.goto(platform.consoleUrl + mediaPath(media.id));
    await page.getByRole('button', { name: 'Play' }).click();
    const dialog = page.getByRole('dialog', { name: media.name });
    await expect
      .poll(() => positionIn(dialog.locator('video')), { timeout: 30_000 })
      .toBeGreaterThan(0.5);
    await expect(dialog.getByRole('alert')).toHaveCount(0);
  });
}

test('MED-009 MED-010 a duplicate has all but the id', { tag: '@full' }, async ({ page }) => {
  const media = await createMedia('original', { externalResourceId: `own-${suffix}` });
  await openList(page, `${listPath()}?q=original`);
  await page.getByRole('button', { name: 'Duplicate original' }).click();
  const said = `Media ${media.id} was duplicate successfully.`;
  await expect(toastOf(page, 'success', said)).toBeVisible();
  await expect(rowsWith(page, 'original')).toHaveCount(2);
  const query = { titleId: title.id, search: 'original' };
  const [one, other] = await company().signedIn.client(contract.medias.list, { query });
  expect(one?.id).not.toBe(other?.id);
  expect([one?.url, one?.externalResourceId]).toEqual([media.url, media.externalResourceId]);
});

test('MED-012 MED-013 what came of one encoding is deleted together, after a warning', {
  tag: '@full',
}, async ({ page }) => {
  const externalResourceId = `encoding-${suffix}`;
  for (const name of ['shared a', 'shared b', 'shared c']) {
    await createMedia(name, { externalResourceId, type: 'deliverable' });
  }
  await openList(page, `${listPath()}?q=shared`);
  await page.getByRole('button', { name: 'Delete shared b' }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await expect(question).toContainText(
    'This media cannot be deleted separately. 2 other medias from the same encoding will also be deleted.',
  );
  await question.getByRole('button', { name: 'Ok' }).click();
  await expect(toastOf(page, 'success', 'Your item has been deleted.')).toBeVisible();
  await expect(rowsWith(page, 'shared')).toHaveCount(0);
});

test('MED-014 one of its own is deleted alone', { tag: '@full' }, async ({ page }) => {
  await createMedia('single a');
  await createMedia('single b');
  await openList(page, `${listPath()}?q=single`);
  await page.getByRole('button', { name: 'Delete single a' }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await expect(question).toContainText('You will not be able to recover this item!');
  await question.getByRole('button', { name: 'Ok' }).click();
  await expect(rowsWith(page, 'single')).toHaveCount(1);
});

test('MED-015 a media that is not there', { tag: '@full' }, async ({ page }) => {
  await page.goto(platform.consoleUrl + mediaPath(`none-${suffix}`));
  await expect(page.getByText('Media not found', { exact: true })).toBeVisible();
});

test('MED-016 the metadata of a media is saved', { tag: '@full' }, async ({ page }) => {
  const media = await createMedia('renamed');
  await page.goto(platform.consoleUrl + mediaPath(media.id));
  await page.getByLabel('Name').fill('renamed twice');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toastOf(page, 'success', 'Your item has been saved!')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'renamed twice' })).toBeVisible();
});

test('MED-001 the screens of medias are accessible', { tag: '@full' }, async ({ page }) => {
  test.setTimeout(400_000);
  const media = await createMedia('sound');
  for (const path of [listPath(), mediaPath(media.id), mediaPath('new')]) {
    await expectAccessibleScreen(page, path, SCREEN);
  }
});
