/** Reports as a person meets them: periods by keyboard, a card pinned to the dashboard, its spreadsheet, its address. */
import { contract } from '@interlude/contract/api';
import { expect, type Page, test } from '@playwright/test';
import { platform } from '../../platform.ts';
import {
  expectAccessibleScreen,
  expectNoViolations,
  SCREEN,
} from '../testing/accessible-screen.ts';
import { PHONE, testInCompany } from '../testing/one-window.ts';

const reportsUrl = `${platform.consoleUrl}/app/reports`;
const founder = testInCompany();

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });

test('REP-001 PER-019 DASH-008 EXP-001 EXP-002 a person compares, pins, exports and shares', async ({
  page,
}) => {
  await page.goto(`${platform.consoleUrl}/app/dashboard`);
  await expect(page.getByText('No reports added to the dashboard yet')).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Reports' }).click();
  await expect(page).toHaveURL(/period=Last(\+|%20)week&compare=Previous(\+|%20)period/);

  await page
    .getByRole('button', { name: /^Period: / })
    .first()
    .click();
  const popup = page.getByRole('dialog', { name: 'Select periods' });
  await popup.getByLabel('Period: type', { exact: true }).selectOption('Last day');
  await popup.getByLabel('compare with').press('Space');
  await popup.getByRole('button', { name: 'Apply' }).press('Enter');
  await expect(popup).toBeHidden();
  await expect(page).toHaveURL(/period=Last(\+|%20)day&compare=off/);

  const summary = card(page, 'Main KPI');
  const download = page.waitForEvent('download');
  await summary.getByRole('button', { name: 'Download: Main KPI' }).click();
  await page.getByRole('menuitem', { name: 'Spreadsheet (.xlsx)' }).click();
  expect((await download).suggestedFilename()).toMatch(/^main-kpi_DAYS_\d{4}-.*Z\.xlsx$/);

  await summary.getByRole('button', { name: 'Pin to the dashboard: Main KPI' }).click();
  await expect(page.getByText('Main KPI was added to the dashboard.')).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click();
  await expect(card(page, 'Main KPI')).toBeVisible();
  const { userId, signedIn } = founder();
  const saved = await signedIn.client(contract.users.readAppMetadata, { params: { id: userId } });
  expect(saved.timePeriods).toEqual([
    { type: 'Last day' },
    { type: 'Previous period', compareWith: false },
  ]);
  expect(saved.dashboardItems.map(({ chart }) => chart)).toEqual(['main-kpi']);
});

test('PER-006 REP-012 the reports are accessible on a desk and on a phone', {
  tag: '@full',
}, async ({ page }) => {
  await expectAccessibleScreen(
    page,
    '/app/reports?period=2026-11-02_2026-11-04&compare=off',
    SCREEN,
  );
  await page.setViewportSize(PHONE);
  await page.goto(reportsUrl);
  await page
    .getByRole('button', { name: /^Period: / })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: 'Select periods' })).toBeVisible();
});

test('a file of an ad server is compared: broken, mapped, compared, each accessible', {
  tag: '@full',
}, async ({ page }) => {
  await page.goto(`${platform.consoleUrl}/app/reports`);
  await page.getByRole('link', { name: 'Compare with an ad server' }).click();
  await expect(page.getByText('Nothing was compared yet')).toBeVisible();
  const choose = (name: string, bytes: Buffer) =>
    page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'text/csv', buffer: bytes });
  await choose('figures.xlsx', Buffer.from([0x50, 0x4b, 3, 4, 0]));
  await expect(page.getByRole('alert')).toHaveText('The file is no text. Export it as CSV.');
  const at = new Date(Date.now() - 10_800_000).toISOString().slice(0, 13).replace('T', ' ');
  const rows = `Creative ID,Date and time,Total impressions\nspring-30s,${at}:00,"1,204"\n`;
  await choose('week.csv', Buffer.from(`${rows}Total,,1204\n`));
  await expect(page.getByRole('heading', { name: 'week.csv' })).toBeVisible();
  await expectNoViolations(page, 'columns of a file');
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByText('1,204 creative not counted here')).toBeVisible();
  await expectAccessibleScreen(page, page.url().slice(platform.consoleUrl.length));
});
