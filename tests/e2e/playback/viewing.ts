/** Channels to watch, sessions on them, and expectations that every viewing has to meet. */
import { setTimeout } from 'node:timers/promises';
import type { ChannelInput, ChannelType } from '@interlude/contract';
import { type Client, contract } from '@interlude/contract/api';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { creatives } from '../../../apps/lab/src/media/catalogue.ts';
import { sessionMark } from '../../../apps/stitcher/src/sessions/session-mark.ts';
import { type SignedIn, signIn } from '../../../tools/sign-in.ts';
import { labReady, type RecordedBeacon, recordedBeacons } from '../lab.ts';
import { platform } from '../platform.ts';
import { breaksSeen, type FrameRun, faultsOfBreaks, wholeBreaks } from './frame-runs.ts';
import { BREAK_FRAMES, beginsInProgramme, EVERY_MS, SOURCE_QUERY } from './lab-breaks.ts';
import {
  type PlaybackReport,
  type PlayerName,
  type PlayerSetup,
  readReport,
  servePlayer,
} from './player-page.ts';

const EVENTS = ['impression', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'];

/** Breaks that each player watches, by PLAYBACK_BREAKS: one in `npm test`, three or ten in stages of `test:full`. */
export const playbackBreaks = Math.max(1, Number(process.env['PLAYBACK_BREAKS'] ?? 3));
/** Time in which so many breaks pass, with the start of the player. */
export const watchMs = (breaks: number) => EVERY_MS * (breaks + 1) + 15_000;
const LOOK_EVERY_MS = 500;

export interface Source {
  /** Path at the lab, with its query if it has one. */
  readonly path: string;
  readonly slate: string;
  readonly type?: ChannelType;
  readonly isMultiPeriod?: boolean;
  /** Seconds. */
  readonly timeShiftWindow?: number;
  readonly dvrWindow?: number;
  readonly stitcher?: Pick<
    ChannelInput['stitcher'] & object,
    'useScte35' | 'replaceInsteadOfInsert'
  >;
  /** Default: the lab's ad server. */
  readonly adSource?: ChannelInput['adSource'];
  readonly isUsingAdSlate?: boolean;
  readonly enablePreRoll?: boolean;
  readonly preRoll?: ChannelInput['preRoll'];
  readonly apiKey?: string;
  readonly authentication?: ChannelInput['authentication'];
}

export const hlsSource = (folder: string, query = ''): Source => ({
  path: `/live/${folder}/master.m3u8?${SOURCE_QUERY}${query}`,
  slate: `/slate/${folder.startsWith('ts') ? 'ts' : 'cmaf'}/master.m3u8`,
});

/** A token is good for 15 minutes; playback tests go on for longer. */
const SIGNED_IN_MS = 10 * 60_000;
let signedIn: { readonly atMs: number; readonly session: Promise<SignedIn> } | undefined;

/** One session for many calls: logins are limited by number. */
export async function operator(): Promise<Client> {
  if (signedIn === undefined || Date.now() - signedIn.atMs > SIGNED_IN_MS)
    signedIn = { atMs: Date.now(), session: signIn(platform) };
  return (await signedIn.session).client;
}

/** The prefix of the names of all channels that these tests make. */
const OF_A_TEST = 'Watched: ';
let cleared: { readonly by: string; readonly done: Promise<void> } | undefined;

async function removeChannels(): Promise<void> {
  const client = await operator();
  const channels = await client(contract.channels.list, { query: { limit: 100 } });
  const earlier = channels.filter(({ name }) => name.startsWith(OF_A_TEST));
  await Promise.all(earlier.map(({ id }) => client(contract.channels.remove, { params: { id } })));
}

/**
 * Removes channels of earlier tests: the monitor watches every live channel, and sixty of them leave two cores no time
 * for players.
 */
function withoutEarlierChannels(): Promise<void> {
  const { testId, retry } = test.info();
  const by = `${testId} ${retry}`;
  if (cleared?.by !== by) cleared = { by, done: removeChannels() };
  return cleared.done;
}

/** @returns the output address of the new channel */
export async function createChannel(name: string, source: Source): Promise<string> {
  await labReady(240_000);
  await withoutEarlierChannels();
  const client = await operator();
  const { path, slate, ...settings } = source;
  const channel = await client(contract.channels.create, {
    body: {
      name: OF_A_TEST + name,
      state: 'enabled',
      sourceManifestUrl: platform.labUrl + path,
      adSource: { system: 'gva', url: `${platform.labUrl}/ads/vast`, params: {} },
      adSlateManifestUrl: platform.labUrl + slate,
      ...settings,
    },
  });
  return channel.outputUri;
}

export interface Session {
  readonly url: string;
  /** The session mark, which stands for the session in beacons: the session id reaches its viewer alone (SEC-S26). */
  readonly mark: string;
}

/** One session of its own, so that the recorder can tell the players apart. */
export async function openSession(outputUri: string): Promise<Session> {
  await expect.poll(async () => (await fetch(outputUri)).status, { timeout: 20_000 }).toBe(200);
  const { url } = await fetch(outputUri);
  const { pathname, searchParams } = new URL(url);
  const dashSid = /\/dash\/[^/]+\/(.+)\.mpd$/.exec(pathname)?.[1];
  return { url, mark: sessionMark(searchParams.get('sid') ?? dashSid ?? '') };
}

export interface Viewing {
  readonly player: PlayerName;
  readonly source: Source;
}

export interface Watched {
  readonly name: string;
  readonly report: PlaybackReport;
  /** Answers that were a Playlist Delta Update, or an MPD patch with segments; left out where they are not counted. */
  readonly updates?: number;
  readonly mark: string;
}

/**
 * Players that begin together; others follow a distance of two breaks later. Six at once delay each other's requests
 * for seconds on two cores, and dash.js 5 appends a segment that comes so late behind the next Period (manual, chapter
 * 7). `npm test` has time for one distance only.
 */
const JOIN_AT_ONCE = playbackBreaks > 1 ? 2 : 4;
/**
 * shaka 5.2 may leave out a segment, or request no more audio, where it switches renditions twice while answers come
 * late (manual, chapter 7). On two busy cores the four players of `npm test` delay each other that much; those of a
 * full run, which begin two at a time, do not, and adapt.
 */
const setups: Partial<Record<PlayerName, PlayerSetup>> = {
  ...(JOIN_AT_ONCE > 2 && { shaka: { config: { abr: { enabled: false } } } }),
};

/** Watches in one browser, each player in a context, on a channel and in a session of its own. */
export function watchAll(
  browser: Browser,
  viewings: readonly Viewing[],
  breaks: number,
): Promise<Watched[]> {
  return Promise.all(
    viewings.map(async ({ player, source }, index): Promise<Watched> => {
      const name = `${player} on ${source.path}`;
      const output = await createChannel(`Playback ${name}`, source);
      await setTimeout(Math.floor(index / JOIN_AT_ONCE) * EVERY_MS);
      await beginsInProgramme(player === 'shaka' && source.type === undefined);
      const session = await openSession(output);
      const seen = await watchBreaks(browser, player, session.url, breaks);
      return { name, ...seen, mark: session.mark };
    }),
  );
}

/** Watches until so many whole breaks were seen and the programme goes on, or the time is over. */
async function watchBreaks(
  browser: Browser,
  player: PlayerName,
  url: string,
  breaks: number,
): Promise<Pick<Watched, 'report' | 'updates'>> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const updates = countUpdates(page);
  const served = await servePlayer(player, url, setups[player]);
  await page.goto(served.url);
  const isOver = async () => wholeBreaks((await readReport(page)).runs).length >= breaks;
  for (const endMs = Date.now() + watchMs(breaks); Date.now() < endMs; ) {
    if (await isOver()) break;
    await page.waitForTimeout(LOOK_EVERY_MS);
  }
  const report = await readReport(page);
  await context.close();
  await served.close();
  return { report, updates: updates.count };
}

function countUpdates(page: Page): { count: number } {
  const updates = { count: 0 };
  page.on('response', async (response) => {
    if (!/_HLS_skip=|\.mpp\?/.test(response.url())) return;
    // The text of a response is gone when its page is closed.
    const text = await response.text().catch(() => '');
    if (/#EXT-X-SKIP:|<add /.test(text)) updates.count += 1;
  });
  return updates;
}

export async function watchOne(
  browser: Browser,
  player: PlayerName,
  url: string,
  forMs: number,
): Promise<PlaybackReport> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const served = await servePlayer(player, url);
  await page.goto(served.url);
  await page.waitForTimeout(forMs);
  const report = await readReport(page);
  await context.close();
  await served.close();
  return report;
}

/**
 * hls.js reports this non-fatal error for TS fragments behind a discontinuity that it appends a second time once it
 * knows their first timestamp; for the lab's source without ads, too. Playback is not affected.
 */
export const withoutSecondAppends = (errors: readonly string[]) =>
  errors.filter((error) => !/^bufferAppendNoProgress (main|audio) /.test(error));

/** Seconds that halts may add up to which are too short to count as stalls. */
export const UNCOUNTED_SECONDS = 2;

/** No error, no stall of more than half a second, ads whole and content in its place. */
export function expectSmoothPlayback({ name, report }: Watched, breaks: number): void {
  expect.soft(report.errors, name).toEqual([]);
  expect.soft(report.stalls, name).toEqual([]);
  expect
    .soft(report.playedSeconds, name)
    .toBeGreaterThan(report.watchedSeconds - UNCOUNTED_SECONDS);
  expectExactBreaks(name, report.runs, breaks);
}

export function expectExactBreaks(name: string, runs: readonly FrameRun[], breaks: number): void {
  expect.soft(breaksSeen(runs).length, name).toBeGreaterThanOrEqual(breaks);
  expect.soft(faultsOfBreaks(runs, BREAK_FRAMES), name).toEqual([]);
}

/** Beacons may arrive a moment after the frame that they belong to. */
const BEACON_TIMING = { timeout: 5_000 };

/** Every ad that was seen in the first `breaks` breaks has sent each event, and nothing has been sent twice. */
export async function expectEachBeaconOnce(
  { name, mark, report }: Watched,
  breaks: number,
): Promise<void> {
  const seen = wholeBreaks(report.runs)
    .slice(0, breaks)
    .map(({ runs }) => adsOf(runs).map((id) => ({ id, events: EVENTS.toSorted() })));
  await expect
    .poll(async () => (await sentInBreaks(mark)).slice(0, seen.length), {
      ...BEACON_TIMING,
      message: name,
    })
    .toEqual(seen);
  const keys = (await beaconsOf(mark)).map(keyOf);
  const twice = keys.filter((key, index) => keys.indexOf(key) !== index);
  expect.soft(twice, name).toEqual([]);
}

const adsOf = (runs: readonly FrameRun[]) =>
  runs.flatMap(({ label }) => creatives.find((each) => each.label === label)?.id ?? []);

const beaconsOf = async (mark: string) =>
  (await recordedBeacons()).filter(({ session }) => session === mark);

/** The ads of each break in their order, each with its events. */
async function sentInBreaks(mark: string): Promise<{ id: string; events: string[] }[][]> {
  const byBreak = Map.groupBy(await beaconsOf(mark), ({ breakId }) => breakId);
  return [...byBreak.values()].map((ofBreak) => {
    const byPlace = Map.groupBy(ofBreak, ({ position }) => Number(position));
    return [...byPlace]
      .toSorted(([a], [b]) => a - b)
      .map(([, beacons]) => ({
        id: beacons[0]?.ad ?? '',
        events: beacons.map(({ event }) => event).toSorted(),
      }));
  });
}

const keyOf = ({ breakId, position, ad, event }: RecordedBeacon) =>
  [breakId, position, ad, event].join(' ');
