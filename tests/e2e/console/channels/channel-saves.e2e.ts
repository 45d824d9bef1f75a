/** A save of the channel editor: one request, two operators, and a cluster that does not take it over. */
import { contract } from '@interlude/contract/api';
import { expect, test } from '@playwright/test';
import { DIALOG, expectNoViolations } from '../testing/accessible-screen.ts';
import { holdRequests } from '../testing/held-requests.ts';
import { toastOf } from '../testing/list-table.ts';
import {
  adminClient,
  createChannel,
  expectSaved,
  nameField,
  openEditor,
  saveButton,
  saveRequest,
  storedChannel,
  suffix,
  testInEditor,
} from './channel-editing.ts';

testInEditor();

test('CHE-040 CHE-041 a save is one request, says Saving meanwhile, and keeps what is typed on', async ({
  page,
}) => {
  const channel = await createChannel('Once');
  await openEditor(page, channel);
  const requested: string[] = [];
  page.on('request', (request) => {
    // Other requests of the page may still be under way.
    const { pathname } = new URL(request.url());
    if (pathname.startsWith(`/api/v2/channels/${channel.id}`)) requested.push(request.method());
  });
  const held = await holdRequests(page, saveRequest);
  await nameField(page).fill(`Once saved ${suffix}`);
  await saveButton(page).click();
  await held.waiting;
  const saving = page.getByRole('button', { name: 'Saving ... ' });
  await expect(saving).toBeDisabled();
  expect(await saving.textContent()).toBe('Saving ... ');
  await page.keyboard.press('Control+s');
  await page.getByLabel('API key').fill('typed-on');
  held.release();
  await expectSaved(page);
  await expect(page.getByLabel('API key')).toHaveValue('typed-on');
  await expect(page.getByText('Not saved yet')).toBeVisible();
  expect(requested).toEqual(['PUT']);
  expect(await storedChannel(channel)).toMatchObject({ name: `Once saved ${suffix}`, apiKey: '' });
  await saveButton(page).click();
  await expect(page.getByText('All changes saved')).toBeVisible();
  expect(await storedChannel(channel)).toMatchObject({ apiKey: 'typed-on' });
});

test('CHE-042 two operators: the second save is refused with the difference, and nothing is lost', async ({
  page,
}) => {
  const channel = await createChannel('Contested', { liveDelay: 3 });
  await openEditor(page, channel);
  const theirs = await adminClient()(contract.channels.update, {
    params: { id: channel.id },
    body: { ...channel, liveDelay: 12, apiKey: 'theirs' },
  });
  await nameField(page).fill(`Mine ${suffix}`);
  await page.getByLabel('API key').fill('mine');
  await saveButton(page).click();
  await expect(page.getByText('Somebody else has changed this channel')).toBeVisible();
  await page.getByRole('button', { name: 'Compare' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Both of you have changed apiKey');
  await expect(dialog.getByRole('textbox', { name: 'Yours' })).toContainText(`"Mine ${suffix}"`);
  await expectNoViolations(page, 'conflict', DIALOG);
  expect(await storedChannel(channel)).toEqual(theirs);
  await dialog.getByRole('button', { name: 'Keep both' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('API key')).toHaveValue('mine');
  await saveButton(page).click();
  await expectSaved(page);
  expect(await storedChannel(channel)).toMatchObject({
    name: `Mine ${suffix}`,
    apiKey: 'mine',
    liveDelay: 12,
  });
});

test('CHE-042 what somebody else has saved cannot be read: the save is refused once, and asks again', {
  tag: '@full',
}, async ({ page }) => {
  const channel = await createChannel('Unread');
  await openEditor(page, channel);
  await adminClient()(contract.channels.update, {
    params: { id: channel.id },
    body: { ...channel, liveDelay: 12 },
  });
  const requested: string[] = [];
  await page.route(saveRequest, (route) => {
    requested.push(route.request().method());
    return route.request().method() === 'GET' ? route.fulfill({ status: 503 }) : route.continue();
  });
  await nameField(page).fill(`Unread mine ${suffix}`);
  await saveButton(page).click();
  await expect(page.getByText(/^Error while Saving/)).toBeVisible();
  await expect(nameField(page)).toHaveValue(`Unread mine ${suffix}`);
  expect(requested.filter((method) => method === 'PUT')).toEqual(['PUT']);
  await page.unroute(saveRequest);
  await saveButton(page).click();
  await expect(page.getByText('Somebody else has changed this channel')).toBeVisible();
});

test('CHE-042 a channel that was only enabled meanwhile is saved without a question', {
  tag: '@full',
}, async ({ page }) => {
  const channel = await createChannel('Enabled');
  await openEditor(page, channel);
  const { id } = channel;
  await adminClient()(contract.channels.setState, { params: { id }, body: { state: 'enabled' } });
  await nameField(page).fill(`Enabled and named ${suffix}`);
  await saveButton(page).click();
  await expectSaved(page);
  expect(await storedChannel(channel)).toMatchObject({
    name: `Enabled and named ${suffix}`,
    state: 'enabled',
  });
});

test('CHE-044 CHE-045 CHE-046 a save that the SSAI cluster has not taken over is kept, and says so', {
  tag: '@full',
}, async ({ page }) => {
  const channel = await createChannel('Cluster');
  await openEditor(page, channel);
  for (const [index, message] of [
    'SSAI API endpoint is reachable but credentials were not accepted. Please check the SSAI-Cluster system config. (SuperAdmin group only)',
    'SSAI API endpoint is not accessible. Please check the SSAI-Cluster system config. (SuperAdmin group only)',
    'No server is available to handle this request. The channel API service may be down. Please check the SSAI-Cluster system config. (SuperAdmin group only)',
  ].entries()) {
    await page.route(saveRequest, async (route) => {
      const response = await route.fetch();
      const json = { ...(await response.json()), code: 502, errorCode: 'CLUSTER', message };
      await route.fulfill({ response, json });
    });
    await nameField(page).fill(`Cluster ${index} ${suffix}`);
    await saveButton(page).click();
    await expect(toastOf(page, 'error', `Error while Saving: ${message}`)).toBeVisible();
    await expect(page.getByText('All changes saved')).toBeVisible();
    await page.unroute(saveRequest);
    expect((await storedChannel(channel)).name).toBe(`Cluster ${index} ${suffix}`);
  }
});
