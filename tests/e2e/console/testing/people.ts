/** People of every role and companies of the tests' own, made over the API, with a browser that knows them. */
import { contract } from '@interlude/contract/api';
import type { BrowserContextOptions } from '@playwright/test';
import { type SignedIn, signIn } from '../../../../tools/sign-in.ts';
import { platform } from '../../platform.ts';
import {
  type Account,
  acceptInvitation,
  asAdmin,
  newAccount,
  registerVerified,
} from './accounts.ts';
import { openOwnAddress } from './own-address.ts';

export type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

export interface Person {
  readonly email: string;
  readonly userId: string;
  readonly signedIn: SignedIn;
  /** For `browser.newContext({ storageState })`. */
  readonly storageState: StorageState;
}

/** The Admin of a company in which nobody else works. */
export interface Founder extends Person {
  readonly company: string;
}

/** The SuperAdmin of the demo company. */
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

async function enter({ email, password }: Omit<Account, 'company'>): Promise<Person> {
  const { consoleUrl } = platform;
  const signedIn = await signIn({ consoleUrl, adminEmail: email, adminPassword: password });
  const token = signedIn.headers['authorization']?.split('.')[1] ?? '';
  const claims: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
  const { sub } = { sub: '', ...(claims as object) };
  return { email, userId: sub, signedIn, storageState: storageOf(signedIn) };
}

/** The lab has a private address, which new companies may not reach. */
async function grantLab(company: string): Promise<void> {
  const admin = await asAdmin();
  await admin.client(contract.egressGrants.update, { body: { tenant: company, entries: ['*'] } });
}

/** Registrations are limited per client address: each company comes from an address of its own. */
async function registerCompany(): Promise<Account> {
  const account = newAccount();
  const own = await openOwnAddress();
  try {
    await registerVerified(own.consoleUrl, account);
  } finally {
    await own.close();
  }
  await grantLab(account.company);
  return account;
}

export async function foundCompany(): Promise<Founder> {
  const account = await registerCompany();
  return { ...(await enter(account)), company: account.company };
}

/** A new member of the administrator's company. */
export async function invitePerson(admin: SignedIn, role: 'Editor' | 'Viewer'): Promise<Person> {
  const account = newAccount();
  const email = `${role.toLowerCase()}-${account.email}`;
  await admin.client(contract.users.invite, { body: { email } });
  await acceptInvitation(email, account.password);
  await setRole(admin, email, role);
  return enter({ email, password: account.password });
}

async function setRole(admin: SignedIn, email: string, role: 'Editor' | 'Viewer'): Promise<void> {
  const [user] = await admin.client(contract.users.list, { query: { search: email } });
  const params = { id: user?.user_id ?? '' };
  await admin.client(contract.users.update, { params, body: { app_metadata: { role } } });
}

/** The Admin of a new company, who is an Editor of the administrator's company too. */
export async function foundCompanyOfEditor(admin: SignedIn): Promise<Founder> {
  const account = await registerCompany();
  await admin.client(contract.users.invite, { body: { email: account.email } });
  await acceptInvitation(account.email, account.password);
  await setRole(admin, account.email, 'Editor');
  return { ...(await enter(account)), company: account.company };
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
