/** The test request to a channel's ad server, from its editor, for a test viewer. */
import type { ChannelInput } from '@interlude/contract';
import { contract } from '@interlude/contract/api';
import { expect, type Page, test } from '@playwright/test';
import { labReady } from '../../lab.ts';
import { platform } from '../../platform.ts';
import { expectAccessibleAsShown } from '../testing/accessible-screen.ts';
import { testInWorkerCompany } from '../testing/one-window.ts';

const channelsUrl = `${platform.consoleUrl}/app/ad-insertion/channels`;
const company = testInWorkerCompany({ allowed: [/status of 422/] });
let page: Page;

test.beforeAll(() => labReady(240_000));
test.beforeEach(({ page: opened }) => {
  page = opened;
});

const panel = () => page.getByRole('region', { name: 'Test of the ad server' });
const result = () => page.getByRole('region', { name: 'Result of the test' });
const sendTest = () => panel().getByRole('button', { name: 'Test ad server' }).click();

/** @param query of the lab's ad server, e.g. `wrapper=2` */
async function openChannel(
  query: string,
  adSource: ChannelInput['adSource'] = {},
): Promise<string> {
  const url = `${platform.labUrl}/ads/vast?${query}`;
  const { id } = await company().signedIn.client(contract.channels.create, {
    body: {
      name: `Requested ${crypto.randomUUID()}`,
      sourceManifestUrl: `${platform.labUrl}/live/cmaf/cue/master.m3u8`,
      adSource: { system: 'gva', url, params: {}, ...adSource },
    },
  });
  await page.goto(`${channelsUrl}/${id}`);
  await expect(panel()).toBeVisible({ timeout: 60_000 });
  return id;
}

test('the panel shows wrappers, ads, creatives and the response, and is accessible', async () => {
  const id = await openChannel('wrapper=2', {
    params: { duration: '{{breakDuration}}', ch: '{{channelId}}' },
  });
  await sendTest();
  await expect(result().getByRole('status')).toContainText(/\d+ ads? in \d+ ms/);
  const steps = result().getByRole('list', { name: 'Requests' }).locator(':scope > li');
  await expect(steps).toHaveCount(3);
  await expect(steps.first()).toContainText('duration=30');
  await expect(steps.first()).toContainText(`ch=${id}`);
  await expect(steps.nth(1)).toContainText('Wrapper 1');
  await steps.first().getByText('Answer').click();
  await expect(steps.first().locator('pre')).toContainText('<VAST');
  await expect(result().getByRole('row').nth(1)).toContainText(/ready|package|new|encod/);
  await expectAccessibleAsShown(page, 'ad server test', '.ad-test');
});

test('a request that does not end is given up, a failure is reported, the next one carries the unsaved settings and the test viewer', async () => {
  await openChannel('fault=timeout');
  await sendTest();
  await panel().getByRole('button', { name: 'Cancel' }).click();
  await expect(panel().getByRole('button', { name: 'Test ad server' })).toBeEnabled();
  await expect(result()).toBeHidden();

  const url = page.getByLabel('Ad server URL').first();
  await url.fill(`${platform.labUrl}/ads/vast?fault=5xx`);
  await sendTest();
  await expect(result().getByRole('status')).toContainText(/status/);

  await url.fill(`${platform.labUrl}/ads/vast?ifa={{ifa}}&ua={{userAgent}}`);
  await panel().getByLabel('Break length').fill('15.36');
  await panel().getByLabel('User-Agent of the viewer').fill('Television/1');
  await panel().getByLabel('IP of the viewer').fill('203.0.113.7');
  await panel().getByLabel('Query of the viewer').fill('ifa=abc-123');
  await panel().getByLabel('Query of the viewer').press('Tab');
  await panel().getByLabel('IP of the viewer').press('Enter');
  const first = result().getByRole('list', { name: 'Requests' }).locator(':scope > li').first();
  await expect(first).toContainText('ifa=abc-123');
  await expect(first).toContainText('ua=Television');
  await expect(page.getByText('Your item has been saved!')).toBeHidden();
});

/** Each reason has its sentence in a component test; one of them is requested in everyday runs, above. */
for (const [fault, sentence] of [
  ['html', /no VAST document/],
  ['broken', /no VAST document/],
  ['noad', /without an ad/],
  ['reset', /could not be reached/],
] as const) {
  test(`an ad server that fails is reported as such: ${fault}`, { tag: '@full' }, async () => {
    await openChannel(`fault=${fault}`);
    await sendTest();
    await expect(result().getByRole('status')).toContainText(sentence);
  });
}

test('an ad server that never answers ends in its time', { tag: '@full' }, async () => {
  await openChannel('fault=timeout');
  await sendTest();
  await expect(result().getByRole('status')).toContainText(/did not answer/, { timeout: 20_000 });
});

test('a viewer that cannot be is refused beside its field', { tag: '@full' }, async () => {
  await openChannel('duration=15.36');
  await panel().getByLabel('IP of the viewer').fill('nobody');
  await sendTest();
  await expect(panel().getByRole('alert')).toContainText('viewer.ip');
  await expect(panel().getByLabel('IP of the viewer')).toHaveAttribute('aria-invalid', 'true');
});

test('without an ad server no request is sent', { tag: '@full' }, async () => {
  await openChannel('x=1', { url: '' });
  await sendTest();
  await expect(panel().getByRole('alert')).toHaveText('Enter an ad server URL first.');
});
