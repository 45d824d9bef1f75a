/** The channel editor: its sections, its presets and templates, and what a save sends. */
import { expect, test } from '@playwright/test';
import { platform } from '../../platform.ts';
import {
  expectAccessibleScreen,
  expectNoViolations,
  SCREEN,
} from '../testing/accessible-screen.ts';
import { allowErrors } from '../testing/console-guard.ts';
import {
  code,
  createChannel,
  expectSaved,
  listUrl,
  nameField,
  openEditor,
  replaceText,
  saveButton,
  section,
  sectionLink,
  sourceManifestUrl,
  storedChannel,
  suffix,
  testInEditor,
} from './channel-editing.ts';

testInEditor();

test('CHE-001 CHE-004 CHE-009 CHE-014 a new channel has all sections, and is opened once it is saved', async ({
  page,
}) => {
  await openEditor(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Channel Details' })).toBeVisible();
  for (const name of [
    ...['Channel details', 'Source', 'Profile', 'Ad server', 'Ad break management', 'Pre-roll'],
    ...['Suggested presentation delay', 'Segmentation configuration', 'Ad beacons'],
    ...['Beacon settings', 'Custom beacon server'],
  ]) {
    await expect(section(page, name)).toBeAttached();
    await expect(sectionLink(page, name)).toBeAttached();
  }
  await nameField(page).fill(`New ${suffix}`);
  await page.getByLabel('Source manifest URL').fill(sourceManifestUrl);
  await page.keyboard.press('Control+s');
  await expectSaved(page);
  await page.waitForURL(/\/channels\/(?!new)[\w-]+$/);
  const id = page.url().split('/').at(-1) ?? '';
  const stored = await storedChannel({ id });
  expect(stored.state).toBe('disabled');
  await expect(page.locator('.channel-output')).toContainText(stored.outputUri);
  await expect(page.locator('.channel-output').getByRole('textbox')).toHaveCount(0);
});

test('CHE-002 CHE-074 an unknown channel is not found, and a screen that fails says Error on page', async ({
  page,
}) => {
  await page.goto(`${listUrl}/01890000-0000-7000-8000-000000000000`);
  await expect(page.getByText('Channel not found')).toBeVisible();
  await page.route(/\/api\/v2\/channels\/broken$/, (route) => route.fulfill({ json: null }));
  await page.goto(`${listUrl}/broken`);
  allowErrors(page, /./);
  await expect(page.getByText('Error on page')).toBeVisible();
});

test('CHE-006 Ctrl+H fills the HbbTV preset into a new channel, and saves nothing', async ({
  page,
}) => {
  await openEditor(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.method()));
  await page.keyboard.press('Control+h');
  await expect(nameField(page)).toHaveValue('HbbTV Live Channel');
  await expect(page.getByRole('radio', { name: 'DASH' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Live', exact: true })).toBeChecked();
  await expect(page.getByLabel('Preset')).toHaveValue('hbbtv-live');
  await expect(page.getByRole('switch', { name: 'Multi-period source' })).toBeChecked();
  await expect(code(page, 'Profile')).toContainText('"muxingType": "cmaf"');
  expect(requests.filter((method) => method !== 'GET')).toEqual([]);
});

test('CHE-025 CHE-026 CHE-037 another ad server brings its template; a pre-roll may have its own', async ({
  page,
}) => {
  const channel = await createChannel('Servers');
  await openEditor(page, channel);
  const system = page.getByRole('combobox', { name: 'Ad server system', exact: true });
  await system.click();
  const offered = await page.getByRole('option').allTextContents();
  expect(offered.map((text) => /\((\w+)\)$/.exec(text)?.[1]).toSorted()).toEqual(
    ['freewheel', 'gam', 'gva', 'proxy', 'spotx'].toSorted(),
  );
  await page.getByRole('option', { name: /\(gam\)$/ }).click();
  await expect(code(page, 'Ad source params')).toContainText('gdfp_req');
  await page.getByRole('switch', { name: 'Pre-roll' }).press('Space');
  await expect(page.getByLabel('Maximum duration')).toHaveValue('30 s');
  await expect(page.getByLabel('Maximum ads')).toHaveValue('1');
  await page.getByRole('switch', { name: 'Use a different ad server' }).press('Space');
  await page.getByLabel('Pre-roll ad server URL').fill(`${platform.labUrl}/ads/vast`);
  await page.getByLabel('Maximum duration').fill('15');
  await saveButton(page).click();
  await expectSaved(page);
  expect(await storedChannel(channel)).toMatchObject({
    adSource: { system: 'gam', params: { gdfp_req: '1' } },
    enablePreRoll: true,
    preRoll: {
      useDifferentAdServer: true,
      maxDuration: 15,
      maxCount: 1,
      adSource: { url: `${platform.labUrl}/ads/vast` },
    },
  });
});

test('CHE-036 CHE-038 CHE-039 beacons by event, and http for all of their addresses', async ({
  page,
}) => {
  const channel = await createChannel('Beacons');
  await openEditor(page, channel);
  const events = section(page, 'Ad beacons').getByRole('textbox');
  expect(
    await events.evaluateAll((inputs) =>
      inputs.map((input) => (input as HTMLInputElement).labels?.[0]?.textContent),
    ),
  ).toEqual([
    ...['impression', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete', 'click'],
  ]);
  await page.getByLabel('midpoint').fill('half?s=[SESSIONID]');
  await page.getByLabel('click').fill('x');
  await page.getByLabel('click').fill('');
  await page.getByLabel('Ad beacons base URL').fill('https://own.example/b/');
  await page.getByLabel('Custom beacon server URL').fill('https://player.example/b/');
  await replaceText(page, code(page, 'Custom beacon events'), '{"complete": "done"}');
  await page.getByRole('switch', { name: 'Use http' }).press('Space');
  await expect(page.getByLabel('Ad beacons base URL')).toHaveValue('http://own.example/b/');
  await expect(page.locator('.channel-output')).toContainText('http://');
  await saveButton(page).click();
  await expectSaved(page);
  expect(await storedChannel(channel)).toMatchObject({
    http: true,
    internalBeacons: {
      baseUrl: 'http://own.example/b/',
      events: { midpoint: 'half?s=[SESSIONID]' },
    },
    customClientSideBeacons: {
      customClientSideBeaconsBaseUrl: 'http://player.example/b/',
      events: { complete: 'done' },
    },
  });
});

test('PUB-004 CHE-004 the editor is accessible, filled and with refused values', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const channel = await createChannel('Sound', { enablePreRoll: true, setScanningFrequency: true });
  await expectAccessibleScreen(page, `/app/ad-insertion/channels/${channel.id}`, SCREEN);
  await page.getByRole('textbox', { name: 'Channel Name' }).fill('');
  await page.keyboard.press('Control+s');
  await expect(page.locator('.problem-summary')).toBeVisible();
  await expectNoViolations(page, 'summary', '.problem-summary');
});
