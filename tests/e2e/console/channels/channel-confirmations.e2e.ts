/** The questions of the channel editor before it saves, and before it is left. */
import { expect, test } from '@playwright/test';
import { DIALOG, expectNoViolations } from '../testing/accessible-screen.ts';
import {
  code,
  createChannel,
  expectSaved,
  nameField,
  openEditor,
  replaceText,
  saveButton,
  section,
  storedChannel,
  suffix,
  testInEditor,
} from './channel-editing.ts';

testInEditor();

test('CHE-023 suspicious content has to be confirmed: cancel keeps the form, confirm saves', async ({
  page,
}) => {
  const channel = await createChannel('Suspicious');
  await openEditor(page, channel);
  const params = code(page, 'Ad source params');
  await replaceText(page, params, '{"x": "<script>eval(1)"}');
  await saveButton(page).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(
    'Suspicious content found in adSource.params: <script, eval(. Save anyway?',
  );
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(params).toContainText('<script>eval(1)');
  expect((await storedChannel(channel)).adSource.params).toEqual({});
  await saveButton(page).click();
  await dialog.getByRole('button', { name: 'Save anyway' }).click();
  await expectSaved(page);
  expect((await storedChannel(channel)).adSource.params).toEqual({ x: '<script>eval(1)' });
});

test('CHE-024 a changed profile is saved after both were shown', async ({ page }) => {
  const channel = await createChannel('Profile');
  await openEditor(page, channel);
  await replaceText(page, code(page, 'Profile'), '{"muxingType": "ts"}');
  await saveButton(page).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(
    'Changing the profile may cause re-encodings. Do you want to continue?',
  );
  await expect(dialog.getByText('"muxingType"')).toBeVisible();
  await expectNoViolations(page, 'profile dialog', DIALOG);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect((await storedChannel(channel)).profile.muxingType).toBeUndefined();
  await page.keyboard.press('Control+s');
  await dialog.getByRole('button', { name: 'Save profile' }).click();
  await expectSaved(page);
  expect((await storedChannel(channel)).profile.muxingType).toBe('ts');
  await nameField(page).fill(`Profile as it is ${suffix}`);
  await saveButton(page).click();
  await expect(page.getByText('All changes saved')).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('CHE-004 settings are found by words of their names and help, and unsaved ones are guarded', async ({
  page,
}) => {
  await openEditor(page, await createChannel('Search'));
  const search = page.getByRole('searchbox', { name: 'Search in settings' });
  await page.locator('body').press('/');
  await expect(search).toBeFocused();
  await search.fill('salt nonsense');
  await expect(page.getByText('No setting matches.')).toBeVisible();
  await search.fill('SPLICE mode');
  await expect(page.getByRole('combobox', { name: 'Splice mode' })).toBeVisible();
  await expect(nameField(page)).toBeHidden();
  await expect(section(page, 'Profile')).toBeHidden();
  await search.fill('maximum ads');
  await expect(page.getByLabel('Maximum ads')).toBeVisible();
  await search.press('Escape');
  await expect(nameField(page)).toBeVisible();
  await replaceText(page, code(page, 'Profile'), '{');
  await expect(section(page, 'Profile').getByText('Invalid JSON', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Assets' }).first().click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Discard unsaved changes?');
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(section(page, 'Profile').getByText('Invalid JSON', { exact: true })).toBeHidden();
  await page.getByRole('link', { name: 'Assets' }).first().click();
  await page.waitForURL(/\/assets/);
});
