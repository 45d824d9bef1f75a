/** The lab's pages refresh themselves, their buttons work, axe finds nothing. */
import { describe, expect, it } from 'vitest';
import { labPages } from './testing/lab-pages.suite.ts';

const pages = labPages();

describe('pages of the lab', () => {
  it('the beacon page shows what arrives while it is open, and clears', async () => {
    await pages.send('impression');
    const page = await pages.newPage();
    await page.goto(`${pages.url()}/beacons`);
    expect(await page.locator('.event').count()).toBe(1);
    await pages.send('start');
    await pages.send('start');
    await page.getByText('start again').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('No beacon has arrived.').waitFor();
    await page.close();
  });

  it('the fault page switches', async () => {
    const page = await pages.newPage();
    await page.goto(`${pages.url()}/faults`);
    await page.getByLabel('Ad server').selectOption('html');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.locator('.bad', { hasText: 'on' }).waitFor();
    expect(await (await fetch(`${pages.url()}/ads/vast`)).text()).toContain('Please sign in');
    await page.close();
  });

  it('axe finds nothing and nothing overflows, light on a large screen, dark on a phone', () =>
    pages.expectAccessiblePages([
      ['light', 1_600],
      ['dark', 390],
    ]));
});
