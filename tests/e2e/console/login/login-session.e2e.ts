/** Login and its failures, the stored tokens, refresh, logout. */
import { contract } from '@interlude/contract/api';
import { expect, type Page, test } from '@playwright/test';
import { signIn } from '../../../../tools/sign-in.ts';
import { platform } from '../../platform.ts';
import {
  type Account,
  logInByApi,
  mailsTo,
  newAccount,
  register,
  registerVerified,
  setNewPassword,
} from '../testing/accounts.ts';
import { allowErrors } from '../testing/console-guard.ts';
import { testSignedOut } from '../testing/one-window.ts';
import { type OwnAddress, openOwnAddress } from '../testing/own-address.ts';

const CREDENTIALS =
  'Email and Password combination does not exist. Please also check that you have verified your email.';
/** The browser's own lines about requests that a test wants refused or lost. */
const refused = /Failed to load resource: the server responded with a status of 4\d\d/;
const lost = /net::ERR_INTERNET_DISCONNECTED/;
const admin = { email: platform.adminEmail, password: platform.adminPassword };
/** The table of screens is proven in the console's component tests; a browser opens one of them. */
const everyday = '/app/settings/users';
const others = [
  '/app',
  '/app/dashboard',
  '/app/ad-insertion/channels',
  '/app/ad-insertion/channels/new',
  '/app/jobs',
  '/app/settings',
  '/app/settings/profile',
  '/app/settings/notifications',
  '/app/no-such-screen',
];

testSignedOut();

let own: OwnAddress;
test.beforeAll(async () => {
  own = await openOwnAddress();
});
test.afterAll(() => own.close());

type Credentials = Pick<Account, 'email' | 'password'>;
const open = (page: Page, path: string) =>
  page.goto(own.consoleUrl + path, { waitUntil: 'domcontentloaded' });
const loginButton = (page: Page) => page.locator('form').getByRole('button', { name: 'Login' });
const failure = (page: Page) => page.locator('form').getByRole('alert');
const offer = (page: Page) => page.getByRole('alertdialog', { name: 'Warning' });

async function tryLogin(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await loginButton(page).click();
}
async function expectLoginPage(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in to Interlude' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/login');
}

interface Stored {
  readonly token: string | null;
  readonly refresh_token: string | null;
}
const stored = (page: Page): Promise<Stored> =>
  page.evaluate(() => ({
    token: localStorage.getItem('token'),
    refresh_token: localStorage.getItem('refresh_token'),
  }));
/** Puts tokens into storage while no app runs that could use them. */
async function store(page: Page, tokens: Partial<Stored>): Promise<void> {
  await open(page, '/favicon.svg');
  await page.evaluate((values) => {
    localStorage.clear();
    for (const [key, value] of Object.entries(values)) {
      if (value !== null) localStorage.setItem(key, value);
    }
  }, tokens);
}
const userMenu = (page: Page) => page.getByRole('button', { name: /^User menu of / });
/** The same user, but a signature that the server refuses: like a token that has expired. */
function forge(token: string | null): string {
  const [head, payload, signature = ''] = (token ?? '').split('.');
  return [head, payload, `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`].join('.');
}

test('AUTH-001 AUTH-002 a login clears old tokens, stores the new ones and opens the dashboard', async ({
  page,
}) => {
  await store(page, { token: 'old', refresh_token: 'older' });
  await open(page, '/login');
  const clearedBefore = page.waitForRequest('**/api/login').then(() => stored(page));
  await page.route('**/api/login', async (route) => {
    await clearedBefore;
    await route.continue();
  });
  await tryLogin(page, admin);
  expect(await clearedBefore).toEqual({ token: null, refresh_token: null });
  await page.waitForURL('**/app/dashboard');
  await userMenu(page).click();
  await expect(page.getByRole('menu').getByText(/SuperAdmin/)).toBeVisible();
  const { token, refresh_token } = await stored(page);
  expect(token?.split('.')).toHaveLength(3);
  expect(refresh_token).toMatch(/^[\w.-]{20,}$/);
});

test('PUB-022 a stored token opens the dashboard from the start page', { tag: '@full' }, async ({
  page,
}) => {
  await store(page, await logInByApi(own.consoleUrl, admin));
  await open(page, '/');
  await page.waitForURL('**/app/dashboard');
  await expect(userMenu(page)).toBeVisible();
});

for (const [what, screens, ...tag] of [
  ['a screen', [everyday]],
  ['every other screen', others, '@full'],
] as const) {
  test(`AUTH-004 without a token ${what} of the app leads to the login`, { tag }, async ({
    page,
  }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    for (const path of screens) {
      await open(page, path);
      await expectLoginPage(page);
    }
    expect(requests.filter((path) => path.startsWith('/api/v2'))).toEqual([]);
  });
}

test('AUTH-005 a stored token without a user leads to the login', { tag: '@full' }, async ({
  page,
}) => {
  const nobody = `x.${Buffer.from('{"sub":"","role":"Admin"}').toString('base64url')}.y`;
  for (const token of ['no token at all', 'a.b.c', nobody]) {
    await store(page, { token });
    await open(page, '/app/settings/profile');
    await expectLoginPage(page);
  }
});

test('AUTH-006 a refused token without a refresh token is cleared', { tag: '@full' }, async ({
  page,
}) => {
  allowErrors(page, refused);
  const { token } = await logInByApi(own.consoleUrl, admin);
  await store(page, { token: forge(token) });
  await open(page, '/app/settings/users');
  await expectLoginPage(page);
  expect(await stored(page)).toEqual({ token: null, refresh_token: null });
});

test('AUTH-007 a refused token is refreshed once, and the call repeated', async ({ page }) => {
  allowErrors(page, refused);
  const before = await logInByApi(own.consoleUrl, admin);
  const forged = forge(before.token);
  await store(page, { ...before, token: forged });
  const refreshes: string[] = [];
  const answers: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname === '/api/refresh') refreshes.push(String(response.status()));
    if (pathname === '/api/v2/users') answers.push(String(response.status()));
  });
  await open(page, '/app/settings/users');
  await expect(page.getByRole('row').filter({ hasText: platform.adminEmail })).toBeVisible();
  expect(refreshes).toHaveLength(1);
  expect(answers.at(-1)).toBe('200');
  expect(answers.filter((status) => status === '401').length).toBeLessThanOrEqual(1);
  const after = await stored(page);
  expect([forged, before.token, null]).not.toContain(after.token);
  expect([before.refresh_token, null]).not.toContain(after.refresh_token);
});

test('AUTH-008 a refused refresh leads to the login', { tag: '@full' }, async ({ page }) => {
  allowErrors(page, refused);
  const { token } = await logInByApi(own.consoleUrl, admin);
  await store(page, { token: forge(token), refresh_token: 'no-such-token' });
  const answer = page.waitForResponse('**/api/refresh');
  await open(page, '/app/settings/users');
  expect((await answer).status()).toBe(401);
  await expectLoginPage(page);
  expect(await stored(page)).toEqual({ token: null, refresh_token: null });
});

test('AUTH-007 AUTH-008 a copied refresh token works beside its owner, until a new password ends both', {
  tag: '@full',
}, async ({ page, browser }) => {
  allowErrors(page, refused);
  const account = newAccount();
  await registerVerified(own.consoleUrl, account);
  const copied = await logInByApi(own.consoleUrl, account);
  const context = await browser.newContext();
  const other = await context.newPage();
  const browsers = [page, other];
  for (const each of browsers) {
    await store(each, { ...copied, token: forge(copied.token) });
    await open(each, '/app/jobs');
    await expect(each.getByRole('heading', { name: 'Jobs' })).toBeVisible();
    await expect
      .poll(async () => (await stored(each)).refresh_token)
      .not.toBe(copied.refresh_token);
  }

  const password = `${account.password}-new`;
  await setNewPassword(own.consoleUrl, account.email, password);
  for (const each of browsers) {
    // The access token ends with the password, too (SEC-S44).
    await open(each, '/app/jobs');
    await expectLoginPage(each);
    expect(await stored(each)).toEqual({ token: null, refresh_token: null });
  }
  await context.close();
});

test('ERR-004 ERR-001 AUTH-009 a wrong password offers the verification mail', async ({ page }) => {
  allowErrors(page, refused);
  await open(page, '/login');
  await tryLogin(page, newAccount());
  await expect(offer(page).getByText(CREDENTIALS)).toBeVisible();
  await expect(
    offer(page).getByRole('checkbox', { name: 'Please send me verification message again' }),
  ).not.toBeChecked();
  await offer(page).getByRole('button', { name: 'Ok' }).click();
  await expect(offer(page)).toBeHidden();
  await expect(failure(page)).toHaveText(CREDENTIALS);
});

test('ERR-002 AUTH-009 AUTH-010 an unverified account gets its mail again', {
  tag: '@full',
}, async ({ page }) => {
  allowErrors(page, refused);
  const account = newAccount();
  await register(own.consoleUrl, account);
  await expect.poll(async () => (await mailsTo(account.email)).length).toBe(1);
  await open(page, '/login');
  const answer = page.waitForResponse('**/api/login');
  await tryLogin(page, account);
  expect((await answer).status()).toBe(401);
  await expect(failure(page)).toHaveText(CREDENTIALS);
  await offer(page)
    .getByRole('checkbox', { name: 'Please send me verification message again' })
    .check();
  const sent = page.waitForRequest('**/api/sendVerificationEmail');
  await offer(page).getByRole('button', { name: 'Ok' }).click();
  expect((await sent).postDataJSON()).toEqual({ email: account.email });
  await expect(
    offer(page).getByText(
      'You will receive a verification email, if your address exists in our database.',
    ),
  ).toBeVisible();
  await expect.poll(async () => (await mailsTo(account.email)).length).toBe(2);
  await offer(page).getByRole('button', { name: 'Ok' }).click();
  await expect(offer(page)).toBeHidden();
});

test('ERR-012 a verification mail that cannot be sent', { tag: '@full' }, async ({
  page,
  context,
}) => {
  allowErrors(page, refused);
  allowErrors(page, lost);
  await open(page, '/login');
  await tryLogin(page, newAccount());
  await offer(page).getByRole('checkbox').check();
  await context.setOffline(true);
  await offer(page).getByRole('button', { name: 'Ok' }).click();
  await expect(offer(page).getByText('Cannot send verification email')).toBeVisible();
});

test('ERR-009 ERR-015 a login that does not reach the server', { tag: '@full' }, async ({
  page,
  context,
}) => {
  allowErrors(page, lost);
  await open(page, '/login');
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await tryLogin(page, admin);
  await expect(failure(page)).toHaveText(/^Cannot login\. Error logging in: .+/);
  await expect(offer(page)).toBeHidden();
  await expect(loginButton(page)).toBeEnabled();
});

test('ERR-008 an answer that is in no rule shows its details', { tag: '@full' }, async ({
  page,
}) => {
  allowErrors(page, refused);
  await open(page, '/login');
  await tryLogin(page, { email: `${'a'.repeat(300)}@example.org`, password: 'x' });
  await expect(failure(page)).toHaveText(/^Cannot login\. 4\d\d · .+/);
  await expect(offer(page)).toBeHidden();
});

test('ERR-007 too many wrong passwords lock the account out', { tag: '@full' }, async ({
  page,
}) => {
  allowErrors(page, refused);
  const { email } = newAccount();
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    const refusal = logInByApi(own.consoleUrl, { email, password: 'wrong' });
    await expect(refusal).rejects.toMatchObject({ status: 403 });
  }
  await open(page, '/login');
  await tryLogin(page, { email, password: 'wrong' });
  await expect(failure(page)).toHaveText(
    'Your account was blocked because of too many requests. Please contact your system administrator.',
  );
  await expect(offer(page)).toBeHidden();
});

test('AUTH-003 a user without a role cannot log in, the administrators are notified', {
  tag: '@full',
}, async ({ page }) => {
  const founder = newAccount();
  const joiner = newAccount(founder.company);
  await registerVerified(own.consoleUrl, founder);
  await registerVerified(own.consoleUrl, joiner);
  await open(page, '/login');
  const notice = page.waitForRequest('**/api/notifyLoginNoRole');
  await tryLogin(page, joiner);
  await expect(failure(page)).toHaveText(/Admin must first set a role for this user\.$/);
  expect((await notice).postDataJSON()).toMatchObject({ email: joiner.email });
  expect(await stored(page)).toEqual({ token: null, refresh_token: null });
  await open(page, '/app/dashboard');
  await expectLoginPage(page);

  const { client } = await signIn({
    consoleUrl: own.consoleUrl,
    adminEmail: founder.email,
    adminPassword: founder.password,
  });
  await expect
    .poll(async () => JSON.stringify(await client(contract.notifications.list, {})))
    .toContain(joiner.email);
});

test('AUTH-011 AUTH-012 logout removes the tokens and leads to the login', async ({ page }) => {
  await store(page, await logInByApi(own.consoleUrl, admin));
  await open(page, '/app/settings/profile');
  // A page that is left while it loads gets no entry in the history, to which goBack() could lead.
  await expect(page.getByRole('button', { name: 'Send password reset' })).toBeVisible();
  await page.waitForLoadState('load');
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expectLoginPage(page);
  expect(await stored(page)).toEqual({ token: null, refresh_token: null });
  await page.goBack();
  await expectLoginPage(page);
});
