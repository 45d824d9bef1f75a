/** Every screen in both themes and at two widths: nothing for axe to find, nothing on the error console, no sideways scrolling. */
import { type Browser, expect, test } from '@playwright/test';
import { platform } from '../../platform.ts';
import { guardConsole } from '../testing/console-guard.ts';
import { signInByHand } from '../testing/sign-in-page.ts';
import { expectNoViolations, expectSoundScreen } from '../testing/sound-screen.ts';

const PUBLIC_PATHS = ['/', '/login', '/register', '/forgot-password', '/no-such-page'];
const APP_PATHS = [
  '/app/dashboard',
  '/app/ad-insertion/channels',
  '/app/ad-insertion/channels/new',
  '/app/playlists',
  '/app/playlists/new',
  '/app/assets',
  '/app/assets/new',
  '/app/ad-insertion/systems',
  '/app/ad-insertion/systems/new',
  '/app/jobs',
  '/app/workflows',
  '/app/workflows/new',
  '/app/settings/users',
  '/app/settings/profile',
  '/app/settings/notifications',
  '/app/settings/mails',
];
const SIZES = [
  { width: 1600, height: 1000 },
  { width: 390, height: 844 },
];
async function openPage(
  browser: Browser,
  options: { colorScheme: 'light' | 'dark'; viewport: { width: number; height: number } },
) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  // The browser itself reports the status of the page that is not there.
  return { context, page, guard: guardConsole(page, [/status of 404/]) };
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const viewport of SIZES) {
    test(`PUB-004 NAV-018 LIST-001 all screens, ${colorScheme}, ${viewport.width} px`, async ({
      browser,
    }) => {
      test.setTimeout(400_000);
      const { context, page, guard } = await openPage(browser, { colorScheme, viewport });
      for (const path of PUBLIC_PATHS) await expectSoundScreen(page, path);
      await signInByHand(page);
      for (const path of APP_PATHS) await expectSoundScreen(page, path);
      guard.expectQuiet();
      await context.close();
    });
  }
}

test('NAV-008 ERR-021 menus and dialogs keep to the same rules', async ({ browser }) => {
  const { context, page, guard } = await openPage(browser, {
    colorScheme: 'dark',
    viewport: { width: 1600, height: 1000 },
  });
  const expectSoundDialog = (what: string) => expectNoViolations(page, what);
  await page.goto(`${platform.consoleUrl}/register`);
  await page.getByRole('button', { name: /terms/i }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectSoundDialog('terms');
  await page.getByRole('button', { name: 'Ok, got it' }).click();
  await signInByHand(page);
  await page.goto(`${platform.consoleUrl}/app/ad-insertion/channels`);
  await page
    .getByRole('button', { name: /^More actions for / })
    .first()
    .click();
  await expectSoundDialog('row menu');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('Are you sure?')).toBeVisible();
  await expectSoundDialog('confirmation');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('demo');
  await expect(page.getByRole('dialog').getByText(/Demo CMAF/)).toBeVisible();
  await expectSoundDialog('palette');
  await page.keyboard.press('Escape');
  guard.expectQuiet();
  await context.close();
});
