/** The newcomer's way: sign in, play the demo channel, see an ad, add a channel, enable it, play it. */
import { contract } from '@interlude/contract/api';
import { expect, type Page, test } from '@playwright/test';
import { sessionMark } from '../../../apps/stitcher/src/sessions/session-mark.ts';
import { asAdmin } from '../console/testing/accounts.ts';
import { guardConsole } from '../console/testing/console-guard.ts';
import { signInByHand } from '../console/testing/sign-in-page.ts';
import { labReady, recordedBeacons } from '../lab.ts';
import { platform } from '../platform.ts';

const EVENTS = ['impression', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'];

async function openChannels(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Channels' }).first().click();
  await expect(page.getByRole('heading', { name: 'Channels' })).toBeVisible();
}

/** Waits until the player says that an ad is on air, and until it is over. */
async function watchOneBreak(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect
    .poll(() => dialog.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime), {
      timeout: 40_000,
    })
    .toBeGreaterThan(1);
  await expect(dialog.getByText(/^Ad 1 of \d+$/)).toBeVisible({ timeout: 120_000 });
  await expect(dialog.locator('.player-mark').first()).toBeAttached();
  await expect(dialog.getByText(/^Ad \d+ of \d+$/)).toBeHidden({ timeout: 60_000 });
}

/** Playback of one page of the console: marks of its sessions, and the ad segments that its player requested. */
interface Played {
  readonly marks: ReadonlySet<string>;
  readonly adSegments: readonly string[];
}

/**
 * Records what a page plays from now on: players of other tests watch the same channel, join within a break, and skip
 * what they missed.
 */
function followPlayer(page: Page): Played {
  const marks = new Set<string>();
  const adSegments: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const sessionId = searchParams.get('sid');
    if (sessionId !== null) marks.add(sessionMark(sessionId));
    if (pathname.includes('/ad/')) adSegments.push(pathname.split('/').slice(-4).join('/'));
  });
  return { marks, adSegments };
}

/**
 * Every ad that the player played to its end sent each of its events once. On a busy machine a beacon is sent again
 * after seconds, so an early event may arrive after the last.
 */
async function expectBeaconsOnce({ marks, adSegments }: Played): Promise<void> {
  const eventsOfFinished = async () => {
    const beacons = (await recordedBeacons()).filter(({ session }) => marks.has(session));
    const keyOf = (beacon: (typeof beacons)[number]) =>
      [beacon.session, beacon.breakId, beacon.position, beacon.ad].join(' ');
    const finished = new Set(beacons.filter(({ event }) => event === 'complete').map(keyOf));
    return [...finished].map((placement) =>
      beacons
        .filter((beacon) => keyOf(beacon) === placement)
        .map(({ event }) => event)
        .toSorted(),
    );
  };
  await expect
    .poll(async () => (await eventsOfFinished()).length, { timeout: 20_000 })
    .toBeGreaterThan(0);
  const ads = (await eventsOfFinished()).length;
  const once = Array.from({ length: ads }, () => EVENTS.toSorted());
  await expect
    .poll(async () => (await eventsOfFinished()).slice(0, ads), {
      timeout: 20_000,
      message: `requested: ${adSegments.join(', ')}`,
    })
    .toEqual(once);
}

/** Queries of a source and of its ad server. */
interface Breaks {
  readonly source: string;
  readonly ads: string;
}

/** A break of 11.52 s in every 23.04 s, with all that fits. */
const MANY_ADS: Breaks = { source: 'every=23.04&break=11.52', ads: '' };
/** More often, with the shortest ad, which is conditioned soonest. */
const ONE_AD: Breaks = { source: 'every=15.36&break=7.68', ads: '?ads=e&maxads=1' };

/** Adds a channel, enables it and plays it through a break with an ad. */
async function playOwnChannel(page: Page, name: string, { source, ads }: Breaks): Promise<void> {
  await page.getByRole('link', { name: 'Add Channel' }).click();
  await page.getByLabel('Channel Name').fill(name);
  await page
    .getByLabel('Source manifest URL')
    .fill(`${platform.labUrl}/live/cmaf/cue/master.m3u8?${source}`);
  await page.getByLabel('Ad server URL').fill(`${platform.labUrl}/ads/vast${ads}`);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Your item has been saved!')).toBeVisible();

  await openChannels(page);
  const toggle = page.getByRole('switch', { name });
  await expect(toggle).not.toBeChecked();
  await toggle.press('Space');
  await expect(toggle).toBeChecked();
  await expect(toggle).toBeEnabled();

  await page.getByRole('button', { name: `Play ${name}` }).click();
  await watchOneBreak(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
}

/** The screen reads the figures once a minute, so the test waits for them at the API. */
async function expectAdsToday(page: Page): Promise<void> {
  const { client } = await asAdmin();
  const adsToday = async () =>
    (await client(contract.channels.summary, { query: { timeZone: 'UTC' } })).adsToday;
  await expect.poll(adsToday, { timeout: 90_000 }).toBeGreaterThan(0);
  await page.reload();
  await expect(page.getByText(/watching now/)).toHaveText(/[1-9]\d* ads? today/);
}

test('CHL-004 CHL-005 LIST-003 a newcomer signs in, adds a channel and sees an ad in it', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const guard = guardConsole(page);
  await labReady(240_000);
  await signInByHand(page);
  await openChannels(page);
  await playOwnChannel(page, `First ${crypto.randomUUID().slice(0, 8)}`, ONE_AD);
  await expectAdsToday(page);
  guard.expectQuiet();
});

test('CHL-004 CHL-005 LIST-003 a newcomer sees an ad in the demo channel, then in a channel of their own', {
  tag: '@full',
}, async ({ page }) => {
  test.setTimeout(600_000);
  const guard = guardConsole(page);
  await labReady(240_000);
  await signInByHand(page);
  await openChannels(page);
  await expect(
    page.getByText(/^\d+ channels?, [\d,.]+ watching now, [\d,.]+ ads? today$/),
  ).toBeVisible();

  const played = followPlayer(page);
  await page.getByRole('button', { name: /^Play Demo CMAF/ }).click();
  await watchOneBreak(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await expectBeaconsOnce(played);

  await playOwnChannel(page, `Second ${crypto.randomUUID().slice(0, 8)}`, MANY_ADS);
  guard.expectQuiet();
});
