/** The advanced settings in the browser: shown by type, checked, saved, and applied by the stitcher. */
import { contract } from '@interlude/contract/api';
import { expect, type Page, test } from '@playwright/test';
import { platform } from '../../platform.ts';
import { hlsSource, openSession } from '../../playback/viewing.ts';
import { testInWorkerCompany } from '../testing/one-window.ts';

const company = testInWorkerCompany();

const liveOnly = ['Live window', 'Ad slate', 'Scheduler'];
const always = [
  ...['Ad clip identifier', 'Audio normalization', 'Output tracks', 'Prefetch and cache'],
  ...['Location replacement', 'Authentication'],
];

async function addChannel(name: string) {
  const { client } = company().signedIn;
  const sourceManifestUrl = platform.labUrl + hlsSource('cmaf/cue').path;
  return client(contract.channels.create, { body: { name, sourceManifestUrl, state: 'enabled' } });
}

const openChannel = (page: Page, id: string) =>
  page.goto(`${platform.consoleUrl}/app/ad-insertion/channels/${id}`);

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const toggle = (page: Page, name: string) => page.getByRole('switch', { name, exact: true });

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await expect(page.getByText('Your item has been saved!').first()).toBeVisible();
}

test('CHE-051 CHE-052 CHE-054 CHE-055 SLATE-001 sections follow type and mode', {
  tag: '@full',
}, async ({ page }) => {
  await openChannel(page, 'new');
  const nav = page.getByRole('navigation', { name: 'Sections' });
  const expectSections = async (shown: readonly string[], hidden: readonly string[]) => {
    for (const name of shown) {
      await expect(nav.getByRole('link', { name, exact: true })).toHaveCount(1);
      await expect(page.getByRole('region', { name, exact: true })).toHaveCount(1);
    }
    for (const name of hidden) {
      await expect(nav.getByRole('link', { name, exact: true })).toHaveCount(0);
      await expect(page.getByRole('region', { name, exact: true })).toHaveCount(0);
    }
  };
  await expectSections([...always, ...liveOnly, 'HLS playlists'], ['VoD stitcher']);
  await page.getByRole('radio', { name: 'DASH' }).check();
  await expectSections([...always, ...liveOnly], ['VoD stitcher', 'HLS playlists']);
  await page.getByRole('radio', { name: 'VoD' }).check();
  await expectSections([...always, 'VoD stitcher'], [...liveOnly, 'HLS playlists']);
  await expect(toggle(page, 'Include DASH events')).toBeVisible();
  await expect(toggle(page, 'Filter HLS by Bandwidth')).toHaveCount(0);
  await page.getByRole('radio', { name: 'HLS' }).check();
  await expectSections([...always, 'VoD stitcher', 'HLS playlists'], liveOnly);
  await expect(toggle(page, 'Independent Media Sequences')).toHaveCount(0);
  await expect(toggle(page, 'Preserve playlist name')).toBeVisible();
  await expect(toggle(page, 'Include DASH events')).toHaveCount(0);
});

test('CHE-047 CHE-048 CHE-049 CHE-050 CHE-052 CHE-053 CHE-054 CHE-067 CHE-068 settings of a live channel are saved and in its stream', async ({
  page,
}) => {
  const name = `Advanced ${Date.now().toString(36)}`;
  const { id, outputUri } = await addChannel(name);
  await openChannel(page, id);
  await field(page, 'Timeshift Window').fill('3601');
  await field(page, 'Live edge timing adjustment').fill('601');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('value must be between 0 and 3600').first()).toBeVisible();
  await expect(
    page.getByText('Live delay should be less than 600 seconds and more than 0').first(),
  ).toBeVisible();
  await field(page, 'Timeshift Window').fill('120');
  await field(page, 'Live edge timing adjustment').fill('4');
  await field(page, 'Playlist size').fill('60');
  await page.getByRole('checkbox', { name: 'Growing Playlist' }).check();
  await toggle(page, 'Legacy Media Sequence Handling').click();
  await toggle(page, 'Independent Media Sequences').click();
  await expect(toggle(page, 'Legacy Media Sequence Handling')).not.toBeChecked();
  await page.getByRole('combobox', { name: 'Suppress HLS Tags' }).press('ArrowDown');
  await page.getByRole('option', { name: 'PROGRAM-DATE-TIME' }).click();
  await page.keyboard.press('Escape');
  await field(page, 'Audio group id').fill('sound');
  await field(page, 'Scheduler Configuration').fill('epg-17');
  await save(page);
  const { client } = company().signedIn;
  const stored = await client(contract.channels.read, { params: { id } });
  expect(stored).toMatchObject({
    ...{ timeShiftWindow: 120, liveDelay: 4, dvrWindow: 60, startAtDvrWindow: false },
    ...{ hlsIndependentMediaSequences: true, hlsLegacyMediaSequenceHandling: false },
    ...{ hlsSuppressTags: ['PROGRAM-DATE-TIME'], overwriteGroupId: 'sound' },
    schedulerExternalId: 'epg-17',
  });
  const { url } = await openSession(outputUri);
  const multivariant = await (await fetch(url)).text();
  expect(multivariant).toContain('GROUP-ID="sound"');
  const [, variant = ''] = /#EXT-X-STREAM-INF:.*\n(.+)/.exec(multivariant) ?? [];
  const playlist = await (await fetch(new URL(variant, url))).text();
  expect(playlist).toContain('#EXT-X-MEDIA-SEQUENCE:1000');
  expect(playlist).not.toContain('PROGRAM-DATE-TIME');
});

test('CHE-034 CHE-065 CHE-069 CHE-073 HMAC authentication that is turned off is cleared, audio normalization is saved', async ({
  page,
}) => {
  const name = `Cleared ${Date.now().toString(36)}`;
  const { id, outputUri } = await addChannel(name);
  await openChannel(page, id);
  await toggle(page, 'Use audio normalization').click();
  await field(page, 'Integrated Loudness').fill('-16');
  await toggle(page, 'Use HMAC authentication').click();
  const secret = page.getByLabel('HMAC secret', { exact: true });
  await secret.fill('nobody knows');
  await expect(secret).toHaveAttribute('type', 'password');
  await page.keyboard.press('Control+s');
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: /^(Ok|Save)/ })
    .click();
  await expect(page.getByText('Your item has been saved!').first()).toBeVisible();
  await expect.poll(async () => (await fetch(outputUri)).status, { timeout: 20_000 }).toBe(403);
  await page.reload();
  await expect(secret).toHaveValue('********');
  await expect(field(page, 'Integrated Loudness')).toHaveValue('-16 LUFS');
  await toggle(page, 'Use HMAC authentication').click();
  await save(page);
  await expect.poll(async () => (await fetch(outputUri)).status, { timeout: 20_000 }).toBe(200);
  const { client } = company().signedIn;
  const stored = await client(contract.channels.read, { params: { id } });
  expect(stored.authentication).toEqual({});
  expect(stored.profile).toMatchObject({
    useAudioNormalization: true,
    audioNormalization: { integratedLoudness: -16, loudnessRange: 11 },
  });
});
