/** Accounts of the tests' own, and the mails that the platform sent them. */
import { createHash, randomBytes } from 'node:crypto';
import { contract, createClient, type Mail } from '@interlude/contract/api';
import { expect } from '@playwright/test';
import { signIn } from '../../../../tools/sign-in.ts';
import { platform } from '../../platform.ts';

export interface Account {
  readonly company: string;
  readonly email: string;
  readonly password: string;
}

/** A random account, so that no earlier run on these data has registered it. */
export function newAccount(company?: string): Account {
  const suffix = randomBytes(5).toString('hex');
  return {
    company: company ?? `Company ${suffix}`,
    email: `person-${suffix}@example.org`,
    password: `Right-Pass-${suffix}!A1`,
  };
}

const anonymous = (baseUrl: string) => createClient({ baseUrl, fetch, headers: () => ({}) });

/** @param consoleUrl the address that the registration comes through */
export async function register(consoleUrl: string, account: Account): Promise<void> {
  await anonymous(consoleUrl)(contract.auth.register, { body: { ...account } });
}

/** Registers and confirms the address with the link of the mail. */
export async function registerVerified(consoleUrl: string, account: Account): Promise<void> {
  await register(consoleUrl, account);
  const token = await mailedToken(account.email, 'verify-email');
  await anonymous(consoleUrl)(contract.auth.verifyEmail, { body: { token } });
}

/** The tokens that the console would have stored. @throws ApiError of a refused login */
export async function logInByApi(
  consoleUrl: string,
  { email, password }: Pick<Account, 'email' | 'password'>,
): Promise<{ readonly token: string; readonly refresh_token: string }> {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const body = { email, password, verifier, challenge, rotation: true };
  const { access_token: token, refresh_token } = await anonymous(consoleUrl)(contract.auth.login, {
    body,
  });
  return { token, refresh_token };
}

async function mailedToken(email: string, page: string): Promise<string> {
  const link = await mailedLink(email, page);
  return new URL(link, platform.consoleUrl).searchParams.get('token') ?? '';
}

/** Accepts an invitation by its link; a person with a password of an own keeps it. */
export async function acceptInvitation(email: string, password: string): Promise<void> {
  const token = await mailedToken(email, 'accept-invitation');
  await anonymous(platform.consoleUrl)(contract.invitations.accept, { body: { token, password } });
}

/** Asks for the mail of a forgotten password and follows its link. */
export async function setNewPassword(
  consoleUrl: string,
  email: string,
  password: string,
): Promise<void> {
  const client = anonymous(consoleUrl);
  await client(contract.auth.sendPasswordReset, { body: { email } });
  const token = await mailedToken(email, 'reset-password');
  await client(contract.auth.resetPassword, { body: { token, password } });
}

/** Milliseconds; an access token is valid for 15 minutes. */
const ADMIN_FOR_MS = 600_000;
let admin: { readonly atMs: number; readonly session: ReturnType<typeof signIn> } | undefined;

/** The SuperAdmin's session for the API; the tests of a worker share it. */
export function asAdmin(): ReturnType<typeof signIn> {
  if (admin === undefined || Date.now() - admin.atMs > ADMIN_FOR_MS)
    admin = { atMs: Date.now(), session: signIn(platform) };
  return admin.session;
}

export async function mailsTo(email: string): Promise<readonly Mail[]> {
  const { client } = await asAdmin();
  const mails = await client(contract.mails.list, { query: { limit: -1, search: email } });
  return mails.filter(({ to }) => to === email);
}

/** Path and query of the link to `page` in the mail to `email`; waits until the mail is there. */
export async function mailedLink(email: string, page: string): Promise<string> {
  const pattern = new RegExp(`https?://[^/\\s]+(/${page}\\?token=[\\w-]+)`);
  let found: string | undefined;
  const find = async () => {
    found = (await mailsTo(email)).map(({ text }) => pattern.exec(text)?.[1]).find(Boolean);
    return found;
  };
  await expect.poll(find, { intervals: [100] }).toBeDefined();
  return found ?? '';
}
