/** The list of channels and what every list has in common: search, sort, pages, deletion, failures. */
import type { Channel } from '@interlude/contract';
import { contract } from '@interlude/contract/api';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { platform } from '../../platform.ts';
import { allowErrors } from '../testing/console-guard.ts';
import { holdRequests } from '../testing/held-requests.ts';
import { toastOf } from '../testing/list-table.ts';
import { inOwnWindow, testInCompany } from '../testing/one-window.ts';

const suffix = crypto.randomUUID().slice(0, 8);
const listPath = '/app/ad-insertion/channels';
const stateRequest = /\/api\/v2\/channels\/setState\//;
const resetRequest = /\/api\/v2\/channels\/reset\//;
const listRequest = /\/api\/v2\/channels\?/;
/** The browser's own line about a request that the test wants refused. */
const refused = /Failed to load resource: the server responded with a status of 4\d\d/;

const company = testInCompany({ allowed: [refused] });
const channels: Channel[] = [];

async function createChannel(name: string): Promise<Channel> {
  const sourceManifestUrl = `${platform.labUrl}/live/cmaf/cue/master.m3u8`;
  const body = { name: `${name} ${suffix}`, sourceManifestUrl };
  const channel = await company().signedIn.client(contract.channels.create, { body });
  channels.push(channel);
  return channel;
}

const removeChannel = ({ id }: Channel) =>
  company().signedIn.client(contract.channels.remove, { params: { id } });

function rows(page: Page): Locator {
  return page.locator('tbody tr:not(.note-row)').filter({ hasText: suffix });
}

const names = async (page: Page) =>
  (await rows(page).getByRole('link').filter({ hasText: suffix }).allTextContents()).map(
    (name) => name.split(' ')[0],
  );

/** The list of these tests' own channels, or of one of them. */
async function openList(page: Page, search = suffix, more = ''): Promise<void> {
  await page.goto(`${platform.consoleUrl}${listPath}?q=${encodeURIComponent(search)}${more}`);
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
}

async function openOne(page: Page, name: string): Promise<Channel> {
  const channel = await createChannel(name);
  await openList(page, channel.name);
  await expect(rows(page)).toHaveCount(1);
  return channel;
}

async function chooseFromMenu(page: Page, channel: Channel, item: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${channel.name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test.beforeAll(async () => {
  for (let number = 1; number <= 12; number += 1) await createChannel(`c${number + 10}`);
});

test('CHL-001 OP-68 columns, with date and time in the locale of the browser', {
  tag: '@full',
}, async ({ page }) => {
  await openList(page);
  const heads = await page.getByRole('columnheader').allTextContents();
  expect(heads.slice(0, 4)).toEqual(['Channel Name', 'Type', 'ID', 'Created at']);

  const shown = await rows(page).first().locator('time').textContent();
  const expected = await page.evaluate(
    (at) =>
      new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(
        new Date(at),
      ),
    channels.at(11)?.createdAt ?? '',
  );
  expect(shown).toBe(expected);
});

test('LIST-001 LIST-002 CHL-002 ten rows a page, with the choice of 5, 10 and 25', async ({
  page,
}) => {
  await openList(page);
  await expect(rows(page)).toHaveCount(10);
  const sizes = page.getByLabel('Rows');
  await expect(sizes.getByRole('option')).toHaveText(['5', '10', '25']);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByText('11–12 of 12')).toBeVisible();
  await sizes.selectOption('25');
  await expect(rows(page)).toHaveCount(12);
  await expect(page.getByText('Page 1 of 1')).toBeVisible();
  await sizes.selectOption('5');
  await expect(rows(page)).toHaveCount(5);
});

test('LIST-004 the newest stand first', { tag: '@full' }, async ({ page }) => {
  const requested = page.waitForRequest(listRequest);
  await openList(page);
  expect(new URL((await requested).url()).searchParams.get('sort')).toBe('-createdAt');
  await expect(rows(page)).toHaveCount(10);
  expect(await names(page)).toEqual(Array.from({ length: 10 }, (_, index) => `c${22 - index}`));
  await expect(page.getByRole('columnheader', { name: 'Created at' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
});

test('LIST-005 OP-67 a sort starts descending, toggles, and goes to the first page', async ({
  page,
}) => {
  await openList(page, suffix, '&page=1');
  await expect(rows(page)).toHaveCount(2);
  const head = page.getByRole('columnheader', { name: 'Channel Name' });
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  await expect.poll(async () => (await names(page)).at(0)).toBe('c22');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('Page 2 of 2')).toBeVisible();
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  await expect.poll(async () => (await names(page)).at(0)).toBe('c11');
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
});

test('LIST-006 a search goes to the first page', { tag: '@full' }, async ({ page }) => {
  await openList(page, suffix, '&page=1');
  await expect(page.getByText('Page 2 of 2')).toBeVisible();
  await page.getByLabel('Search name or ID').fill(`c15 ${suffix}`);
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText('Page 1 of 1')).toBeVisible();
  await expect(page).not.toHaveURL(/page=/);
});

test('LIST-003 OP-84 every row has its edit button, the list its Add Channel', {
  tag: '@full',
}, async ({ page }) => {
  await openList(page);
  await expect(rows(page)).toHaveCount(10);
  const [newest] = await names(page);
  await page.getByRole('link', { name: `Edit ${newest} ${suffix}` }).click();
  await expect(page).toHaveURL(new RegExp(`${listPath}/${channels.at(11)?.id}$`));
  await page.goBack();
  await page.getByRole('link', { name: 'Add Channel' }).click();
  await expect(page).toHaveURL(`${platform.consoleUrl}${listPath}/new`);
});

test('LIST-007 LIST-008 a deletion asks first, then says that it is done', async ({ page }) => {
  const channel = await openOne(page, 'doomed');
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'DELETE') calls.push(request.url());
  });
  await chooseFromMenu(page, channel, 'Delete');
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(rows(page)).toHaveCount(1);
  expect(calls).toEqual([]);

  await chooseFromMenu(page, channel, 'Delete');
  await question.getByRole('button', { name: 'Ok' }).click();
  await expect(toastOf(page, 'success', 'Your item has been deleted.')).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  expect(calls).toHaveLength(1);
});

test('LIST-009 a failed deletion says why', { tag: '@full' }, async ({ page }) => {
  const channel = await openOne(page, 'gone');
  await removeChannel(channel);
  await chooseFromMenu(page, channel, 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ok' }).click();
  await expect(toastOf(page, 'error', /^Error while deleting: \S/)).toBeVisible();
});

test('LIST-010 OP-86 an empty list says so', { tag: '@full' }, async ({ page }) => {
  await openList(page, `nothing ${suffix}`);
  await expect(page.getByText('no data found', { exact: true })).toBeVisible();
});

test('LIST-011 OP-86 a list that the server refuses says why', { tag: '@full' }, async ({
  page,
}) => {
  await openList(page, suffix, '&sort=-no_such_column');
  await expect(page.getByRole('alert').getByText(/^Error while fetching data: \S/)).toBeVisible();
});

test('LIST-011 a list that cannot be reached says so, and comes with Retry', {
  tag: '@full',
}, async ({ page, context }) => {
  allowErrors(page, /ERR_INTERNET_DISCONNECTED/);
  await openList(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Next page' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Error while fetching data: ' });
  await expect(alert).toContainText('The server cannot be reached. Check your connection.');
  await context.setOffline(false);
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(alert).toBeHidden();
});

test('LIST-016 the first save creates, the next one updates what was created', async ({ page }) => {
  await page.goto(`${platform.consoleUrl}${listPath}/new`);
  await page.getByLabel('Channel Name').fill(`saved ${suffix}`);
  await page.getByLabel('Source manifest URL').fill(`${platform.labUrl}/live/cmaf/cue/master.m3u8`);
  const created = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const { id }: { id: string } = await (await created).json();
  await expect(page).toHaveURL(`${platform.consoleUrl}${listPath}/${id}`);
  await page.getByLabel('Channel Name').fill(`saved again ${suffix}`);
  const updated = page.waitForRequest((request) => request.method() === 'PUT');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  expect((await updated).url()).toMatch(new RegExp(`/api/v2/channels/${id}$`));
  await expect(page.getByText('All changes saved')).toBeVisible();
});

test('CHL-003 the list reads itself anew every 60 s', { tag: '@full' }, async ({ browser }) => {
  await inOwnWindow(browser, company().storageState, async (page) => {
    await page.clock.install();
    const channel = await openOne(page, 'fresh');
    await createChannel('fresh');
    await page.clock.fastForward(50_000);
    await expect(rows(page)).toHaveCount(1);
    const requested = page.waitForRequest(listRequest);
    await page.clock.fastForward(10_000);
    expect(new URL((await requested).url()).searchParams.get('search')).toBe(channel.name);
    await expect(rows(page)).toHaveCount(2);
  });
});

test('CHL-004 the play button opens the player on its channel', { tag: '@full' }, async ({
  page,
}) => {
  const channel = await openOne(page, 'played');
  await page.getByRole('button', { name: `Play ${channel.name}` }).click();
  const player = page.getByRole('dialog', { name: channel.name });
  await expect(player).toBeVisible();
  await player.getByRole('button', { name: 'Close' }).last().click();
  await expect(player).toBeHidden();
});

test('CHL-005 CHL-006 the switch shows the new state at once and rests until it is stored', {
  tag: '@full',
}, async ({ page }) => {
  const channel = await openOne(page, 'switched');
  const toggle = page.getByRole('switch', { name: channel.name });
  await expect(toggle).not.toBeChecked();
  const held = await holdRequests(page, stateRequest);
  await toggle.press('Space');
  await held.waiting;
  await expect(toggle).toBeChecked();
  await expect(toggle).toBeDisabled();
  held.release();
  await expect(toggle).toBeEnabled();
  await expect(toggle).toBeChecked();
  const stored = await company().signedIn.client(contract.channels.read, {
    params: { id: channel.id },
  });
  expect(stored.state).toBe('enabled');
});

test('CHL-007 a switch that the server refuses goes back and says why', { tag: '@full' }, async ({
  page,
}) => {
  const channel = await openOne(page, 'refused');
  const toggle = page.getByRole('switch', { name: channel.name });
  await removeChannel(channel);
  const heldList = await holdRequests(page, listRequest);
  const heldState = await holdRequests(page, stateRequest);
  await toggle.press('Space');
  await expect(toggle).toBeChecked();
  heldState.release();
  await expect(toastOf(page, 'error', /^Error while changing channel's state: \S/)).toBeVisible();
  await expect(toggle).not.toBeChecked();
  heldList.release();
  await expect(page.getByText('no data found', { exact: true })).toBeVisible();
});

test('CHL-008 CHL-009 a reset says that it is done', async ({ page }) => {
  const channel = await openOne(page, 'reset');
  const requested = page.waitForRequest(resetRequest);
  await chooseFromMenu(page, channel, 'Reset');
  expect((await requested).url()).toContain(channel.id);
  await expect(toastOf(page, 'success', 'channel successfully reset')).toBeVisible();
});

test('CHL-010 a reset that fails says why', { tag: '@full' }, async ({ page }) => {
  const channel = await openOne(page, 'unreset');
  await removeChannel(channel);
  await chooseFromMenu(page, channel, 'Reset');
  await expect(toastOf(page, 'error', /^Error resetting channel: \S/)).toBeVisible();
});

test('CHL-011 OP-85 while one channel is reset no other can be', { tag: '@full' }, async ({
  page,
}) => {
  await openList(page);
  const [first, second] = channels.slice(10, 12);
  if (first === undefined || second === undefined) throw new Error('no channels were created');
  const held = await holdRequests(page, resetRequest);
  await chooseFromMenu(page, second, 'Reset');
  await held.waiting;
  await page.getByRole('button', { name: `More actions for ${first.name}` }).click();
  const item = page.getByRole('menuitem', { name: 'Resetting…' });
  await expect(item).toBeDisabled();
  held.release();
  await expect(page.getByRole('menuitem', { name: 'Reset', exact: true })).toBeEnabled();
});
