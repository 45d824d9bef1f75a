/** Second factors as their owner uses them: an authenticator app, a passkey, recovery codes, and sessions beside them. */
import { createHmac } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { platform } from '../../platform.ts';
import { expectAccessibleAsShown, expectNoViolations } from '../testing/accessible-screen.ts';
import { type Account, newAccount, registerVerified } from '../testing/accounts.ts';
import { testSignedOut } from '../testing/one-window.ts';
import { type OwnAddress, openOwnAddress } from '../testing/own-address.ts';

/** The browser's own line about a code that the test wants refused. */
testSignedOut({ allowed: [/Failed to load resource: the server responded with a status of 403/] });

let own: OwnAddress;
test.beforeAll(async () => {
  own = await openOwnAddress();
});
test.afterAll(() => own.close());

/** RFC 6238 §4, with nothing of the platform. */
function codeAt(secret: string, epochMs: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((c) => alphabet.indexOf(c).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(epochMs / 30_000)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

async function typePassword(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('form').getByRole('button', { name: 'Login' }).click();
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^User menu of / }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL('**/login');
}

const openSection = async (page: Page) => {
  await page.locator('#second-factor').scrollIntoViewIfNeeded();
  return page.locator('#second-factor');
};

test('SEC-S119 SEC-S118 an app is added and asked for at the next login; a recovery code opens it, too', async ({
  page,
}) => {
  const account = newAccount();
  await registerVerified(own.consoleUrl, account);
  await page.goto(`${own.consoleUrl}/login`);
  await typePassword(page, account);
  await page.waitForURL('**/app/dashboard');
  await page.goto(`${own.consoleUrl}/app/settings/profile`);
  const section = await openSection(page);
  await section.getByRole('button', { name: 'Add authenticator app' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(account.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible();
  await expectNoViolations(page, 'the QR code', 'dialog[open]');
  const secret = (await dialog.locator('code').textContent()) ?? '';
  const now = Date.now();
  await dialog.getByLabel('Code that the app shows').fill(codeAt(secret, now));
  await dialog.getByRole('button', { name: 'Add' }).click();
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [recovery = ''] = await codes.allTextContents();
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await expect(section.getByRole('cell', { name: 'Authenticator app' }).first()).toBeVisible();
  await expect(page.locator('#sessions').getByText('This session')).toBeVisible();

  const token = await page.evaluate(() => localStorage.getItem('token'));
  await logOut(page);
  const left = async () => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${own.consoleUrl}/api/v2/login-sessions`, { headers })).status;
  };
  await expect.poll(left).toBe(401);
  await typePassword(page, account);
  await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible();
  await expectAccessibleAsShown(page, 'the second factor', 'main');
  const field = page.getByLabel('Code of your app, or a recovery code');
  await field.fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toContainText('This is not right');
  // The code of the next half minute, which a clock that is ahead shows: this one was used above.
  await field.fill(codeAt(secret, now + 30_000));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/app/dashboard');

  await logOut(page);
  await typePassword(page, account);
  await field.fill(recovery);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/app/dashboard');
});

test('SEC-S119 a passkey is made by the browser and opens the login', { tag: '@full' }, async ({
  browser,
}) => {
  const account = newAccount();
  await registerVerified(own.consoleUrl, account);
  // Passkeys belong to a host name: that of this machine is localhost.
  const consoleUrl = platform.consoleUrl.replace('127.0.0.1', 'localhost');
  const context = await browser.newContext();
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  await page.goto(`${consoleUrl}/login`);
  await typePassword(page, account);
  await page.waitForURL('**/app/dashboard');
  await page.goto(`${consoleUrl}/app/settings/profile`);
  const section = await openSection(page);
  await section.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('This machine');
  await dialog.getByLabel('Your password').fill(account.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await expect(section.getByRole('cell', { name: 'This machine', exact: true })).toBeVisible();
  const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
  expect(credentials.map(({ rpId }) => rpId)).toEqual(['localhost']);

  await logOut(page);
  await typePassword(page, account);
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await page.waitForURL('**/app/dashboard');

  // Somebody else at the device: it does not verify the person.
  await logOut(page);
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await typePassword(page, account);
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('No passkey was given');
  await context.close();
});
