/** The pages that need no sign-in: welcome, register, terms, forgotten password, start-up. */
import { expect, type Page, test } from '@playwright/test';
import {
  type Account,
  mailedLink,
  mailsTo,
  newAccount,
  registerVerified,
} from '../testing/accounts.ts';
import { allowErrors } from '../testing/console-guard.ts';
import { PHONE, testSignedOut } from '../testing/one-window.ts';
import { type OwnAddress, openOwnAddress } from '../testing/own-address.ts';

/** The browser's own lines about requests that a test wants refused or lost. */
const refused = /Failed to load resource: the server responded with a status of 4\d\d/;
const lost = /net::ERR_INTERNET_DISCONNECTED/;

testSignedOut();

let own: OwnAddress;
test.beforeAll(async () => {
  own = await openOwnAddress();
});
test.afterAll(() => own.close());

const open = (page: Page, path: string) =>
  page.goto(own.consoleUrl + path, { waitUntil: 'domcontentloaded' });
const pathOf = (page: Page) => new URL(page.url()).pathname;
const header = (page: Page) => page.getByRole('banner');

async function fillRegister(page: Page, { company, email, password }: Account): Promise<void> {
  await page.getByLabel('Company Name').fill(company);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('checkbox', { name: 'I accept the' }).check();
}
const getStarted = (page: Page) => page.getByRole('button', { name: 'Get started' });

test('PUB-001 the welcome page opens without sign-in, its button leads to the login', {
  tag: '@full',
}, async ({ page }) => {
  await open(page, '/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to Interlude' })).toBeVisible();
  expect(pathOf(page)).toBe('/login');
});

test('PUB-002 PUB-003 PUB-008 /register and /login open by their address', {
  tag: '@full',
}, async ({ page }) => {
  await open(page, '/register');
  for (const field of ['Company Name', 'Email', 'Password']) {
    await expect(page.getByLabel(field, { exact: true })).toBeEditable();
  }
  await expect(getStarted(page)).toBeEnabled();
  await open(page, '/login');
  for (const field of ['Email', 'Password']) {
    await expect(page.getByLabel(field, { exact: true })).toBeEditable();
  }
  expect(pathOf(page)).toBe('/login');
});

test('PUB-005 PUB-006 the header has the title, Register and Login', { tag: '@full' }, async ({
  page,
}) => {
  await open(page, '/');
  await expect(header(page).getByText('Server Side Ad Insertion', { exact: true })).toBeVisible();
  await expect(header(page).getByText('SSAI', { exact: true })).toBeHidden();
  await header(page).getByRole('link', { name: 'Register' }).click();
  await expect(page).toHaveURL(/\/register$/);
  await header(page).getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('PUB-006 PUB-007 a phone shows the short title and a drawer with the links', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await open(page, '/');
  await expect(header(page).getByText('SSAI', { exact: true })).toBeVisible();
  await expect(header(page).getByText('Server Side Ad Insertion').first()).toBeHidden();
  await expect(header(page).getByRole('link', { name: 'Register' })).toBeHidden();
  for (const [name, path] of [
    ['Register', '/register'],
    ['Login', '/login'],
  ] as const) {
    await page.getByRole('button', { name: 'Open menu' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('link', { name }).click();
    await expect(drawer).toBeHidden();
    await expect.poll(() => pathOf(page)).toBe(path);
  }
});

test('PUB-009 PUB-020 PUB-021 the terms stand in a dialog that scrolls', async ({ page }) => {
  await open(page, '/register');
  await page.getByRole('button', { name: 'terms and conditions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Service agreement' });
  const terms = dialog.getByRole('region', { name: 'Service agreement text' });
  for (const said of [
    ...[/live/i, /VoD/, /vod2live/i, /media services/i, /creative/i, /measurement and analytics/i],
    ...[/definitions/i, /fees/i, /term and termination/i, /liability/i, /governing law/i],
    ...[/100,000 concurrent sessions/, /renews automatically for one year/, /180 days/],
    ...[/30-day cure period/, /three weeks/, /euros/, /class 1.*class 2.*class 3/is],
    ...[/Basic and Professional .* hosted/, /Enterprise .* own cloud/, /German law/, /Berlin/],
  ]) {
    await expect(terms).toContainText(said);
  }
  const last = terms.getByText(/Venue is Berlin/);
  await expect(last).not.toBeInViewport();
  await terms.hover();
  await page.mouse.wheel(0, 20_000);
  await expect(last).toBeInViewport();
  await dialog.getByRole('button', { name: 'Ok, got it' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('checkbox', { name: 'I accept the' })).not.toBeChecked();
});

test('PUB-011 PUB-012 PUB-013 PUB-014 PUB-015 missing fields are reported one by one', {
  tag: '@full',
}, async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const { company, email, password } = newAccount();
  await open(page, '/register');
  const expectOnly = async (message: string) => {
    await getStarted(page).click();
    await expect(page.getByRole('alert')).toHaveText([message]);
  };
  await page.getByLabel('Company Name').fill('   ');
  await expectOnly('Please enter a valid Company Name.');
  await page.getByLabel('Company Name').fill(company);
  await expectOnly('Please enter a valid Email.');
  await page.getByLabel('Email').fill(email);
  await expectOnly('Please enter a valid Password.');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await expectOnly('Please accept the terms and conditions.');
  expect(requests.filter((url) => url.endsWith('/api/register'))).toEqual([]);
});

test('PUB-010 PUB-016 a weak password is refused by the server, the button waits meanwhile', async ({
  page,
}) => {
  allowErrors(page, refused);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/register', async (route) => {
    await held;
    await route.continue();
  });
  await open(page, '/register');
  await fillRegister(page, { ...newAccount(), password: 'too-short' });
  await getStarted(page).click();
  await expect(page.getByRole('button', { name: 'Registering...' })).toBeDisabled();
  release();
  await expect(page.getByRole('alert')).toHaveText(
    'Password must be at least 14 characters long, must have special characters (!@#$%^&*), lower case (a-z), upper case (A-Z) and numbers (0-9)',
  );
  await expect(getStarted(page)).toBeEnabled();
});

test('PUB-017 an address that the server refuses', { tag: '@full' }, async ({ page }) => {
  allowErrors(page, refused);
  await open(page, '/register');
  await fillRegister(page, { ...newAccount(), email: 'nobody' });
  const answer = page.waitForResponse('**/api/register');
  await getStarted(page).click();
  expect(await (await answer).json()).toMatchObject({ name: 'Bad Request' });
  await expect(page.getByRole('alert')).toHaveText('Please enter a valid Email.');
});

test('PUB-019 a lost connection while registering', { tag: '@full' }, async ({ page, context }) => {
  allowErrors(page, lost);
  await open(page, '/register');
  await fillRegister(page, newAccount());
  await context.setOffline(true);
  await getStarted(page).click();
  await expect(page.getByRole('alert')).toHaveText(
    'An error occured. Try again later or contact support.',
  );
  expect(pathOf(page)).toBe('/register');
});

test('PUB-018 a registration ends at the login page, its mail confirms the address', async ({
  page,
}) => {
  const account = newAccount();
  await open(page, '/register');
  await fillRegister(page, account);
  await getStarted(page).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('status')).toHaveText(
    'You have been successfully registered with Interlude. You will receive an email, which you need to confirm before you can login.',
  );
  await open(page, await mailedLink(account.email, 'verify-email'));
  await expect(page.getByText('Your email is verified. You can log in now.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.locator('form').getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/app/dashboard');
  await expect(page.getByRole('button', { name: /^User menu of / })).toBeVisible();
});

test('PUB-023 only the app asks for a sign-in, every public path stays', { tag: '@full' }, async ({
  page,
}) => {
  allowErrors(page, refused);
  for (const path of ['/', '/login', '/register', '/register/more', '/no-such-page']) {
    await open(page, path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    expect(pathOf(page)).toBe(path);
  }
  await open(page, '/openapi');
  await expect(page.getByText(/OpenAPI/i).first()).toBeVisible();
  expect(pathOf(page)).toMatch(/^\/openapi/);
  await open(page, '/app');
  await expect(page.getByRole('heading', { name: 'Sign in to Interlude' })).toBeVisible();
  expect(pathOf(page)).toBe('/login');
});

test('PUB-026 the card of the login page comes in after 100 ms', { tag: '@full' }, async ({
  page,
}) => {
  await open(page, '/login');
  const card = page
    .locator('main div')
    .filter({ has: page.locator('form') })
    .last();
  await expect(card).toHaveCSS('animation-delay', '0.1s');
});

test('PUB-027 no request is sent to any other host', async ({ page }) => {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  for (const path of ['/', '/login']) {
    await open(page, path);
    await page.waitForLoadState('networkidle');
  }
  expect([...hosts]).toEqual([own.consoleUrl]);
});

test('OP-72 a forgotten password is set anew through the mail', async ({ page }) => {
  allowErrors(page, refused);
  const account = newAccount();
  await registerVerified(own.consoleUrl, account);
  await open(page, '/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByLabel('Email').fill(account.email);
  await page.getByRole('button', { name: 'Send mail' }).click();
  await expect(page.getByText('Password reset mail sent. Please check your email!')).toBeVisible();

  await open(page, await mailedLink(account.email, 'reset-password'));
  await page.getByLabel('New password', { exact: true }).fill('weak');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('alert')).toContainText('at least 14 characters long');
  const password = `${account.password}-new`;
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Your new password is set.')).toBeVisible();
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('form').getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/app/dashboard');
});

test('ERR-013 a password reset that cannot be sent', { tag: '@full' }, async ({
  page,
  context,
}) => {
  allowErrors(page, lost);
  await open(page, '/forgot-password');
  await page.getByLabel('Email').fill('someone@example.org');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Send mail' }).click();
  await expect(
    page.getByText('Cannot send password reset to someone@example.org', { exact: false }),
  ).toBeVisible();
});

test('a German browser reads the public pages and gets its mails in German, and may switch', {
  tag: '@full',
}, async ({ browser }) => {
  const context = await browser.newContext({ locale: 'de-DE' });
  const page = await context.newPage();
  const account = newAccount();
  await open(page, '/register');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.getByLabel('Name des Unternehmens').fill(account.company);
  await page.getByLabel('E-Mail', { exact: true }).fill(account.email);
  await page.getByLabel('Passwort', { exact: true }).fill(account.password);
  await page.getByRole('checkbox', { name: 'Ich akzeptiere die' }).check();
  await page.getByRole('button', { name: 'Los geht’s' }).click();
  await expect(page.getByText('Sie sind jetzt bei Interlude registriert.')).toBeVisible();
  expect(await mailedLink(account.email, 'verify-email')).toContain('token=');
  const [mail] = await mailsTo(account.email);
  expect(mail?.subject).toMatch(/^Bestätigen Sie Ihre E-Mail-Adresse/);
  await page.getByLabel('E-Mail', { exact: true }).fill(account.email);
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to Interlude' })).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(account.email);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await context.close();
});
