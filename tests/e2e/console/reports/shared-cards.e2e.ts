/** Saved views, shared cards without sign-in, and notes on charts, as people use them. */
import { contract } from '@interlude/contract/api';
import { expect, type Page, test } from '@playwright/test';
import { platform } from '../../platform.ts';
import {
  DIALOG,
  expectAccessibleScreen,
  expectNoViolations,
  SCREEN,
} from '../testing/accessible-screen.ts';
import { PHONE, testInCompany } from '../testing/one-window.ts';

const founder = testInCompany();
const dayMs = 86_400_000;
const yesterday = (hours: number) =>
  new Date(Math.floor(Date.now() / dayMs) * dayMs - dayMs + hours * 3_600_000).toISOString();
const period = '?period=Last+7+days&compare=off';
const title = 'Ad views over time';
const card = (page: Page) => page.getByRole('article', { name: title, exact: true });

async function addNote(text: string): Promise<void> {
  const body = { text, at: yesterday(12), endsAt: yesterday(14) };
  await founder().signedIn.client(contract.annotations.create, { body });
}

/** @returns the address of a link to the card */
async function shareCard(page: Page): Promise<string> {
  await card(page)
    .getByRole('button', { name: `Share: ${title}` })
    .click();
  const dialog = page.getByRole('dialog', { name: `Share ${title}` });
  await dialog.getByRole('button', { name: 'Make link' }).click();
  const link = await dialog.getByLabel('Link').inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  return link;
}

test('SEC-S106 a person keeps a view, sees a deploy on a chart, shares the card, and revokes it', async ({
  page,
  browser,
}) => {
  await addNote('Deploy 1.2.3');
  await page.goto(`${platform.consoleUrl}/app/reports${period}`);
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  const views = page.getByRole('dialog', { name: 'Saved views' });
  await views.getByLabel('Name').fill('Board');
  await views.getByLabel('Name').press('Enter');
  await expect(page.getByRole('button', { name: 'Board', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/saved=/);

  await card(page)
    .getByRole('button', { name: `Figures as a table: ${title}` })
    .click();
  await expect(card(page).getByRole('cell', { name: /Deploy 1\.2\.3/ })).toBeVisible();

  const link = await shareCard(page);
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(link);
  await expect(card(stranger)).toBeVisible();
  await expect(stranger.getByText(/Figures of .* The link ends/)).toBeVisible();
  await page.goto(`${platform.consoleUrl}/app/reports/shared-links`);
  await page.getByRole('button', { name: `Revoke ${title}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('No card is shared.')).toBeVisible();
  await stranger.reload();
  await expect(stranger.getByRole('alert')).toContainText('This link shows nothing.');
  await stranger.context().close();
});

test('SEC-S106 shared cards, their list, views and notes are accessible', { tag: '@full' }, async ({
  page,
}) => {
  await addNote('Price change');
  await page.goto(`${platform.consoleUrl}/app/reports${period}`);
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Saved views' })).toBeVisible();
  await expectNoViolations(page, 'saved views', DIALOG);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Marks', exact: true }).click();
  await expectNoViolations(page, 'kinds of marks', DIALOG);
  await page.keyboard.press('Escape');
  await card(page)
    .getByRole('button', { name: `Share: ${title}` })
    .click();
  await expectNoViolations(page, 'sharing', DIALOG);
  await page.getByRole('button', { name: 'Cancel' }).click();
  const link = await shareCard(page);
  await expectAccessibleScreen(page, '/app/reports/shared-links', SCREEN);
  await expectAccessibleScreen(page, '/app/reports/notes', SCREEN);
  await page.goto(`${platform.consoleUrl}/app/reports/notes#note`);
  await expect(page.getByRole('dialog', { name: 'Add a note' })).toBeVisible();
  await expectNoViolations(page, 'a new note', DIALOG);
  await expectAccessibleScreen(page, new URL(link).pathname + new URL(link).hash);
});

test('a view opens from its link on a phone, with its cards; its removal is undone', {
  tag: '@full',
}, async ({ page }) => {
  const { client } = founder().signedIn;
  const state = { period: 'Last month', compare: 'off', channels: 'all', marks: 'off' };
  const { id } = await client(contract.savedViews.create, {
    body: { name: 'Month', scope: 'company', state },
  });
  await page.setViewportSize(PHONE);
  await page.goto(`${platform.consoleUrl}/app/reports?saved=${id}`);
  await page.getByRole('button', { name: 'Month', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Marks 0 of 3' })).toBeAttached();
  await page.getByRole('button', { name: 'Remove Month' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(async () => (await client(contract.savedViews.list, {})).map(({ name }) => name))
    .toContain('Month');
});
