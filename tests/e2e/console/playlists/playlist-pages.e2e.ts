/** Playlists as an operator meets them: made from nothing, put in order, saved, and played by a VoD channel. */
import type { PlaylistInput } from '@interlude/contract';
import { contract } from '@interlude/contract/api';
import { expect, type Page, test } from '@playwright/test';
import { platform } from '../../platform.ts';
import { expectAccessibleScreen, SCREEN } from '../testing/accessible-screen.ts';
import { columnHeads, openList } from '../testing/list-table.ts';
import { testAsSuperAdmin } from '../testing/one-window.ts';

const path = '/app/playlists';
const listUrl = platform.consoleUrl + path;
/** Names of this run: the platform may have been used before. */
const run = crypto.randomUUID().slice(0, 8);
const length = 'length=34.56&every=23.04&break=11.52';
const vodAsset = `${platform.labUrl}/vod/hls/master.m3u8?${length}`;
const dashAsset = `${platform.labUrl}/vod/dash/manifest.mpd?${length}`;
const admin = testAsSuperAdmin({
  allowed: [/status of 4\d\d/],
  permissions: ['clipboard-read', 'clipboard-write'],
});
let page: Page;

test.beforeEach(({ page: opened }) => {
  page = opened;
});

test.afterAll(async () => {
  const query = { limit: -1, search: run };
  const { playlists, channels } = contract;
  for (const { id } of await admin().client(playlists.list, { query }))
    await admin().client(playlists.remove, { params: { id } });
  for (const { id } of await admin().client(channels.list, { query }))
    await admin().client(channels.remove, { params: { id } });
});

const panel = (number: number) => page.getByRole('listitem', { name: `Item ${number}` });
const save = () => page.getByRole('button', { name: 'Save', exact: true });
const saved = () => expect(page.getByText('Your item has been saved!').last()).toBeVisible();

const create = (name: string, input: Partial<PlaylistInput> = {}) =>
  admin().client(contract.playlists.create, { body: { name: `${name} ${run}`, ...input } });
const read = (id: string) => admin().client(contract.playlists.read, { params: { id } });
const names = async (id: string) =>
  (await read(id)).contents.map(({ url }) => new URL(url).pathname.slice(1));

const threeItems: Partial<PlaylistInput> = {
  contents: ['a.m3u8', 'b.m3u8', 'c.m3u8'].map((file) => ({
    ...{ url: `https://cdn.example/${file}`, duration: 60 },
  })),
};

async function open(id: string): Promise<void> {
  await page.goto(`${listUrl}/${id}`);
  await expect(page.getByRole('form', { name: 'Playlist' })).toBeVisible();
}

async function choose(label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('PLY-001 PLY-005 ROLE-008 the sidebar leads to the playlists, which are marked alpha', {
  tag: '@full',
}, async () => {
  for (let index = 0; index < 11; index += 1) await create(`Listed ${index}`);
  await page.goto(`${platform.consoleUrl}/app/dashboard`);
  const link = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Playlists' });
  await expect(link.locator('..')).toContainText('alpha');
  await link.click();
  await expect(page).toHaveURL(listUrl);
  await expect(page.locator('.title-name')).toHaveText(/Playlists\s*alpha/);
  await openList(page, `${path}?q=${run}`);
  expect(await columnHeads(page)).toEqual(['ID', 'Name', 'Created at']);
  await expect(page.locator('tbody tr:not(.note-row, .skeleton-row)')).toHaveCount(10);
});

test('PLY-002 PLY-006 PLY-008 PLY-012 PLY-013 PLY-014 a linear playlist is made by keyboard alone', async () => {
  await openList(page, path);
  // Above the list; a list without playlists has one of its own.
  await page.getByRole('link', { name: 'Add Playlist' }).first().press('Enter');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).toHaveValue(/^\w+ \w+ Playlist$/);
  await name.fill(`Mine ${run}`);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('disabled');
  await page.getByRole('combobox', { name: 'Status' }).press('Enter');
  // The list knows which option is active once it is shown.
  const enabled = page.getByRole('option', { name: 'enabled', exact: true });
  await expect(enabled).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(enabled).toHaveAttribute('data-combobox-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('enabled');
  await expect(page.getByLabel('Start date (UTC)')).toHaveCount(0);
  await choose('Type', 'vod2live');
  await page.getByLabel('Start date (UTC)').fill('2026-03-01T20:15:30');
  await page.getByRole('button', { name: 'Add item' }).press('Enter');
  await panel(1).getByLabel('URL').fill(vodAsset);
  await panel(1).getByLabel('Duration (sec.)').fill('90.5');
  await panel(1).getByRole('button', { name: 'Add cue point' }).press('Enter');
  await expect(panel(1).getByLabel('Max Duration of cue point 1')).toHaveValue('30');
  await expect(panel(1).getByLabel('Max Ads of cue point 1')).toHaveValue('1');
  await panel(1).getByLabel('Splice Time of cue point 1').fill('45');
  await expect(page.getByText('The cue points have no effect without a filler')).toBeVisible();
  await page.getByLabel('Filler URL').fill(vodAsset);
  await expect(page.getByText('The cue points have no effect without a filler')).toHaveCount(0);
  await page.getByRole('button', { name: 'Add item' }).press('Enter');
  await panel(2).getByLabel('URL').fill(vodAsset);
  await expect(panel(1)).toContainText('2026-03-01 20:15:30 UTC');
  await expect(panel(2)).toContainText('2026-03-01 20:17:00 UTC');
  await expect(
    page.getByRole('img', { name: /^2 items in 11:30\.5, cue points at 0:45/ }),
  ).toBeVisible();
  await page.keyboard.press('Control+s');
  await saved();
  await expect(page).not.toHaveURL(/\/new$/);
  const [stored] = await admin().client(contract.playlists.list, {
    query: { search: `Mine ${run}` },
  });
  expect(stored).toMatchObject({
    ...{ type: 'vod2live', status: 'enabled', startDate: '2026-03-01T20:15:30.000Z', loops: true },
    fillerUrl: vodAsset,
    contents: [
      {
        ...{ sourceType: 'url', url: vodAsset, spliceType: 'seconds', duration: 90.5 },
        cuePoints: [{ spliceTime: 45, maxAds: 1, maxDuration: 30 }],
      },
      { url: vodAsset, duration: 600, cuePoints: [] },
    ],
  });
});

test('PLY-011 items are put in order with the keyboard and by dragging, and deleted', async () => {
  const { id } = await create('Ordered', threeItems);
  await open(id);
  await expect(panel(1)).toContainText('-');
  await expect(panel(1)).toContainText('1:00');
  await page.getByRole('button', { name: 'Move item 1' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Item 1 picked up from position 1 of 3.')).toBeAttached();
  // Places are measured once an item is picked up; a key that comes before moves nothing and is pressed again.
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    const moved = page.getByText('Item 1 is moved to position 2 of 3.');
    await expect(moved).toBeAttached({ timeout: 2_000 });
  }).toPass();
  await page.keyboard.press('Space');
  await expect(panel(1)).toContainText('b.m3u8');
  await page.keyboard.press('Control+s');
  await saved();
  expect(await names(id)).toEqual(['b.m3u8', 'a.m3u8', 'c.m3u8']);

  const grip = await page.getByRole('button', { name: 'Move item 3' }).boundingBox();
  const target = await panel(1).boundingBox();
  if (!grip || !target) throw new Error('there is nothing to drag');
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
  await page.mouse.down();
  await page.mouse.move(grip.x + 12, target.y + 12, { steps: 12 });
  await expect(page.getByText('Item 3 is moved to position 1 of 3.')).toBeAttached();
  await page.mouse.up();
  await expect(panel(1)).toContainText('c.m3u8');
  // dnd-kit swallows clicks for 50 ms after a drop: a click that comes sooner deletes nothing and is made again.
  await expect(async () => {
    await page.getByRole('button', { name: 'Delete item 2' }).click();
    await expect(panel(3)).toHaveCount(0, { timeout: 2_000 });
  }).toPass();
  await expect(panel(2)).toContainText('a.m3u8');
  await save().click();
  await expect(page.getByText('All changes saved')).toBeVisible();
  expect(await names(id)).toEqual(['c.m3u8', 'a.m3u8']);
});

test('PLY-003 changes are not lost by leaving; Back returns to the list', async () => {
  const { id } = await create('Guarded', threeItems);
  await open(id);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Changed ${run}`);
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(
    `Changed ${run}`,
  );
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Discard', exact: true }).last().click();
  await expect(page).toHaveURL(new RegExp(`${path}(\\?.*)?$`));
  expect((await read(id)).name).toBe(`Guarded ${run}`);
});

test('PLY-004 an unknown playlist is not found', { tag: '@full' }, async () => {
  await page.goto(`${listUrl}/unknown`);
  await expect(page.getByText('Playlist not found')).toBeVisible();
  await page.getByRole('link', { name: 'All playlists' }).click();
  await expect(page).toHaveURL(new RegExp(`${path}(\\?.*)?$`));
});

test('CHE-043 what is invalid is named, its panel opened, and nothing sent', {
  tag: '@full',
}, async () => {
  const { id, updatedAt } = await create('Invalid', threeItems);
  await open(id);
  await panel(2).getByRole('button', { expanded: false }).click();
  await panel(2).getByLabel('URL').fill('not an address');
  await panel(2).getByRole('button', { expanded: true }).first().click();
  await save().click();
  await expect(
    page.getByText('Invalid fields: contents.1.url: I should be a valid URL!'),
  ).toBeVisible();
  await expect(panel(2).getByLabel('URL')).toHaveAttribute('aria-invalid', 'true');
  expect((await read(id)).updatedAt).toBe(updatedAt);
  await panel(2).getByLabel('URL').fill('http://169.254.169.254/a.m3u8');
  await save().click();
  await expect(page.getByText(/^Invalid fields: contents\.1\.url:/)).toBeVisible();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
});

test('API-022 of two concurrent saves the second is refused with the difference, and nothing is lost', {
  tag: '@full',
}, async () => {
  const { id, name, updatedAt } = await create('Shared', threeItems);
  await open(id);
  const body = { name: `${name} theirs`, ...threeItems, updatedAt };
  await admin().client(contract.playlists.update, { params: { id }, body });
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Mine Shared ${run}`);
  await save().click();
  await expect(page.getByText('Somebody else has changed this playlist')).toBeVisible();
  await page.getByRole('button', { name: 'Save mine' }).click();
  await saved();
  expect((await read(id)).name).toBe(`Mine Shared ${run}`);
});

test('PLY-002 outputs are copied; deleting asks first', async () => {
  const { id, outputUris } = await create('Outputs', { status: 'enabled', ...threeItems });
  await open(id);
  await page.getByRole('button', { name: 'Copy MRSS address' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(outputUris.mrss);
  const feed = await fetch(outputUris.mrss);
  expect(feed.headers.get('content-type')).toContain('application/rss+xml');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect((await read(id)).id).toBe(id);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Ok' }).click();
  await expect(page.getByText('Your item has been deleted.')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${path}(\\?.*)?$`));
  await expect(read(id)).rejects.toMatchObject({ status: 404 });
});

test('PLY-006 PLY-015 VoD channels play a playlist with ads at its cue points, in HLS and DASH', async () => {
  const cuePoints = [{ spliceTime: 50 }];
  const item = { duration: 20, spliceType: 'percent' as const, cuePoints };
  const { outputUris } = await create('Played', {
    status: 'enabled',
    contents: [
      { ...item, url: vodAsset },
      { ...item, url: dashAsset },
      { ...item, sourceType: 'placeholder' },
    ],
  });
  for (const [type, content] of [
    ['hls-vod', vodAsset],
    ['dash-vod', dashAsset],
  ] as const) {
    const { id, outputUri } = await admin().client(contract.channels.create, {
      body: {
        ...{ name: `${type} ${run}`, type, state: 'enabled' },
        sourceManifestUrl: `${outputUris.mrss}&content=${encodeURIComponent(content)}`,
        adSource: { system: 'gva', url: `${platform.labUrl}/ads/vast` },
      },
    });
    expect(id).not.toBe('');
    const breaks = await breaksOf(outputUri);
    expect(breaks, type).toBe(2);
  }
});

/** Number of ad breaks in the output: changes from content to ads. */
async function breaksOf(outputUri: string): Promise<number> {
  let text = '';
  await expect(async () => {
    const answer = await fetch(outputUri);
    text = await answer.text();
    expect(answer.status, text).toBe(200);
  }).toPass({ timeout: 60_000 });
  if (text.startsWith('#EXTM3U')) {
    const child = /^[^#\n].*\.m3u8.*$/m.exec(text)?.[0] ?? '';
    const media = await (await fetch(new URL(child, outputUri))).text();
    const isAd = media
      .split('\n')
      .flatMap((line) =>
        /^[^#]/.test(line) ? line.includes('/ad/') || line.startsWith('ad/') : [],
      );
    return isAd.filter((ad, index) => ad && !isAd[index - 1]).length;
  }
  const isAd = [...text.matchAll(/<Period [^>]*id="([^"]*)"/g)].map(([, id = '']) =>
    /^c\d/.test(id),
  );
  return isAd.filter((ad, index) => ad && !isAd[index - 1]).length;
}

test('PLY-002 the screens are accessible', { tag: '@full' }, async () => {
  test.setTimeout(400_000);
  const { id } = await create('Sound', {
    ...{ type: 'vod2live', startDate: '2026-03-01T20:15:00Z' },
    contents: Array.from({ length: 12 }, (_, index) => ({
      url: `https://cdn.example/assets/an-asset-with-a-long-name/part-${index}/master.m3u8`,
      duration: 600 + index,
      cuePoints: [{ spliceTime: 120 }, { spliceTime: 480 }],
    })),
  });
  await expectAccessibleScreen(page, path, SCREEN);
  await expectAccessibleScreen(page, `${path}/${id}`, SCREEN);
});
