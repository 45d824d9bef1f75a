/** The frame around every screen: addresses, sidebar, header, footer, messages. */

import { contract } from '@interlude/contract/api';
import { expect, type Page, test } from '@playwright/test';
import type { SignedIn } from '../../../../tools/sign-in.ts';
import { platform } from '../../platform.ts';
import { inOwnWindow, testInCompany } from '../testing/one-window.ts';
import {
  type Founder,
  foundCompanyOfEditor,
  invitePerson,
  type Person,
  removePeople,
  signInAdmin,
  storageOf,
} from '../testing/people.ts';

const { consoleUrl } = platform;
// The browser itself reports the status of a page that is not there.
const own = testInCompany({ allowed: [/status of 404/] });
let admin: SignedIn;
/** An Admin of their own company who is an Editor of the administrator's. */
let founder: Founder;

const open = (page: Page, path: string) => page.goto(consoleUrl + path);
const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' });
const width = async (page: Page) => (await sidebar(page).boundingBox())?.width;

test.beforeAll(async () => {
  const body = {
    name: 'Listed',
    sourceManifestUrl: `${platform.labUrl}/live/cmaf/cue/master.m3u8`,
  };
  await own().signedIn.client(contract.channels.create, { body });
  admin = await signInAdmin();
  founder = await foundCompanyOfEditor(admin);
});

test.afterAll(() => removePeople(admin, [founder]));

test.describe('addresses', () => {
  test('NAV-001 /app goes to the dashboard', async ({ page }) => {
    await open(page, '/app');
    await expect(page).toHaveURL(`${consoleUrl}/app/dashboard`);
  });

  test('NAV-002 /app/settings goes to the users', { tag: '@full' }, async ({ page }) => {
    await open(page, '/app/settings');
    await expect(page).toHaveURL(`${consoleUrl}/app/settings/users`);
  });

  test('NAV-003 OP-08 an unknown path goes to the channels in the app, and is not found outside', {
    tag: '@full',
  }, async ({ page }) => {
    await open(page, '/app/no/such/screen');
    await expect(page).toHaveURL(`${consoleUrl}/app/ad-insertion/channels`);
    await open(page, '/no/such/page');
    await expect(page.getByText('Page not found :(')).toBeVisible();
    await expect(page).toHaveURL(`${consoleUrl}/no/such/page`);
  });

  test('NAV-019 the title follows the links of the sidebar', async ({ page }) => {
    await open(page, '/app/dashboard');
    for (const title of ['Reports', 'Channels', 'Assets', 'Jobs', 'Profile', 'Dashboard']) {
      await sidebar(page).getByRole('link', { name: title, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page).toHaveTitle(new RegExp(`^${title} · `));
    }
  });

  for (const [path, title] of [
    ['/app/dashboard', 'Dashboard'],
    ['/app/reports', 'Reports'],
    ['/app/ad-insertion/channels', 'Channels'],
    ['/app/ad-insertion/channels/new', 'Channel Details'],
    ['/app/assets', 'Assets'],
    ['/app/assets/new', 'Asset Details'],
    ['/app/jobs', 'Jobs'],
    ['/app/settings/profile', 'Profile'],
  ] as const) {
    test(`NAV-019 ${path} has the title ${title}`, { tag: '@full' }, async ({ page }) => {
      await open(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page).toHaveTitle(new RegExp(`^${title} · `));
    });
  }
});

test.describe('tenants', () => {
  test('NAV-004 DATA-036 DATA-037 choosing a company keeps it, asks for it and goes to the dashboard', async ({
    browser,
  }) => {
    await inOwnWindow(browser, founder.storageState, async (page) => {
      const { company } = founder;
      const selected = () => page.evaluate(() => localStorage.getItem('selected-tenant'));
      await open(page, '/app/settings/profile');
      expect(await selected()).toBeNull();
      await page.getByRole('button', { name: `Tenant ${company}` }).click();
      const choices = page.getByRole('menuitemradio');
      await expect(choices).toHaveCount(2);
      await expect(choices.filter({ hasText: company })).toBeChecked();
      const requested = page.waitForRequest(
        (request) => request.headers()['selected-tenant'] === admin.tenantId,
      );
      await choices.filter({ hasNotText: company }).click();
      await expect(page).toHaveURL(`${consoleUrl}/app/dashboard`);
      await requested;
      expect(await selected()).toBe(admin.tenantId);

      const requestedAgain = page.waitForRequest((request) =>
        request.url().includes('/api/v2/channels'),
      );
      await page.reload();
      expect((await requestedAgain).headers()['selected-tenant']).toBe(admin.tenantId);
      await expect(page.getByRole('button', { name: /^Tenant / })).not.toHaveText(company);
    });
  });

  test('DATA-037 a stored company of another user is not requested', { tag: '@full' }, async ({
    browser,
  }) => {
    await inOwnWindow(browser, founder.storageState, async (page) => {
      await page.addInitScript(() => localStorage.setItem('selected-tenant', 'a-foreign-tenant'));
      await open(page, '/app/dashboard');
      await expect(page.getByRole('button', { name: `Tenant ${founder.company}` })).toBeVisible();
    });
  });
});

test.describe('header', () => {
  test('NAV-005 NAV-007 OP-71 the bell asks for 10 new notifications and leads to all', {
    tag: '@full',
  }, async ({ page }) => {
    const requested = page.waitForRequest((request) =>
      request.url().includes('/api/v2/notifications'),
    );
    await open(page, '/app/dashboard');
    const { searchParams } = new URL((await requested).url());
    expect([searchParams.get('status'), searchParams.get('limit')]).toEqual(['new', '10']);
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page.getByRole('menuitem', { name: '... View All', exact: true }).click();
    await expect(page).toHaveURL(`${consoleUrl}/app/settings/notifications`);
  });

  test('NAV-008 the user menu leads to the profile', { tag: '@full' }, async ({ page }) => {
    await open(page, '/app/dashboard');
    await page.getByRole('button', { name: /^User menu of / }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await expect(page).toHaveURL(`${consoleUrl}/app/settings/profile`);
  });

  test('NAV-025 NAV-026 OP-33 the counter of running jobs is grey at 0 and opens the jobs of the last minute', {
    tag: '@full',
  }, async ({ page }) => {
    await open(page, '/app/dashboard');
    const counter = page.getByRole('button', { name: '0 running jobs' });
    await expect(counter).not.toHaveAttribute('data-active');
    const grey = await page.locator('.title-line').evaluate((each) => getComputedStyle(each).color);
    await expect(counter).toHaveCSS('color', grey);
    const before = Date.now();
    await counter.click();
    await expect(page).toHaveURL(/\/app\/jobs#status=running&time=\d+$/);
    const time = Number(new URLSearchParams(new URL(page.url()).hash.slice(1)).get('time'));
    expect(time).toBeGreaterThanOrEqual(before - 59_970 - 1_000);
    expect(time).toBeLessThanOrEqual(Date.now() - 59_970);
  });

  test('NAV-027 NAV-028 operators ask every 10 s for 10 failed jobs and for running ones', {
    tag: '@full',
  }, async ({ browser }) => {
    await inOwnWindow(browser, own().storageState, async (page) => {
      await page.clock.install();
      const requested: string[] = [];
      // Each is asked again 10 s after its answer.
      page.on('requestfinished', (request) => {
        const { pathname, searchParams } = new URL(request.url());
        if (pathname !== '/api/v2/jobs') return;
        requested.push(`${searchParams.get('status')} ${searchParams.get('limit')}`);
      });
      await open(page, '/app/settings/profile');
      const both = ['failed 10', 'running null'];
      await expect.poll(() => requested.toSorted()).toEqual(both);
      await page.clock.runFor(100);
      requested.length = 0;
      await page.clock.fastForward(10_000);
      await expect.poll(() => requested.toSorted()).toEqual(both);
    });
  });
});

test.describe('header of an Editor', () => {
  // On the profile: the dashboard reads the reports of systems that tests beside this one remove.
  let editor: Person;
  test.beforeAll(async () => {
    editor = await invitePerson(admin, 'Editor');
  });
  test.afterAll(() => removePeople(admin, [editor]));

  test('NAV-005 OP-63 the bell of an Editor has no way to the page', { tag: '@full' }, async ({
    browser,
  }) => {
    await inOwnWindow(browser, editor.storageState, async (page) => {
      await open(page, '/app/settings/profile');
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await expect(page.getByRole('menu').getByText('Notifications')).toBeVisible();
      await expect(page.getByRole('menuitem', { name: '... View All' })).toHaveCount(0);
    });
  });

  test('NAV-008 DATA-036 Logout forgets the tokens and shows the login page', {
    tag: '@full',
  }, async ({ browser }) => {
    await inOwnWindow(browser, editor.storageState, async (page) => {
      await open(page, '/app/settings/profile');
      await page.getByRole('button', { name: /^User menu of / }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await page.waitForURL('**/login');
      const kept = await page.evaluate(() =>
        ['token', 'refresh_token'].map((key) => localStorage.getItem(key)),
      );
      expect(kept).toEqual([null, null]);
    });
  });
});

test.describe('links and footer', () => {
  test('NAV-009 NAV-010 OP-09 help desk, Imprint, Privacy Statement and Company open in a new tab', {
    tag: '@full',
  }, async ({ page }) => {
    await open(page, '/app/dashboard');
    const footer = page.getByRole('contentinfo');
    for (const link of [
      sidebar(page).getByRole('link', { name: 'Support' }),
      footer.getByRole('link', { name: 'Imprint' }),
      footer.getByRole('link', { name: 'Privacy Statement' }),
      footer.getByRole('link', { name: 'Company' }),
    ]) {
      await expect(link).toHaveAttribute('href', /^https:\/\//);
      await expect(link).toHaveAttribute('target', '_blank');
      await expect(link).toHaveAttribute('rel', /noopener/);
    }
  });

  test('NAV-011 NAV-012 the footer shows version, build time and copyright', {
    tag: '@full',
  }, async ({ page }) => {
    await open(page, '/app/dashboard');
    const footer = page.getByRole('contentinfo');
    await expect(footer).toContainText(/v\d+\.\d+\.\d+ · built \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
    await expect(footer).toContainText(/© 20\d\d \S+/);
  });
});

test.describe('sidebar', () => {
  test('NAV-013 OP-79 its groups Ad Insertion and Settings fold', { tag: '@full' }, async ({
    browser,
  }) => {
    await inOwnWindow(browser, storageOf(admin), async (page) => {
      await open(page, '/app/dashboard');
      const links = sidebar(page).getByRole('navigation').getByRole('link');
      const order = [
        'Dashboard',
        'Reports',
        'Channels',
        'Playlists',
        'Systems',
        'Assets',
        'Jobs',
        'Workflows',
        'Users',
        'Profile',
        'Notifications',
      ];
      await expect(links.first()).toBeVisible();
      const shown = await links.allTextContents();
      expect(shown.filter((name) => order.includes(name))).toEqual(order);
      for (const [group, item] of [
        ['Ad Insertion', 'Channels'],
        ['Settings', 'Users'],
      ] as const) {
        const title = sidebar(page).getByRole('button', { name: group });
        await expect(title).toHaveAttribute('aria-expanded', 'true');
        await title.click();
        await expect(title).toHaveAttribute('aria-expanded', 'false');
        await expect(sidebar(page).getByRole('link', { name: item, exact: true })).toHaveCount(0);
        await title.click();
        await expect(sidebar(page).getByRole('link', { name: item, exact: true })).toBeVisible();
      }
    });
  });

  test('NAV-014 it shows the logo, and every item has an icon', { tag: '@full' }, async ({
    page,
  }) => {
    await open(page, '/app/dashboard');
    await expect(sidebar(page).locator('.sidebar-brand svg')).toBeVisible();
    const links = sidebar(page).getByRole('navigation').getByRole('link');
    await expect(links.first()).toBeVisible();
    await expect(links.locator('svg')).toHaveCount(await links.count());
  });

  test('NAV-015 NAV-016 OP-10 it folds to 105 px, stays so, opens under the pointer and unfolds to 320 px', async ({
    page,
  }) => {
    await open(page, '/app/dashboard');
    await expect.poll(() => width(page)).toBe(320);
    await sidebar(page).getByRole('button', { name: 'Fold the sidebar' }).click();
    await page.mouse.move(800, 500);
    await expect.poll(() => width(page)).toBe(105);
    await page.reload();
    await expect.poll(() => width(page)).toBe(105);
    await page.mouse.move(50, 300);
    await expect.poll(() => width(page)).toBe(320);
    await page.mouse.move(800, 500);
    await expect.poll(() => width(page)).toBe(105);
    await sidebar(page).getByRole('button', { name: 'Unfold the sidebar' }).click();
    await expect.poll(() => width(page)).toBe(320);
  });

  test('NAV-017 details are not in it', { tag: '@full' }, async ({ page }) => {
    await open(page, '/app/ad-insertion/channels/new');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Channel Details');
    await expect(sidebar(page).getByRole('link', { name: /Details/ })).toHaveCount(0);
  });
});

test('NAV-020 the padding of the page changes at 960, 1600 and 1814 px', async ({ page }) => {
  await open(page, '/app/settings/profile');
  const padding = async (pixels: number) => {
    await page.setViewportSize({ width: pixels, height: 900 });
    return page.locator('.page').evaluate((main) => getComputedStyle(main).paddingInlineStart);
  };
  const steps: string[] = [];
  for (const breakpoint of [960, 1600, 1814]) {
    steps.push(await padding(breakpoint - 1), await padding(breakpoint));
  }
  const [below960, at960, below1600, at1600, below1814, at1814] = steps;
  expect([below1600, below1814]).toEqual([at960, at1600]);
  expect(new Set([below960, at960, at1600, at1814]).size).toBe(4);
});

test('NAV-030 a message stands at the top centre', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, '/app/ad-insertion/channels');
  await page
    .getByRole('button', { name: /^Copy ID / })
    .first()
    .click();
  const box = await page.locator('.toast[data-kind="success"]').boundingBox();
  if (box === null) throw new Error('the message has no place');
  expect(Math.abs(box.x + box.width / 2 - 800)).toBeLessThan(2);
  expect(box.y).toBeLessThan(60);
});

test('NAV-030 a message closes after 3 s', { tag: '@full' }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, '/app/ad-insertion/channels');
  const shownMs = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let since = 0;
        new MutationObserver(() => {
          const isShown = document.querySelector('.toast') !== null;
          if (isShown && since === 0) since = performance.now();
          if (!isShown && since > 0) resolve(performance.now() - since);
        }).observe(document.body, { childList: true, subtree: true });
      }),
  );
  await page
    .getByRole('button', { name: /^Copy ID / })
    .first()
    .click();
  expect(await shownMs).toBeGreaterThan(2_900);
  expect(await shownMs).toBeLessThan(5_000);
});

test('NAV-030 a message of a failure is marked as one, and closes by its button', {
  tag: '@full',
}, async ({ page }) => {
  // Without the permission the browser refuses the clipboard.
  await open(page, '/app/ad-insertion/channels');
  await page.evaluate(() => Reflect.deleteProperty(Navigator.prototype, 'clipboard'));
  await page
    .getByRole('button', { name: /^Copy ID / })
    .first()
    .click();
  const message = page.locator('.toast[data-kind="error"]');
  await expect(message.getByRole('alert')).toBeVisible();
  await message.getByRole('button', { name: 'Close message' }).click();
  await expect(message).toHaveCount(0);
});
