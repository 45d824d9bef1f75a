/** People of every role, made over the API as an administrator would, with a browser that knows them. */
import { type Client, contract, createClient } from '@interlude/contract';
import { type BrowserContextOptions, expect } from '@playwright/test';
import { type SignedIn, signIn } from '../../../../tools/sign-in.ts';
import { platform } from '../../platform.ts';

export const personPassword = 'Person-Pass-2026!';
export type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

export interface Person {
  readonly email: string;
  readonly userId: string;
  readonly signedIn: SignedIn;
  /** For `browser.newContext({ storageState })`. */
  readonly storageState: StorageState;
}

const anonymous: Client = createClient({
  baseUrl: platform.consoleUrl,
  fetch,
  headers: () => ({}),
});

export function signInAdmin(): Promise<SignedIn> {
  return signIn(platform);
}

/** The storage of a browser in which this person has signed in. */
export function storageOf(signedIn: SignedIn): StorageState {
  const token = signedIn.headers['authorization']?.replace('Bearer ', '') ?? '';
  return {
    cookies: [],
    origins: [{ origin: platform.consoleUrl, localStorage: [{ name: 'token', value: token }] }],
  };
}

/** The one-time token of the newest mail to this address. */
async function mailedToken(admin: SignedIn, email: string): Promise<string> {
  let token = '';
  await expect
    .poll(async () => {
      const mails = await admin.client(contract.mails.list, { query: { search: email } });
      token = /\?token=([\w.-]+)/.exec(mails[0]?.text ?? '')?.[1] ?? '';
      return token;
    })
    .not.toBe('');
  return token;
}

async function enter(email: string): Promise<Person> {
  const { consoleUrl } = platform;
  const signedIn = await signIn({ consoleUrl, adminEmail: email, adminPassword: personPassword });
  const token = signedIn.headers['authorization']?.split('.')[1] ?? '';
  const claims: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
  const { sub } = { sub: '', ...(claims as object) };
  return { email, userId: sub, signedIn, storageState: storageOf(signedIn) };
}

/** A new member of the administrator's company. */
export async function invitePerson(admin: SignedIn, role: 'Editor' | 'Viewer'): Promise<Person> {
  const email = `${role.toLowerCase()}-${crypto.randomUUID()}@example.org`;
  await admin.client(contract.users.invite, { body: { email } });
  const token = await mailedToken(admin, email);
  await anonymous(contract.auth.resetPassword, { body: { token, password: personPassword } });
  await setRole(admin, email, role);
  return enter(email);
}

async function setRole(admin: SignedIn, email: string, role: 'Editor' | 'Viewer'): Promise<void> {
  const [user] = await admin.client(contract.users.list, { query: { search: email } });
  const params = { id: user?.user_id ?? '' };
  await admin.client(contract.users.update, { params, body: { app_metadata: { role } } });
}

/** The Admin of a new company, who is an Editor of the administrator's company too. */
export async function registerAdmin(admin: SignedIn, company: string): Promise<Person> {
  const email = `founder-${crypto.randomUUID()}@example.org`;
  await anonymous(contract.auth.register, {
    body: { company, email, password: personPassword },
  });
  const token = await mailedToken(admin, email);
  await anonymous(contract.auth.verifyEmail, { body: { token } });
  await admin.client(contract.users.invite, { body: { email } });
  await setRole(admin, email, 'Editor');
  return enter(email);
}

/** Takes people out of the administrator's company. */
export async function removePeople(
  admin: SignedIn,
  people: readonly (Person | undefined)[],
): Promise<void> {
  for (const person of people) {
    if (person === undefined) continue;
    await admin.client(contract.users.remove, { params: { id: person.userId } });
  }
}

/** For `test.use({ storageState })`: a browser that knows whoever signed in before the test began. */
export function browserOf(read: () => StorageState | undefined) {
  return (
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads here which fixtures are needed
    {}: object,
    use: (state: StorageState | undefined) => Promise<void>,
  ) => use(read());
}
