/**
 * Everything an operator sets up, set up by hand: a channel of each type and a linear playlist, made in the browser
 * from nothing, enabled, and played in the console through a break.
 */
import { contract } from '@interlude/contract/api';
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { creatives } from '../../../apps/lab/src/media/catalogue.ts';
import { guardConsole } from '../console/testing/console-guard.ts';
import { openList, toastOf } from '../console/testing/list-table.ts';
import { signInAdmin } from '../console/testing/people.ts';
import { lookOnce } from '../console/testing/pictures-on-screen.ts';
import { signInByHand } from '../console/testing/sign-in-page.ts';
import { labReady } from '../lab.ts';
import { platform } from '../platform.ts';
import { breaksSeen, type FrameRun, faultsOfBreaks } from '../playback/frame-runs.ts';
import { BREAK_FRAMES, beginsInProgramme } from '../playback/lab-breaks.ts';

/** Names of this run: the platform may have been used before. */
const run = crypto.randomUUID().slice(0, 8);
const listPath = '/app/ad-insertion/channels';
const LOOK_EVERY_MS = 150;
const isAd = (run: FrameRun | undefined) =>
  run !== undefined && creatives.some(({ label }) => label === run.label);
const liveBreaks = 'every=23.04&break=11.52';
/** One marked break in 34.56 s. */
const vodBreaks = `length=34.56&${liveBreaks}`;

interface Made {
  readonly name: string;
  readonly manifest: 'HLS' | 'DASH';
  readonly mode: 'Live' | 'VoD';
  /** A path at the lab, or a whole address. */
  readonly source: string;
  /** Frames of the source that a break replaces. */
  readonly gone: number;
}

const made: readonly Made[] = [
  {
    name: 'HLS live',
    manifest: 'HLS',
    mode: 'Live',
    source: `/live/cmaf/cue/master.m3u8?${liveBreaks}`,
    gone: BREAK_FRAMES,
  },
  {
    name: 'DASH live',
    manifest: 'DASH',
    mode: 'Live',
    source: `/dash/timeline/manifest.mpd?${liveBreaks}`,
    gone: BREAK_FRAMES,
  },
  {
    name: 'HLS VoD',
    manifest: 'HLS',
    mode: 'VoD',
    source: `/vod/hls/master.m3u8?${vodBreaks}&marks=cue`,
    gone: BREAK_FRAMES,
  },
  {
    name: 'DASH VoD',
    manifest: 'DASH',
    mode: 'VoD',
    source: `/vod/dash/manifest.mpd?${vodBreaks}&events=xml`,
    gone: BREAK_FRAMES,
  },
];

const save = async (page: Page) => {
  await page.keyboard.press('Control+s');
  await expect(toastOf(page, 'success', 'Your item has been saved!')).toBeVisible();
};

/** Makes a channel in the editor, by the labels that a person reads there. */
async function makeChannel(page: Page, { name, manifest, mode, source }: Made): Promise<void> {
  await page.goto(`${platform.consoleUrl}${listPath}/new`);
  await page.getByRole('textbox', { name: 'Channel Name' }).fill(`${name} ${run}`);
  await page.getByRole('radio', { name: manifest }).check();
  await page.getByRole('radio', { name: mode }).check();
  await page.getByLabel('Source manifest URL').fill(new URL(source, platform.labUrl).href);
  await page.getByLabel('Ad server URL').fill(`${platform.labUrl}/ads/vast`);
  if (mode === 'VoD') {
    const stitcher = page.getByRole('region', { name: 'VoD stitcher', exact: true });
    for (const setting of ['Use SCTE-35 Ad-Markers', 'Replace Ad-Breaks'])
      await stitcher.getByRole('switch', { name: setting }).press('Space');
  }
  await save(page);
}

const pathOf = ({ name }: Pick<Made, 'name'>) =>
  `${listPath}?q=${encodeURIComponent(`${name} ${run}`)}`;

async function enable(page: Page, { name }: Made): Promise<void> {
  await openList(page, pathOf({ name }));
  const toggle = page.getByRole('switch', { name: `${name} ${run}` });
  await toggle.press('Space');
  await expect(toggle).toBeChecked();
  await expect(toggle).toBeEnabled();
}

/** Watches in the console's player: the programme, a whole ad in the break, and the programme where it was left. */
async function watchOneBreak(page: Page, { name, gone }: Made): Promise<void> {
  await page.getByRole('button', { name: `Play ${name} ${run}` }).click();
  const dialog = page.getByRole('dialog');
  const runs: FrameRun[] = [];
  const badge = dialog.getByText(/^Ad 1 of \d+$/);
  const whole = () => breaksSeen(runs).filter(({ before, after }) => before && after);
  let isNamed = false;
  await expect
    .poll(
      async () => {
        await lookOnce(dialog.locator('video'), runs);
        isNamed ||= isAd(runs.at(-1)) && (await badge.isVisible());
        const [seen] = whole();
        return seen?.after !== undefined && seen.after.lastFrame > seen.after.firstFrame + 50;
      },
      { timeout: 150_000, intervals: [LOOK_EVERY_MS], message: `${name} shows a whole break` },
    )
    .toBe(true);
  const details = `${name}: ${JSON.stringify(runs)}`;
  expect(whole()[0]?.runs.some(isAd), details).toBe(true);
  expect(faultsOfBreaks(runs, gone), details).toEqual([]);
  expect(isNamed, `${name} names the ad on air`).toBe(true);
}

/**
 * Makes a linear channel that repeats one VOD asset with an ad break in its middle. @returns its address for a live
 * channel
 */
async function makeLinearPlaylist(page: Page): Promise<string> {
  await page.goto(`${platform.consoleUrl}/app/playlists/new`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Linear ${run}`);
  for (const [label, option] of [
    ['Status', 'enabled'],
    ['Type', 'vod2live'],
  ] as const) {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  }
  await page.getByLabel('Start date (UTC)').fill('2026-03-01T20:15:30');
  await page.getByLabel('Filler URL').fill(`${platform.labUrl}/slate/cmaf/master.m3u8`);
  await page.getByRole('button', { name: 'Add item' }).click();
  const item = page.getByRole('listitem', { name: 'Item 1' });
  await item.getByLabel('URL').fill(`${platform.labUrl}/vod/hls/master.m3u8?length=23.04`);
  await item.getByRole('button', { name: 'Add cue point' }).click();
  await item.getByLabel('Splice Time of cue point 1').fill('11.52');
  await item.getByLabel('Max Duration of cue point 1').fill('11.52');
  await save(page);
  const address = page.getByRole('region', { name: 'Outputs' }).getByText(/\/linear\/.+\.m3u8$/);
  return (await address.textContent()) ?? '';
}

/** Watches in a window of its own: in a hidden window the frames may stand still. */
async function watch(browser: Browser, operator: BrowserContext, channel: Made): Promise<void> {
  const context = await browser.newContext({ storageState: await operator.storageState() });
  const page = await context.newPage();
  const guard = guardConsole(page);
  await openList(page, pathOf(channel));
  if (channel.gone > 0 && channel.mode === 'Live') await beginsInProgramme();
  await watchOneBreak(page, channel);
  guard.expectQuiet();
  await context.close();
}

/** Other tests look for the demo channels on the first page of the list. */
test.afterAll(async () => {
  const { client } = await signInAdmin();
  const query = { limit: -1, search: run };
  for (const { id } of await client(contract.channels.list, { query }))
    await client(contract.channels.remove, { params: { id } });
  for (const { id } of await client(contract.playlists.list, { query }))
    await client(contract.playlists.remove, { params: { id } });
});

test('CHE-001 CHE-008 PLY-002 a channel of each type and a linear playlist are made by hand and play through a break', {
  tag: '@full',
}, async ({ browser, context, page }) => {
  test.setTimeout(600_000);
  await labReady(240_000);
  const guard = guardConsole(page);
  await signInByHand(page);
  const source = await makeLinearPlaylist(page);
  const linear: Made = { name: 'Linear', manifest: 'HLS', mode: 'Live', source, gone: 0 };
  const channels = [...made, linear];
  for (const channel of channels) {
    await makeChannel(page, channel);
    await enable(page, channel);
  }
  guard.expectQuiet();
  await Promise.all(channels.map((channel) => watch(browser, context, channel)));
});
