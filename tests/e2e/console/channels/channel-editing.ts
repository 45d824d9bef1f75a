/** Steps that tests of the channel editor share: channels to edit, reading and editing as a person does. */
import type { Channel } from '@interlude/contract';
import { type Client, contract } from '@interlude/contract/api';
import { expect, type Locator, type Page } from '@playwright/test';
import { platform } from '../../platform.ts';
import { toastOf } from '../testing/list-table.ts';
import { testInWorkerCompany } from '../testing/one-window.ts';
import type { Founder } from '../testing/people.ts';

/** Ends the names of this run's channels: the platform may have been used before. */
export const suffix = crypto.randomUUID().slice(0, 8);
export const listUrl = `${platform.consoleUrl}/app/ad-insertion/channels`;
export const sourceManifestUrl = `${platform.labUrl}/live/cmaf/cue/master.m3u8`;
export const saveRequest = /\/api\/v2\/channels(\/[^/?]+)?$/;
/** The browser's own line about a request that the test wants refused. */
const refused = /Failed to load resource: the server responded with a status of [45]\d\d/;

let company: (() => Founder) | undefined;

export function adminClient(): Client {
  if (company === undefined) throw new Error('nobody has signed in: call testInEditor first');
  return company().signedIn.client;
}

/** For the top of a file of tests: the Admin of a company edits channels. */
export function testInEditor(): void {
  company = testInWorkerCompany({ allowed: [refused] });
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

/** Replaces a text by pasting over everything, as a person does. */
export async function replaceText(page: Page, field: Locator, text: string): Promise<void> {
  await field.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

export async function expectSaved(page: Page): Promise<void> {
  await expect(toastOf(page, 'success', 'Your item has been saved!')).toBeVisible();
}
