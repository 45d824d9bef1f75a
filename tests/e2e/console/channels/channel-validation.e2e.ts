/** Input that the channel editor refuses, and the places at which it shows the problem. */
import { expect, test } from '@playwright/test';
import {
  code,
  createChannel,
  expectSaved,
  nameField,
  openEditor,
  replaceText,
  saveButton,
  saveRequest,
  section,
  sectionLink,
  sourceManifestUrl,
  storedChannel,
  suffix,
  testInEditor,
} from './channel-editing.ts';

testInEditor();

test('CHE-005 CHE-012 CHE-013 CHE-043 what is missing is said at the field and in a summary that leads there', async ({
  page,
}) => {
  await openEditor(page);
  await page.keyboard.press('Control+s');
  const summary = page.locator('.problem-summary');
  await expect(summary).toHaveText(
    'Invalid fields: name: I should not be empty!, sourceManifestUrl: I should be a valid URL!',
  );
  await expect(nameField(page)).toBeFocused();
  await expect(section(page, 'Source').getByText('I should be a valid URL!')).toBeVisible();
  await expect(sectionLink(page, 'Source has errors')).toBeVisible();
  await summary.getByRole('button', { name: 'sourceManifestUrl' }).click();
  await expect(page.getByLabel('Source manifest URL')).toBeFocused();
  await page.keyboard.type('ftp://origin');
  await expect(section(page, 'Source').getByText('I should be a valid URL!')).toBeVisible();
  await page.getByLabel('Source manifest URL').fill(sourceManifestUrl);
  await nameField(page).fill('x');
  await expect(summary).toBeHidden();
});

test('CHE-043 CHE-042 what the server refuses is said the same way, and other failures with their message', {
  tag: '@full',
}, async ({ page }) => {
  const channel = await createChannel('Refused');
  await openEditor(page, channel);
  const errors = { name: 'is taken', 'adSource.url': 'is not nice' };
  await page.route(saveRequest, (route) =>
    route.fulfill({
      status: 422,
      json: {
        code: 422,
        errorCode: 'INVALID_FIELDS',
        message: 'Invalid fields',
        details: { errors },
      },
    }),
  );
  await nameField(page).fill(`Refused again ${suffix}`);
  await saveButton(page).click();
  await expect(page.locator('.problem-summary')).toHaveText(
    'Invalid fields: name: is taken, adSource.url: is not nice',
  );
  await expect(section(page, 'Ad server').getByText('is not nice')).toBeVisible();
  await page.unroute(saveRequest);
  await page.route(saveRequest, (route) =>
    route.fulfill({ status: 503, json: { code: 503, message: 'the database rests' } }),
  );
  await saveButton(page).click();
  await expect(page.getByText(/^Error while Saving: .*the database rests$/)).toBeVisible();
  await expect(nameField(page)).toHaveValue(`Refused again ${suffix}`);
});

test('CHE-018 CHE-021 lists of segmentation types and short salts are refused', {
  tag: '@full',
}, async ({ page }) => {
  await openEditor(page, await createChannel('Lists'));
  const start = page.getByLabel('Segmentation type ids, start');
  const setting = page.locator('[id="setting-segmentationConfiguration.segmentationTypeIdsStart"]');
  for (const [text, message] of [
    ['[34,', 'Invalid JSON'],
    ['{"a": 34}', 'Invalid JSON'],
    ['[]', 'I should not be empty!'],
  ] as const) {
    await start.fill(text);
    await start.blur();
    await expect(setting.getByText(message, { exact: true })).toBeVisible();
  }
  await start.fill('[34, 48]');
  await expect(setting.getByText('I should not be empty!')).toBeHidden();
  const params = code(page, 'Ad source params');
  await replaceText(page, params, '{"uid": {"hashValueWithSalt": ["{{ifa}}", "14 bytes salt."]}}');
  await expect(
    section(page, 'Ad server').getByText('Value should be at least 15 bytes long.'),
  ).toBeVisible();
  await replaceText(page, params, '{"uid": {"hashValueWithSalt": ["{{ifa}}", "15 bytes: sälty"]}}');
  await expect(
    section(page, 'Ad server').getByText('Value should be at least 15 bytes long.'),
  ).toBeHidden();
  await saveButton(page).click();
  await expectSaved(page);
});

test('CHE-019 CHE-020 CHE-035 numbers take what they may be, and a period goes with its switch', async ({
  page,
}) => {
  const channel = await createChannel('Numbers');
  await openEditor(page, channel);
  await page.getByRole('switch', { name: 'Drop partial replacements' }).press('Space');
  const fill = page.getByLabel('Minimum fill');
  await fill.fill('');
  await fill.pressSequentially('1a0.-1');
  await expect(fill).toHaveValue('101 %');
  await fill.blur();
  await expect(page.getByText('value must be between 0 and 100', { exact: true })).toBeVisible();
  await fill.fill('100');
  await page.getByRole('switch', { name: 'Set scanning frequency' }).press('Space');
  const period = page.getByLabel('Minimum source update period');
  for (const [typed, kept] of [
    ['2.1', '3'],
    ['25', '20'],
    ['-1', '0'],
  ] as const) {
    await period.fill(typed);
    await period.blur();
    await expect(period).toHaveValue(kept);
  }
  await period.fill('soon');
  await period.blur();
  const refusal = section(page, 'Source').getByText('Value should be number between 0 and 20');
  await expect(refusal).toBeVisible();
  await saveButton(page).click();
  await expect(page.locator('.problem-summary')).toContainText('minimumSourceUpdatePeriod');
  await period.fill('4');
  await saveButton(page).click();
  await expectSaved(page);
  expect(await storedChannel(channel)).toMatchObject({
    dropPartialReplacementsMinPercentage: 100,
    minimumSourceUpdatePeriod: 4,
  });
  await page.getByRole('switch', { name: 'Set scanning frequency' }).press('Space');
  await expect(period).toBeHidden();
  await saveButton(page).click();
  await expect(page.getByText('All changes saved')).toBeVisible();
  expect((await storedChannel(channel)).minimumSourceUpdatePeriod).toBeNull();
});
