/** The user of the console in the tests of a file, and the one window that all files of a worker share. */
import { type Browser, type BrowserContext, type Page, test } from '@playwright/test';
import type { SignedIn } from '../../../../tools/sign-in.ts';
import { platform } from '../../platform.ts';
import { guardConsole } from './console-guard.ts';
import { type Founder, foundCompany, type StorageState, signInAdmin, storageOf } from './people.ts';

export const DESK = { width: 1600, height: 1000 };
export const PHONE = { width: 390, height: 844 };

export interface WindowOptions {
  /** Lines of the error console that the tests provoke, e.g. the browser's own about a refused request. */
  readonly allowed?: readonly RegExp[];
  readonly permissions?: readonly string[];
}

/** A page of the console's origin without a script: it keeps the process, and with it the compiled console. */
const idleUrl = (origin: string): string => `${origin}/favicon.svg`;

/** The window of a worker: files come one after the other. */
let shared: BrowserContext | undefined;

/** Replaces the storage of the page's origin. */
async function storeOnly(page: Page, storageState: StorageState | undefined): Promise<void> {
  await page.evaluate((kept) => {
    localStorage.clear();
    sessionStorage.clear();
    for (const { name, value } of kept) localStorage.setItem(name, value);
  }, storageState?.origins[0]?.localStorage ?? []);
}

/** Leaves the page as a new window would be: idle, online, at its size, with nothing stored but the token. */
async function cleanWindow(page: Page, storageState: StorageState | undefined): Promise<void> {
  const context = page.context();
  for (const other of context.pages().slice(1)) await other.close();
  await context.setOffline(false);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const { origin } = new URL(page.url());
  if (origin.startsWith('http') && origin !== platform.consoleUrl) {
    // Idle first: an app whose token is gone leaves for the login page, and that aborts a navigation of ours.
    await page.goto(idleUrl(origin));
    await storeOnly(page, undefined);
  }
  await page.goto(idleUrl(platform.consoleUrl));
  await storeOnly(page, storageState);
  await context.clearCookies();
  page.removeAllListeners();
  await page.setViewportSize(DESK);
  await page.emulateMedia({ colorScheme: 'light' });
}

/**
 * `page` is one window for the tests of all files of a worker, because a new one compiles the console anew. Each test
 * begins on an idle page, and fails when the page says anything on the error console. Tests that stop the clock, add
 * scripts or sign out do so in a window of their own.
 */
function testInOneWindow(read: () => StorageState | undefined, options: WindowOptions): void {
  const { allowed = [], permissions = [] } = options;
  let isOpened = false;
  test.use({
    context: async ({ browser }, use) => {
      shared ??= await browser.newContext({ viewport: DESK });
      if (!isOpened) {
        await shared.clearPermissions();
        await shared.grantPermissions([...permissions]);
      }
      await use(shared);
    },
    page: async ({ context }, use) => {
      const page = context.pages()[0] ?? (await context.newPage());
      // Removes what the file before has stored.
      if (!isOpened) await cleanWindow(page, read());
      isOpened = true;
      const guard = guardConsole(page, allowed);
      // A page may ask before unsaved input is lost: it is left anyway.
      page.on('dialog', (dialog) => void dialog.accept());
      await use(page);
      guard.expectQuiet();
      await cleanWindow(page, read());
    },
  });
}

/** For the top of a file: nobody has signed in. */
export function testSignedOut(options: WindowOptions = {}): void {
  testInOneWindow(() => undefined, options);
}

function testAsFounder(found: () => Promise<Founder>, options: WindowOptions): () => Founder {
  let founder: Founder | undefined;
  const read = () => {
    if (founder === undefined) throw new Error('the company is founded before the first test');
    return founder;
  };
  test.beforeAll(async () => {
    founder = await found();
  });
  testInOneWindow(() => read().storageState, options);
  return read;
}

/**
 * For the top of a file: the Admin of a company of the file's own uses the console, so that what other files do at the
 * same time shows in none of its lists and counters.
 * @returns to be read in hooks and tests
 */
export function testInCompany(options: WindowOptions = {}): () => Founder {
  return testAsFounder(foundCompany, options);
}

/** Milliseconds for which further files begin in the company of a worker: its token is valid for 15 minutes. */
const WORKER_COMPANY_MS = 300_000;
let workerCompany: { readonly atMs: number; readonly founder: Promise<Founder> } | undefined;

function foundForWorker(): Promise<Founder> {
  if (workerCompany === undefined || Date.now() - workerCompany.atMs > WORKER_COMPANY_MS)
    workerCompany = { atMs: Date.now(), founder: foundCompany() };
  return workerCompany.founder;
}

/**
 * As `testInCompany`, for files whose tests find their own items by name or id: the company may have items of other
 * files that this worker ran before.
 */
export function testInWorkerCompany(options: WindowOptions = {}): () => Founder {
  return testAsFounder(foundForWorker, options);
}

/** As `testInCompany`, for screens that only a SuperAdmin may open: there is one, in the demo company. */
export function testAsSuperAdmin(options: WindowOptions = {}): () => SignedIn {
  let admin: SignedIn | undefined;
  const read = () => {
    if (admin === undefined) throw new Error('the SuperAdmin signs in before the first test');
    return admin;
  };
  test.beforeAll(async () => {
    admin = await signInAdmin();
  });
  testInOneWindow(() => storageOf(read()), options);
  return read;
}

/** A window that shares nothing with the other tests; its error console has to stay quiet. */
export async function inOwnWindow(
  browser: Browser,
  storageState: StorageState,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ storageState, viewport: DESK });
  const page = await context.newPage();
  const guard = guardConsole(page);
  await use(page);
  guard.expectQuiet();
  await context.close();
}
