/** Steps that tests of the channel editor share: channels to edit, and what a person reads and does there. */
import { type Channel, type Client, contract } from '@interlude/contract';
import { expect, type Locator, type Page, test } from '@playwright/test';
import type { SignedIn } from '../../../../tools/sign-in.ts';
import { platform } from '../../platform.ts';
import { type ConsoleGuard, guardConsole } from '../testing/console-guard.ts';
import { toastOf } from '../testing/list-table.ts';
import { browserOf, signInAdmin, storageOf } from '../testing/people.ts';

/** Ends the names of this run's channels: the platform may have been used before. */
export const suffix = crypto.randomUUID().slice(0, 8);
export const listUrl = `${platform.consoleUrl}/app/ad-insertion/channels`;
export const sourceManifestUrl = `${platform.labUrl}/live/cmaf/cue/master.m3u8`;
export const saveRequest = /\/api\/v2\/channels(\/[^/?]+)?$/;
/** The browser's own line about a request that the test wants refused. */
const refused = /Failed to load resource: the server responded with a status of [45]\d\d/;

let signedIn: SignedIn | undefined;
let guard: ConsoleGuard | undefined;

export function adminClient(): Client {
  if (signedIn === undefined) throw new Error('nobody has signed in: call testInEditor first');
  return signedIn.client;
}

/**
 * For the top of a file of tests: an administrator's browser, whose console has to stay quiet. Channels that
 * `createChannel` made, and all that have the suffix in their names, are removed in the end.
 */
export function testInEditor(): void {
  test.beforeAll(async () => {
    signedIn = await signInAdmin();
  });
  test.afterAll(async () => {
    const client = adminClient();
    const left = await client(contract.channels.list, { query: { limit: -1, search: suffix } });
    for (const { id } of left) await client(contract.channels.remove, { params: { id } });
  });
  test.use({ storageState: browserOf(() => signedIn && storageOf(signedIn)) });
  test.beforeEach(({ page }) => {
    guard = guardConsole(page, [refused]);
  });
  test.afterEach(() => guard?.expectQuiet());
}

/** What the console said until now was wanted. */
export function forgive(page: Page): void {
  guard = guardConsole(page);
}

export async function createChannel(name: string, more: object = {}): Promise<Channel> {
  const body = { name: `${name} ${suffix}`, sourceManifestUrl, ...more };
  return adminClient()(contract.channels.create, { body });
}

export const storedChannel = ({ id }: Pick<Channel, 'id'>) =>
  adminClient()(contract.channels.read, { params: { id } });

export const nameField = (page: Page) => page.getByRole('textbox', { name: 'Channel Name' });
export const saveButton = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
export const code = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
export const section = (page: Page, name: string) =>
  page.getByRole('region', { name, exact: true });
export const sectionLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name, exact: true });

export async function openEditor(page: Page, channel?: Pick<Channel, 'id'>): Promise<void> {
  await page.goto(`${listUrl}/${channel?.id ?? 'new'}`);
  await expect(nameField(page)).toBeVisible({ timeout: 60_000 });
}

/** As a person pastes over everything. */
export async function replaceText(page: Page, field: Locator, text: string): Promise<void> {
  await field.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

export async function expectSaved(page: Page): Promise<void> {
  await expect(toastOf(page, 'success', 'Your item has been saved!')).toBeVisible();
}
