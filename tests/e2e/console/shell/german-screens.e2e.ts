/**
 * The app in German: a person chooses the language, and every screen with an address of its own is in it, in both themes
 * and at both widths. The demo company has items of all nouns.
 */
import { contract } from '@interlude/contract/api';
import { germanChartWords } from '@interlude/reporting';
import { expect, type Page, test } from '@playwright/test';
import { textsByEnglish } from '../../../../apps/console/src/texts/de/all.ts';
import { platform } from '../../platform.ts';
import { expectAccessibleScreen } from '../testing/accessible-screen.ts';
import { testAsSuperAdmin, testInCompany } from '../testing/one-window.ts';

/** Code, editors, and names of items in lists. */
const NOT_OURS = '[lang]:not(html), code, pre, .cm-editor, td a';

/** Words of charts without those in small letters, such as owners, which are ids on other screens. */
const ofCharts = Object.fromEntries(
  Object.entries(germanChartWords).filter(([english]) => /^[A-Z{]/.test(english)),
);

/** Texts on the screen that are in English although the catalogue has them in German. */
async function englishOn(page: Page): Promise<readonly string[]> {
  const translated = Object.entries({ ...textsByEnglish, ...ofCharts })
    .filter(([english, german]) => english !== german)
    .map(([english]) => english)
    // Texts that are also German words.
    .filter((english) => !Object.values(textsByEnglish).includes(english));
  return page.evaluate(
    ([keys, notOurs]) => {
      const known = new Set(keys);
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      while (walker.nextNode()) {
        const node = walker.currentNode;
        const text = node.textContent?.trim() ?? '';
        if (known.has(text) && node.parentElement?.closest(notOurs) === null) {
          found.push(text);
        }
      }
      return found;
    },
    [translated, NOT_OURS] as const,
  );
}

const SCREENS = [
  ...['/app/dashboard', '/app/reports', '/app/reports/reconciliation', '/app/reports/mails'],
  ...['/app/reports/shared-links', '/app/reports/notes'],
  ...['/app/ad-insertion/channels', '/app/ad-insertion/channels/new'],
  ...['/app/ad-insertion/systems', '/app/ad-insertion/systems/new'],
  ...['/app/playlists', '/app/playlists/new', '/app/assets', '/app/assets/new', '/app/jobs'],
  ...['/app/workflows', '/app/workflows/new'],
  ...['/app/settings/users', '/app/settings/account', '/app/settings/account/usage'],
  ...['/app/settings/profile', '/app/settings/notifications', '/app/settings/audit-log'],
  ...['/app/settings/reports', '/app/settings/mails', '/app/settings/private-addresses'],
];

test.describe('chosen by the person', () => {
  const founder = testInCompany();

  test('the profile switches the console to German and back', async ({ page }) => {
    await page.goto(`${platform.consoleUrl}/app/settings/profile`);
    await page.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'Deutsch' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.getByRole('heading', { level: 1, name: 'Profil' })).toBeVisible();
    expect(await englishOn(page)).toEqual([]);

    // Another browser of the same person learns it from the server.
    await page.evaluate(() => localStorage.removeItem('interlude.language'));
    await page.goto(`${platform.consoleUrl}/app/settings/users`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.getByRole('heading', { level: 1, name: 'Benutzer' })).toBeVisible();

    await page.goto(`${platform.consoleUrl}/app/settings/profile`);
    await page.getByRole('combobox', { name: 'Sprache' }).click();
    await page.getByRole('option', { name: 'English' }).click();
    await page.getByRole('button', { name: 'Speichern', exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
    const { client } = founder().signedIn;
    const params = { id: founder().userId };
    const stored = await client(contract.users.readAppMetadata, { params });
    expect(stored.language).toBe('en');
  });
});

test.describe('of a person who reads German', () => {
  testAsSuperAdmin();

  for (const path of SCREENS) {
    test(`${path} is German @full`, async ({ page }) => {
      // The one SuperAdmin works in other files at the same time: here alone the answer says German.
      await page.route('**/api/v2/users/*/app_metadata', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), language: 'de' } });
      });
      await page.evaluate(() => localStorage.setItem('interlude.language', 'de'));
      await expectAccessibleScreen(page, path);
      await expect(page.locator('html')).toHaveAttribute('lang', 'de');
      expect(await englishOn(page)).toEqual([]);
    });
  }
});
