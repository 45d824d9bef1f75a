/** The channel editor by the keyboard alone: every control can be reached, and the focus is always visible. */
import { contract } from '@interlude/contract/api';
import { expect, type Page, test } from '@playwright/test';
import { platform } from '../../platform.ts';
import { expectKeyboardInSight, outOfSight, step, tabTo } from '../testing/keyboard.ts';
import {
  adminClient,
  code,
  createChannel,
  expectSaved,
  listUrl,
  nameField,
  openEditor,
  section,
  sectionLink,
  sourceManifestUrl,
  storedChannel,
  suffix,
  testInEditor,
} from './channel-editing.ts';

testInEditor();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const toggle = (page: Page, name: string) => page.getByRole('switch', { name, exact: true });

async function pressAll(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

test('CHE-001 CHE-008 CHE-017 a channel is made, searched through and left by the keyboard alone', async ({
  page,
}) => {
  await page.goto(listUrl);
  // Above the list; a list without channels has one of its own.
  const add = page.getByRole('link', { name: 'Add Channel' }).first();
  await expect(add).toBeVisible();
  await tabTo(page, add);
  await pressAll(page, 'Enter');
  await expect(nameField(page)).toBeVisible();
  await tabTo(page, nameField(page));
  await page.keyboard.type(`Keys ${suffix}`);
  await tabTo(page, page.getByRole('radio', { name: 'HLS' }));
  await pressAll(page, 'ArrowRight');
  await expect(page.getByRole('radio', { name: 'DASH' })).toBeFocused();
  await tabTo(page, page.getByRole('radio', { name: 'Live', exact: true }));
  await pressAll(page, 'ArrowRight');
  await expect(page.getByRole('radio', { name: 'VoD' })).toBeChecked();
  await expect(section(page, 'Live window')).toHaveCount(0);
  await expectKeyboardInSight(page, 'sections that are not of VoD have gone');
  await pressAll(page, 'ArrowLeft');
  await tabTo(page, page.getByRole('radio', { name: 'DASH' }), 'Shift+Tab');
  await pressAll(page, 'ArrowLeft');
  await tabTo(page, page.getByLabel('Source manifest URL'));
  await page.keyboard.type(sourceManifestUrl);
  await tabTo(page, page.getByRole('combobox', { name: 'Ad server system', exact: true }));
  await pressAll(page, 'Enter');
  const gam = page.getByRole('option', { name: /\(gam\)$/ });
  while ((await gam.getAttribute('data-combobox-selected')) === null)
    await pressAll(page, 'ArrowDown');
  await pressAll(page, 'Enter');
  await tabTo(page, page.getByLabel('Ad server URL', { exact: true }));
  await page.keyboard.type(`${platform.labUrl}/ads/vast`);
  const params = code(page, 'Ad source params');
  await tabTo(page, params);
  const setting = page.locator('[id="setting-adSource.params"]');
  await expect(setting.getByText('Tab and Shift+Tab lead out of the text.')).toBeVisible();
  await pressAll(page, 'Control+a');
  await page.keyboard.insertText('{"made": "by keys"}');
  await pressAll(page, 'Shift+Tab', 'Tab');
  await expect(params).toBeFocused();
  await tabTo(page, toggle(page, 'Decide per cohort'));
  await pressAll(page, 'Space');
  await pressAll(page, 'Control+s');
  await expectSaved(page);
  await page.waitForURL(/\/channels\/(?!new)[\w-]+$/);
  await expect(toggle(page, 'Decide per cohort')).toBeFocused();
  const id = page.url().split('/').at(-1) ?? '';
  expect(await storedChannel({ id })).toMatchObject({
    ...{ name: `Keys ${suffix}`, type: 'hls-live', sourceManifestUrl, cohortsEnabled: true },
    adSource: { system: 'gam', url: `${platform.labUrl}/ads/vast`, params: { made: 'by keys' } },
  });
});

test('CHE-004 sections and settings are found, and unsaved input is guarded, by the keyboard alone', {
  tag: '@full',
}, async ({ page }) => {
  const channel = await createChannel('Ways', { enablePreRoll: true });
  await openEditor(page, channel);
  await tabTo(page, button(page, 'Enable channel'));
  await pressAll(page, 'Enter');
  await expect(button(page, 'Enable channel')).toHaveCount(0);
  await expectKeyboardInSight(page, 'the channel is enabled');
  const link = sectionLink(page, 'Beacon settings');
  await tabTo(page, link);
  await pressAll(page, 'Enter');
  await expect(section(page, 'Beacon settings')).toBeInViewport();
  await expectKeyboardInSight(page, 'a link to a section');
  await pressAll(page, 'Tab');
  await expect(section(page, 'Beacon settings').locator(':focus')).toHaveCount(1);
  const search = page.getByRole('searchbox', { name: 'Search in settings' });
  await tabTo(page, search, 'Shift+Tab');
  await page.keyboard.type('maximum ads');
  await expect(nameField(page)).toBeHidden();
  await tabTo(page, page.getByLabel('Maximum ads'));
  await pressAll(page, 'Control+a');
  await page.keyboard.type('3');
  await tabTo(page, search, 'Shift+Tab');
  await pressAll(page, 'Escape');
  await expect(search).toHaveValue('');
  await expect(search).toBeFocused();
  const assets = page.getByRole('link', { name: 'Assets' }).first();
  await tabTo(page, assets, 'Shift+Tab');
  await pressAll(page, 'Enter');
  const dialog = page.getByRole('alertdialog');
  await tabTo(page, dialog.getByRole('button', { name: 'Keep editing' }));
  await pressAll(page, 'Enter');
  await expect(dialog).toBeHidden();
  await expect(assets).toBeFocused();
  await pressAll(page, 'Enter');
  await tabTo(page, dialog.getByRole('button', { name: 'Discard' }));
  await pressAll(page, 'Enter');
  await page.waitForURL(/\/assets/);
});

test('CHE-015 CHE-023 what goes by itself leaves the keyboard where it can be seen', {
  tag: '@full',
}, async ({ page }) => {
  const channel = await createChannel('Goes');
  await openEditor(page, channel);
  const params = code(page, 'Ad source params');
  const dialog = page.getByRole('alertdialog');
  await tabTo(page, params);
  await pressAll(page, 'Control+a');
  await page.keyboard.insertText('{"x": "<script>"');
  const reset = button(page, 'Reset to the latest valid version');
  await expect(reset).toBeVisible();
  await tabTo(page, reset);
  await pressAll(page, 'Enter');
  await expect(params).toBeFocused();
  await pressAll(page, 'Control+a');
  await page.keyboard.insertText('{"x": "<script>"}');
  await pressAll(page, 'Control+s');
  await expect(dialog).toBeVisible();
  await pressAll(page, 'Escape');
  await expect(dialog).toBeHidden();
  await expect(params).toBeFocused();
  await tabTo(page, button(page, 'Save'));
  await pressAll(page, 'Space');
  await tabTo(page, dialog.getByRole('button', { name: 'Save anyway' }));
  await pressAll(page, 'Enter');
  await expectSaved(page);
  await expectKeyboardInSight(page, 'a save by its button');
});

test('CHE-042 a conflict is settled, and changes are discarded, by the keyboard alone', {
  tag: '@full',
}, async ({ page }) => {
  const channel = await createChannel('Contest');
  await openEditor(page, channel);
  await adminClient()(contract.channels.update, {
    params: { id: channel.id },
    body: { ...channel, liveDelay: 12 },
  });
  await tabTo(page, page.getByLabel('API key'));
  await page.keyboard.type('mine');
  await pressAll(page, 'Control+s');
  await tabTo(page, button(page, 'Compare'));
  await pressAll(page, 'Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await tabTo(page, dialog.getByRole('button', { name: 'Keep both' }));
  await pressAll(page, 'Enter');
  await expect(button(page, 'Compare')).toHaveCount(0);
  await expectKeyboardInSight(page, 'a settled conflict');
  await tabTo(page, button(page, 'Discard'));
  await pressAll(page, 'Enter');
  await expect(page.getByText('All changes saved')).toBeVisible();
  await expectKeyboardInSight(page, 'changes are discarded');
});

test('CHE-004 each control of the editor shows that it has the keyboard, there and back', {
  tag: '@full',
}, async ({ page }) => {
  test.setTimeout(300_000);
  const channel = await createChannel('Walk', {
    ...{ enablePreRoll: true, setScanningFrequency: true, dropPartialReplacements: true },
    authentication: { hmac: { secret: 'nobody knows', window: 120 } },
  });
  await openEditor(page, channel);
  await tabTo(page, page.getByRole('searchbox', { name: 'Search in settings' }));
  const there: string[] = [];
  while (there.length < 300 && !there.at(-1)?.endsWith(' Show HMAC secret'))
    there.push(await step(page, 'Tab'));
  expect(there.length).toBeLessThan(300);
  expect(there.filter((place) => outOfSight.test(place))).toEqual([]);
  const back: string[] = [];
  while (back.length < there.length - 1) back.push(await step(page, 'Shift+Tab'));
  expect(back.toReversed()).toEqual(there.slice(0, -1));
});
