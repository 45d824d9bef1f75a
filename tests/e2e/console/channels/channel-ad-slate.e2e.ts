/**
 * An ad slate from a file on an operator's disk to the viewers: uploaded in chunks, conditioned by the worker, put into
 * a channel of HLS, chosen for one of DASH, and seen in the breaks that the ads leave under-filled.
 */
import type { ChannelInput } from '@interlude/contract';
import { contract } from '@interlude/contract/api';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { labReady } from '../../lab.ts';
import { platform } from '../../platform.ts';
import { dashSource } from '../../playback/dash-viewing.ts';
import { breaksSeen } from '../../playback/frame-runs.ts';
import { beginsInProgramme, EVERY_MS } from '../../playback/lab-breaks.ts';
import { hlsSource, openSession, type Source, watchOne } from '../../playback/viewing.ts';
import { DIALOG, expectNoViolations } from '../testing/accessible-screen.ts';
import { allowErrors } from '../testing/console-guard.ts';
import { inOwnWindow, testInWorkerCompany } from '../testing/one-window.ts';
import { smallLadder } from '../testing/small-ladder.ts';

/** Ads of the lab: frames of the longer one have this label. The ad server answers only with the one of 5 s. */
const LONG_SLATE = 'ad-a-10';
const LONG_SLATE_LABEL = 1;
const SHORT_SLATE = 'ad-e-5';
const AD_LABEL = 5;
const PADDING_BYTES = 2_500_000;
const ENCODING_MS = 240_000;

const company = testInWorkerCompany({ allowed: [/status of 4(04|09)/] });

const oneShortAd: ChannelInput['adSource'] = {
  system: 'gva',
  url: `${platform.labUrl}/ads/vast?ads=e&maxads=1`,
  params: {},
};

type ProfileFor = (protocol: 'hls' | 'dash') => ChannelInput['profile'];
/** The ladder of the source, so that players may switch between it and the slate. */
const ladderOfSource: ProfileFor = () => ({ muxingType: 'cmaf' });

/** A channel without a slate. */
async function addChannel(
  name: string,
  { type = 'hls-live', path }: Source,
  profileFor: ProfileFor = smallLadder,
) {
  const { client } = company().signedIn;
  const sourceManifestUrl = platform.labUrl + path;
  const profile = profileFor(type === 'dash-live' ? 'dash' : 'hls');
  const body = { name, type, sourceManifestUrl, adSource: oneShortAd, state: 'enabled' } as const;
  return client(contract.channels.create, { body: { ...body, profile } });
}

async function openSlates(page: Page, id: string) {
  await page.goto(`${platform.consoleUrl}/app/ad-insertion/channels/${id}#ad-slate`);
  const section = page.getByRole('region', { name: 'Ad slate' });
  await section.scrollIntoViewIfNeeded();
  return {
    section,
    address: section.getByRole('textbox', { name: 'Ad Slate URL' }),
    file: section.getByLabel('File', { exact: true }),
    bar: section.getByRole('progressbar', { name: /^Conditioning/ }),
  };
}

/** The file of a creative with a `free` box at its end, so that it takes several chunks. */
async function slateFile(creative: string): Promise<Buffer> {
  await labReady(240_000);
  const answer = await fetch(`${platform.labUrl}/ads/creatives/${creative}/media.mp4`);
  const padding = Buffer.alloc(PADDING_BYTES);
  padding.writeUInt32BE(PADDING_BYTES, 0);
  padding.write('free', 4, 'latin1');
  return Buffer.concat([Buffer.from(await answer.arrayBuffer()), padding]);
}

const shown = (page: Page, sentence: string) =>
  expect(page.getByText(sentence, { exact: true }).first()).toBeVisible({ timeout: ENCODING_MS });

async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+s');
  await shown(page, 'Your item has been saved!');
}

/** Labels of the frames that one viewer saw in a whole break. */
async function seenInBreak(browser: Browser, output: string): Promise<readonly number[]> {
  await beginsInProgramme();
  const { url } = await openSession(output);
  const report = await watchOne(browser, 'shaka', url, EVERY_MS * 2 + 15_000);
  const whole = breaksSeen(report.runs).filter(({ before, after }) => before && after);
  return whole[0]?.runs.map(({ label }) => label) ?? [];
}

/** A new slate in a channel of HLS, then chosen for one of DASH. @returns the outputs of both */
async function uploadAndChoose(
  page: Page,
  creative: string,
  profileFor: ProfileFor,
): Promise<readonly string[]> {
  const run = Date.now().toString(36);
  const name = `Slate ${run}`;
  const hls = await addChannel(`Slate HLS ${run}`, hlsSource('cmaf/cue'), profileFor);
  const dash = await addChannel(`Slate DASH ${run}`, dashSource('timeline'), profileFor);

  const onHls = await openSlates(page, hls.id);
  const chunks: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/upload-ad-slate'))
      chunks.push(request.headers()['filesize'] ?? '');
  });
  const buffer = await slateFile(creative);
  await onHls.file.setInputFiles({ name: `${name}.mp4`, mimeType: 'video/mp4', buffer });
  await shown(page, 'Upload Successful');
  expect(chunks).toEqual(
    Array.from({ length: Math.ceil(buffer.length / 1_048_576) }, () => String(buffer.length)),
  );
  await shown(page, 'Job Started');
  const encoded = shown(page, 'Sucessfully encoded ad-slate');
  await expect(onHls.bar).toBeVisible();
  await encoded;
  await expectNoViolations(page, 'a slate is there', '#ad-slate');
  await expect(onHls.address).toHaveValue(/\.m3u8$/);
  await expect(onHls.address).toHaveAttribute('readonly');
  await save(page);

  const onDash = await openSlates(page, dash.id);
  await onDash.section.getByRole('combobox', { name: 'Choose an ad slate' }).click();
  await page.getByRole('option', { name }).click();
  await shown(page, 'Job Started');
  await expect(onDash.bar).toBeVisible();
  await expect(onDash.address).toHaveValue(/\.mpd$/, { timeout: ENCODING_MS });
  await save(page);

  return [hls.outputUri, dash.outputUri];
}

test('SLATE-003 SLATE-005 SLATE-009 SLATE-010 SLATE-011 SLATE-014 SLATE-015 SLATE-021 a slate is uploaded, conditioned and chosen, for HLS and DASH', {
  tag: '@full',
}, async ({ page }) => {
  test.setTimeout(2 * ENCODING_MS);
  await uploadAndChoose(page, SHORT_SLATE, smallLadder);
});

test('SLATE-010 SLATE-015 an uploaded slate is seen where the ads leave a break under-filled, in HLS and DASH', {
  tag: '@full',
}, async ({ page, browser }) => {
  test.setTimeout(2 * ENCODING_MS + 400_000);
  for (const outputUri of await uploadAndChoose(page, LONG_SLATE, ladderOfSource))
    expect(await seenInBreak(browser, outputUri)).toEqual([AD_LABEL, LONG_SLATE_LABEL]);
});

/** Begins like an mp4 and is none. */
function brokenFile(): Buffer {
  const head = Buffer.from('0000001866747970697336d600000000697336d66d703431', 'hex');
  return Buffer.concat([head, Buffer.alloc(3_000, 7)]);
}

test('SLATE-012 SLATE-016 a slate that cannot be encoded shows the reason, and three failed jobs are archived first', {
  tag: '@full',
}, async ({ page }) => {
  test.setTimeout(ENCODING_MS + 200_000);
  const name = `Broken ${Date.now().toString(36)}`;
  const channel = await addChannel(name, hlsSource('cmaf/cue'));
  const { section, file, address } = await openSlates(page, channel.id);
  const dialog = page.getByRole('alertdialog');
  const failed = page.getByRole('alertdialog', { name: 'Error while trying to encode ad-slate' });
  await file.setInputFiles({
    name: `${name}.mp4`,
    mimeType: 'video/mp4',
    buffer: brokenFile(),
  });
  const chooseAgain = async () => {
    await section.getByRole('combobox', { name: 'Choose an ad slate' }).click();
    await page.getByRole('option', { name }).click();
  };
  for (let tries = 1; tries <= 3; tries += 1) {
    await expect(failed).toContainText(/probe|download|check/, { timeout: ENCODING_MS });
    await failed.getByRole('button', { name: 'OK' }).click();
    await chooseAgain();
  }
  await expect(dialog).toContainText(
    '3 jobs to create it already failed. Please archive the jobs.',
  );
  await expectNoViolations(page, 'the question about failed jobs', DIALOG);
  await dialog.getByRole('button', { name: 'Archive and try again' }).click();
  await shown(page, 'Job Started');
  await expect(address).toHaveValue('');
});

/** A broken file of several chunks: the test only needs them to arrive. */
const brokenChunks = () => Buffer.concat([brokenFile(), Buffer.alloc(PADDING_BYTES, 7)]);

test('SLATE-018 SLATE-019 an upload whose connection is lost can be tried again and goes on', {
  tag: '@full',
}, async ({ browser }) => {
  await inOwnWindow(browser, company().storageState, async (page) => {
    allowErrors(page, /net::ERR_CONNECTION_RESET|status of 404/);
    await page.clock.install();
    const name = `Lost ${Date.now().toString(36)}`;
    const channel = await addChannel(name, hlsSource('cmaf/cue'));
    const { section, file } = await openSlates(page, channel.id);
    const uploads = '**/upload-ad-slate';
    let sent = 0;
    await page.route(uploads, async (route) => {
      sent += 1;
      await (sent === 1 ? route.continue() : route.abort('connectionreset'));
    });
    const buffer = brokenChunks();
    await file.setInputFiles({ name: `${name}.mp4`, mimeType: 'video/mp4', buffer });
    const dialog = page.getByRole('alertdialog', { name: 'Upload Error' });
    // The console tries five times more, and waits longer after each failure: 15 s in all.
    const givenUp = async () => {
      await page.clock.fastForward(1_000);
      return dialog.count();
    };
    await expect.poll(givenUp, { timeout: 60_000, intervals: [50] }).toBe(1);
    await expect(dialog).toContainText('problem with upload file.');
    await dialog.getByRole('button', { name: 'OK' }).click();
    await page.unroute(uploads);
    const again: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/upload-ad-slate')) again.push(request.url());
    });
    await section.getByRole('button', { name: 'Retry' }).click();
    await shown(page, 'Upload Successful');
    expect(again.length).toBe(Math.ceil(buffer.length / 1_048_576) - 1);
  });
});
