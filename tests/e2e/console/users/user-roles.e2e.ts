/** The screens that each of the four roles may open in the console, by its sidebar and by typing an address. */
import type { UserRole } from '@interlude/contract';
import { contract } from '@interlude/contract/api';
import { expect, type Page, test } from '@playwright/test';
import type { SignedIn } from '../../../../tools/sign-in.ts';
import { platform } from '../../platform.ts';
import { type ConsoleGuard, guardConsole } from '../testing/console-guard.ts';
import {
  foundCompanyOfEditor,
  invitePerson,
  type Person,
  removePeople,
  signInAdmin,
  storageOf,
} from '../testing/people.ts';

const { consoleUrl } = platform;
const roles = ['SuperAdmin', 'Admin', 'Editor', 'Viewer'] as const satisfies readonly UserRole[];
const screens = new Map<UserRole, { page: Page; guard: ConsoleGuard }>();
const people: Person[] = [];
let admin: SignedIn;

/** The page of a role. It is kept from test to test; each test types the address that it needs. */
function screenOf(role: UserRole): Page {
  const screen = screens.get(role);
  if (screen === undefined) throw new Error(`nobody is ${role}`);
  return screen.page;
}

function personOf(role: UserRole): Person {
  const person = people.find(({ email }) => email.startsWith(role.toLowerCase()));
  if (person === undefined) throw new Error(`nobody is ${role}`);
  return person;
}

test.beforeAll(async ({ browser }) => {
  admin = await signInAdmin();
  const founder = await foundCompanyOfEditor(admin);
  people.push(founder, await invitePerson(admin, 'Editor'), await invitePerson(admin, 'Viewer'));
  for (const [role, storageState] of [
    ['SuperAdmin', storageOf(admin)],
    ['Admin', founder.storageState],
    ['Editor', personOf('Editor').storageState],
    ['Viewer', personOf('Viewer').storageState],
  ] as const) {
    const context = await browser.newContext({ storageState });
    const page = await context.newPage();
    screens.set(role, { page, guard: guardConsole(page) });
  }
});

test.afterEach(() => {
  for (const { guard } of screens.values()) guard.expectQuiet();
});

test.afterAll(async () => {
  for (const { page } of screens.values()) await page.context().close();
  await removePeople(admin, people);
});

interface Case {
  readonly rows: string;
  readonly path: string;
  readonly title: string;
  readonly allowed: readonly UserRole[];
}

const operators: readonly UserRole[] = ['SuperAdmin', 'Admin', 'Editor'];
const admins: readonly UserRole[] = ['SuperAdmin', 'Admin'];
const landing = (role: UserRole) =>
  role === 'Viewer' ? '/app/dashboard' : '/app/ad-insertion/channels';

const cases: readonly Case[] = [
  { rows: 'ROLE-003', path: '/app/dashboard', title: 'Dashboard', allowed: roles },
  { rows: 'ROLE-003', path: '/app/reports', title: 'Reports', allowed: roles },
  { rows: 'ROLE-004', path: '/app/ad-insertion/channels', title: 'Channels', allowed: operators },
  {
    rows: 'ROLE-004',
    path: '/app/ad-insertion/channels/new',
    title: 'Channel Details',
    allowed: operators,
  },
  {
    rows: 'ROLE-005',
    path: '/app/ad-insertion/systems',
    title: 'Systems',
    allowed: ['SuperAdmin'],
  },
  {
    rows: 'ROLE-005',
    path: '/app/ad-insertion/systems/new',
    title: 'System Details',
    allowed: ['SuperAdmin'],
  },
  { rows: 'ROLE-006', path: '/app/assets', title: 'Assets', allowed: operators },
  { rows: 'ROLE-006', path: '/app/assets/new', title: 'Asset Details', allowed: operators },
  { rows: 'ROLE-007', path: '/app/jobs', title: 'Jobs', allowed: operators },
  { rows: 'ROLE-008', path: '/app/playlists', title: 'Playlists', allowed: ['SuperAdmin'] },
  {
    rows: 'ROLE-008',
    path: '/app/playlists/new',
    title: 'Playlist Details',
    allowed: ['SuperAdmin'],
  },
  { rows: 'ROLE-009', path: '/app/workflows', title: 'Workflows', allowed: ['SuperAdmin'] },
  {
    rows: 'ROLE-009',
    path: '/app/workflows/new',
    title: 'Workflow Details',
    allowed: ['SuperAdmin'],
  },
  { rows: 'ROLE-011', path: '/app/settings/users', title: 'Users', allowed: admins },
  { rows: 'ROLE-013', path: '/app/settings/profile', title: 'Profile', allowed: roles },
  {
    rows: 'ROLE-014 OP-63',
    path: '/app/settings/notifications',
    title: 'Notifications',
    allowed: ['SuperAdmin', 'Admin', 'Viewer'],
  },
];

/** Screens that some roles may not open: their users land where any unknown path leads. */
const closed: readonly { rows: string; path: string; refused: readonly UserRole[] }[] = [
  { rows: 'ROLE-012', path: '/app/settings/account', refused: ['Editor', 'Viewer'] },
];

/** The table of screens and roles is proven in the shell's component test; a browser opens two of them. */
const everyday = ['/app/workflows', '/app/settings/users'];

for (const { rows, path, title, allowed } of cases) {
  const tag = everyday.includes(path) ? [] : '@full';
  test(`${rows} ROLE-015 OP-64 ${path} opens for ${allowed.join(', ')} only`, { tag }, async () => {
    for (const role of roles) {
      const page = screenOf(role);
      await page.goto(consoleUrl + path);
      if (allowed.includes(role)) {
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
        // Reports write their periods behind the path.
        await expect(page).toHaveURL(
          ({ origin, pathname }) => origin + pathname === consoleUrl + path,
        );
      } else {
        await expect(page).toHaveURL(consoleUrl + landing(role));
      }
    }
  });
}

for (const { rows, path, refused } of closed) {
  test(`${rows} ROLE-015 ${path} is closed to ${refused.join(', ')}`, {
    tag: '@full',
  }, async () => {
    for (const role of refused) {
      const page = screenOf(role);
      await page.goto(consoleUrl + path);
      await expect(page).toHaveURL(consoleUrl + landing(role));
    }
  });
}

test('ROLE-010 OP-07 /app/settings leads every role to a page of it', {
  tag: '@full',
}, async () => {
  for (const role of roles) {
    const page = screenOf(role);
    await page.goto(`${consoleUrl}/app/settings`);
    const screen = admins.includes(role) ? 'users' : 'profile';
    await expect(page).toHaveURL(`${consoleUrl}/app/settings/${screen}`);
  }
});

test('ROLE-015 OP-64 a typed address shows and asks nothing of the closed screen', async () => {
  const page = screenOf('Viewer');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const title = document.querySelector('h1')?.textContent ?? '';
      if (title === 'Users') sessionStorage.setItem('flash', title);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  await page.goto(`${consoleUrl}/app/settings/users`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  expect(requests).not.toContain('/api/v2/users');
  expect(await page.evaluate(() => sessionStorage.getItem('flash'))).toBeNull();
});

test('ROLE-015 OP-64 the API answers 403 to a role that may not', async () => {
  const refusal = { status: 403 };
  await expect(personOf('Editor').signedIn.client(contract.users.list)).rejects.toMatchObject(
    refusal,
  );
  await expect(personOf('Viewer').signedIn.client(contract.jobs.list)).rejects.toMatchObject(
    refusal,
  );
});

test('NAV-027 a Viewer sees no counter of jobs, and nobody asks for it', {
  tag: '@full',
}, async () => {
  const page = screenOf('Viewer');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.clock.install();
  await page.goto(`${consoleUrl}/app/settings/profile`);
  await expect(page.getByLabel('Name')).toBeVisible();
  await page.clock.fastForward(20_000);
  await expect(page.getByRole('button', { name: /running jobs/ })).toHaveCount(0);
  expect(requests).not.toContain('/api/v2/jobs');
});

test('ROLE-019 NAV-018 inside the channels an Editor may do all', async () => {
  const page = screenOf('Editor');
  await page.goto(`${consoleUrl}/app/ad-insertion/channels`);
  await expect(page.getByRole('link', { name: 'Add Channel' })).toBeVisible();
  await page
    .getByRole('button', { name: /^More actions for / })
    .first()
    .click();
  for (const item of ['Reset', 'Delete']) {
    await expect(page.getByRole('menuitem', { name: item })).toBeEnabled();
  }
  const sidebar = page.getByRole('navigation').first();
  await expect(sidebar.getByRole('link', { name: 'Jobs', exact: true })).toBeVisible();
  for (const hidden of ['Users', 'Notifications', 'Mailbox']) {
    await expect(sidebar.getByRole('link', { name: hidden, exact: true })).toHaveCount(0);
  }
});
