/** JSON texts in the channel editor: invalid, with duplicate names, and very long. */
import { expect, test } from '@playwright/test';
import { toastOf } from '../testing/list-table.ts';
import {
  code,
  createChannel,
  expectSaved,
  openEditor,
  replaceText,
  saveButton,
  section,
  storedChannel,
  testInEditor,
} from './channel-editing.ts';

testInEditor();

test('CHE-015 CHE-017 a text that is no JSON is not saved, and is reset to the latest valid version', {
  tag: '@full',
}, async ({ page }) => {
  const channel = await createChannel('Json');
  await openEditor(page, channel);
  for (const [name, path] of [
    ['Ad source params', 'adSource.params'],
    ['Profile', 'profile'],
    ['Custom beacon events', 'customClientSideBeacons.events'],
  ] as const) {
    const field = code(page, name);
    const before = await field.textContent();
    await replaceText(page, field, '{"a": 1,');
    const setting = page.locator(`[id="setting-${path}"]`);
    await expect(setting.getByText('Invalid JSON', { exact: true })).toBeVisible();
    await page.keyboard.press('Control+s');
    await expect(toastOf(page, 'error', `Invalid JSON in ${path}`)).toBeVisible();
    await expect(page.locator('.problem-summary')).toContainText(`${path}: Invalid JSON`);
    await setting.getByRole('button', { name: 'Reset to the latest valid version' }).click();
    await expect(setting.getByText('Invalid JSON', { exact: true })).toBeHidden();
    expect(await field.textContent()).toBe(before);
  }
  expect(await storedChannel(channel)).toEqual(channel);
});

test('CHE-016 names that stand twice in the profile are refused, however deep', {
  tag: '@full',
}, async ({ page }) => {
  const channel = await createChannel('Twice');
  await openEditor(page, channel);
  await replaceText(page, code(page, 'Profile'), '{"a": [{"b": 1, "c": {"b": 2, "\\u0062": 3}}]}');
  await expect(section(page, 'Profile').getByText('Profile contains duplicates')).toBeVisible();
  await saveButton(page).click();
  await expect(page.locator('.problem-summary')).toHaveText(
    'Invalid fields: profile: Profile contains duplicates',
  );
  expect((await storedChannel(channel)).profile).toEqual(channel.profile);
});

test('CHE-017 200 KB of JSON in a field take every key press, and are saved whole', {
  tag: '@full',
}, async ({ page }) => {
  const params = Object.fromEntries(
    Array.from({ length: 2_600 }, (_, index) => [
      `key-${index}`,
      `value ${index} `.padEnd(64, 'x'),
    ]),
  );
  expect(JSON.stringify(params).length).toBeGreaterThan(200_000);
  const channel = await createChannel('Large', { adSource: { params } });
  await openEditor(page, channel);
  const field = code(page, 'Ad source params');
  await field.click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowRight');
  const typed = Array.from({ length: 60 }, (_, index) => String.fromCharCode(97 + (index % 26)));
  await page.keyboard.insertText('"typed": "",');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.evaluate(() => {
    const longest = { ms: 0 };
    Object.assign(window, { longest });
    const wanted = { type: 'event', durationThreshold: 16 };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest.ms = Math.max(longest.ms, duration);
    }).observe(wanted);
  });
  for (const letter of typed) await page.keyboard.press(letter, { delay: 15 });
  await expect(field).toContainText(`"typed": "${typed.join('')}"`);
  const longest = await page.evaluate(() => Reflect.get(Reflect.get(window, 'longest'), 'ms'));
  test.info().annotations.push({ type: 'longest key press, ms', description: String(longest) });
  await page.keyboard.press('Control+s');
  await expectSaved(page);
  const stored = (await storedChannel(channel)).adSource.params;
  expect(stored).toEqual({ ...params, typed: typed.join('') });
});
