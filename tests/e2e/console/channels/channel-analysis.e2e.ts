/** The source of a channel in its editor: analysed, played, and tried with settings that are not saved. */
import type { ChannelInput } from '@interlude/contract';
import { contract } from '@interlude/contract/api';
import { expect, type Page, test } from '@playwright/test';
import { labReady } from '../../lab.ts';
import { platform } from '../../platform.ts';
import {
  DIALOG,
  expectAccessibleAsShown,
  expectNoViolations,
} from '../testing/accessible-screen.ts';
import { PHONE, testInWorkerCompany } from '../testing/one-window.ts';

const channelsUrl = `${platform.consoleUrl}/app/ad-insertion/channels`;
/** Names of this run: the platform may have been used before. */
const run = crypto.randomUUID().slice(0, 8);
const hlsUrl = `${platform.labUrl}/live/cmaf/cue/master.m3u8`;
const dashUrl = `${platform.labUrl}/dash/timeline/manifest.mpd`;
/** Selector of the parts that an analysis and a search for breaks add to the editor. */
const FOUND = '.analysis-findings';
const company = testInWorkerCompany({ allowed: [/status of (404|422|502|503)/] });
let page: Page;

test.beforeAll(() => labReady(240_000));
test.beforeEach(({ page: opened }) => {
  page = opened;
});

const urlField = () => page.getByRole('textbox', { name: 'Source manifest URL' });
const analyse = () => page.getByRole('button', { name: 'Analyse' }).click();
const findings = () => page.getByRole('region', { name: 'Analysis of the source' });

async function openNew(sourceUrl: string): Promise<void> {
  await page.goto(`${channelsUrl}/new`);
  await urlField().fill(sourceUrl);
}

async function openStored(input: Partial<ChannelInput> & { name: string }): Promise<string> {
  const body = { sourceManifestUrl: hlsUrl, ...input, name: `${input.name} ${run}` };
  const { id } = await company().signedIn.client(contract.channels.create, { body });
  await page.goto(`${channelsUrl}/${id}`);
  await expect(urlField()).toHaveValue(body.sourceManifestUrl, { timeout: 60_000 });
  return id;
}

test('CHE-027 Analyse on a new channel fills the profile and the settings and opens the profile', async () => {
  await openNew(dashUrl);
  await analyse();
  await expect(findings()).toContainText('DASH, live');
  await expect(page.getByRole('radio', { name: 'DASH' })).toBeChecked();
  await expect(page.locator('#profile')).toBeFocused();
  await expect(page.locator('#profile')).toBeInViewport();
  await expect(page.locator('#profile .cm-content')).toContainText('"manifestType": "dash"');
  await expect(findings()).toContainText('Profile and settings are filled in from the source.');
  await page.getByRole('textbox', { name: 'Channel Name' }).fill(`Analysed ${run}`);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Your item has been saved!')).toBeVisible();
  const [stored] = await company().signedIn.client(contract.channels.list, {
    query: { search: `Analysed ${run}` },
  });
  expect(stored).toMatchObject({ type: 'dash-live', profile: { manifestType: 'dash' } });
});

test('CHE-028 Analyse on an existing channel offers Update Profile with both profiles', async () => {
  const id = await openStored({ name: 'Stored', profile: { muxingType: 'ts', segmentMs: 9_000 } });
  await analyse();
  await expect(findings()).toContainText('HLS, live');
  await page.getByRole('button', { name: 'Update Profile' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Update Profile' });
  await expect(dialog.getByRole('textbox', { name: 'Old profile' })).toContainText('9000');
  await expect(dialog.getByRole('textbox', { name: 'New profile' })).toContainText(
    '"muxingType": "cmaf"',
  );
  await expectNoViolations(page, 'Update Profile', DIALOG);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const stored = await company().signedIn.client(contract.channels.read, { params: { id } });
  expect(stored.profile).toMatchObject({ muxingType: 'ts', segmentMs: 9_000 });
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await dialog.getByRole('button', { name: 'Update Profile' }).click();
  await expect(page.locator('#profile .cm-content')).toContainText('"muxingType": "cmaf"');
  await expectAccessibleAsShown(page, 'analysis', FOUND);
});

test('CHE-028 on a phone both profiles stand in one column, in both themes', {
  tag: '@full',
}, async () => {
  await openStored({ name: 'Phone', profile: { muxingType: 'ts' } });
  await page.setViewportSize(PHONE);
  await analyse();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.getByRole('button', { name: 'Update Profile' }).click();
    await expect(page.getByRole('textbox', { name: 'Old profile and New profile' })).toContainText(
      '"muxingType": "cmaf"',
    );
    await expectNoViolations(page, `Update Profile, ${colorScheme}, 390 px`, DIALOG);
    await page.keyboard.press('Escape');
  }
});

/** Everyday runs show a refused analysis in a component test. */
for (const [row, path, sentence] of [
  ['CHE-029', '/live/cmaf/cue/master.m3u8?fault=404', /^Error while Analysing: .*404/],
  ['CHE-029', '/live/cmaf/cue/master.m3u8?fault=5xx', /^Error while Analysing: .*503/],
  ['CHE-029', '/live/cmaf/cue/master.m3u8?fault=html', /^Error while Analysing: \S/],
  ['CHE-029', '/faults', /^Error while Analysing: .*web page/],
  ['CHE-029', '/live/cmaf/cue/master.m3u8?fault=empty', /^Error while Analysing: \S/],
  [
    'CHE-031',
    '/ads/creatives/ad-b-15/media.mp4',
    'An mp4 source cannot be analysed automatically.',
  ],
  ['CHE-032', '/mrss', 'An MRSS feed url cannot be used as a source.'],
] as const) {
  test(`${row} what is no source is reported as such: ${path}`, { tag: '@full' }, async () => {
    await openNew(platform.labUrl + path);
    await analyse();
    const source = page.getByRole('region', { name: 'Source', exact: true });
    await expect(source.getByRole('alert').filter({ hasText: /\S/ })).toHaveText(sentence);
    await expect(findings()).toBeHidden();
  });
}

test('CHE-029 an address that the egress guard refuses is reported as such', {
  tag: '@full',
}, async () => {
  await openNew('http://10.11.12.13/master.m3u8');
  await analyse();
  await expect(page.getByText(/^Error while Analysing: \S.*10\.11\.12\.13/)).toBeVisible();
});

test('CHE-030 a media playlist is answered by asking for a master manifest', {
  tag: '@full',
}, async () => {
  const master = await (await fetch(hlsUrl)).text();
  const media = master.split('\n').find((line) => line !== '' && !line.startsWith('#')) ?? '';
  await openNew(new URL(media, hlsUrl).href);
  await analyse();
  await expect(page.getByText('Please provide a master manifest.')).toBeVisible();
  await expect(urlField()).toBeFocused();
});

test('CHE-027 the breaks that unsaved settings would find are on a ruler, and what they pass over has its reason', async () => {
  const sourceManifestUrl = `${platform.labUrl}/live/cmaf/daterange/master.m3u8`;
  await openStored({ name: 'Tried', sourceManifestUrl });
  await page.getByRole('button', { name: 'Find breaks' }).click();
  const found = page.getByRole('region', { name: 'Breaks in the source' });
  await expect(found).toBeVisible();
  await expect(found.getByRole('img')).toBeVisible();
  await expect(found.locator('[data-kind="break"]').first()).toBeVisible();
  await expect(found).toContainText('15.4 s');
  await page.getByRole('combobox', { name: 'Splice mode' }).click();
  await page.getByRole('option', { name: 'time_signal only' }).click();
  await expect(page.getByText(/The settings have changed since/)).toBeVisible();
  await page.getByRole('button', { name: 'Find breaks' }).click();
  await expect(page.getByText(/The settings have changed since/)).toBeHidden();
  await expect(found.getByRole('status')).toContainText('No breaks found');
  await expect(found).toContainText(/splice_insert, and spliceMode is time_signal/);
  await expect(found.locator('[data-kind="ignored"]').first()).toBeVisible();
  await expect(found.getByRole('columnheader', { name: 'Why' })).toBeVisible();
  await expectAccessibleAsShown(page, 'breaks', FOUND);
});

/** Everyday runs play DASH from the page of a media. */
for (const [name, url, ...tag] of [
  ['HLS', hlsUrl],
  ['DASH', dashUrl, '@full'],
] as const) {
  test(`the source itself plays in the editor: ${name}`, { tag }, async () => {
    await openNew(url);
    await page.getByRole('button', { name: 'Play source' }).click();
    const dialog = page.getByRole('dialog', { name: 'Source' });
    const video = dialog.locator('video');
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime), {
        timeout: 30_000,
      })
      .toBeGreaterThan(1);
    await expectNoViolations(page, 'source player', DIALOG);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog).toBeHidden();
  });
}

test('a source that does not play says why', { tag: '@full' }, async () => {
  await openNew(`${hlsUrl}?fault=404`);
  await page.getByRole('button', { name: 'Play source' }).click();
  const dialog = page.getByRole('dialog', { name: 'Source' });
  await expect(dialog.getByRole('alert')).toContainText(/\S/);
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.keyboard.press('Escape');
});
