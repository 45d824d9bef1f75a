/** Viewers of channels whose ad server answers with creatives that have not been conditioned yet. */
import type { Job } from '@interlude/contract';
import { contract } from '@interlude/contract/api';
import { type Browser, expect } from '@playwright/test';
import { platform } from '../platform.ts';
import { breaksSeen, type FrameRun, faultsOfBreaks } from './frame-runs.ts';
import { BREAK_FRAMES, beginsInProgramme, EVERY_MS } from './lab-breaks.ts';
import { type PlaybackReport, type PlayerName, readReport, servePlayer } from './player-page.ts';
import {
  createChannel,
  openSession,
  operator,
  type Source,
  type Viewing,
  type Watched,
  withoutSecondAppends,
} from './viewing.ts';

/** The ad that the lab answers with, of 10.24 s; a segment of the slate fills the rest of the break. */
const CREATIVE_ID = 'ad-a-10';
export const AD_LABEL = 1;
const SLATE_LABEL = 15;
/** Breaks that a job may take: the encoder shares the machine with the players. */
const PATIENCE_BREAKS = 8;
export const PATIENCE_MS = EVERY_MS * PATIENCE_BREAKS;

export const withNewCreative = (source: Source, fresh: string): Source => ({
  ...source,
  adSource: {
    system: 'gva',
    url: `${platform.labUrl}/ads/vast?maxads=1&ads=a&fresh=${fresh}`,
    params: {},
  },
});

/** The clip id, from the ad's universal ad id. */
export const clipIdOf = (fresh: string) =>
  `interlude-lab:LAB-${CREATIVE_ID.toUpperCase()}-${fresh.toUpperCase()}`;
export const fileOf = (fresh: string) =>
  `${platform.labUrl}/ads/creatives/${CREATIVE_ID}~${fresh}/media.mp4`;

/** Plays until the ad was seen whole and the programme goes on. */
async function watchForAd(
  browser: Browser,
  player: PlayerName,
  url: string,
): Promise<PlaybackReport> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const served = await servePlayer(player, url);
  await page.goto(served.url);
  const isOver = page.waitForFunction(
    (label) => {
      const { runs } = window.report;
      const at = runs.findLastIndex((run) => run.label === label);
      const last = runs.at(-1);
      return at > 0 && last?.label === 0 && last.lastFrame - last.firstFrame > 25;
    },
    AD_LABEL,
    { timeout: PATIENCE_MS, polling: 500 },
  );
  await isOver.catch(() => undefined);
  const report = await readReport(page);
  await context.close();
  await served.close();
  return report;
}

/** Watches all at once, each on a channel and in a session of its own. */
export function watchAllForAd(
  browser: Browser,
  viewings: readonly Viewing[],
  /** Addresses of channels that are there already. */
  outputs: readonly string[] = [],
): Promise<Watched[]> {
  return Promise.all(
    viewings.map(async ({ player, source }, index): Promise<Watched> => {
      const name = `${player} on ${source.path}`;
      const output = outputs[index] ?? (await createChannel(`Conditioned ${name}`, source));
      await beginsInProgramme(player === 'shaka' && source.type === undefined);
      const { url, mark } = await openSession(output);
      return { name, mark, report: await watchForAd(browser, player, url) };
    }),
  );
}

/** No error, no stall, and every ad that was seen was seen whole. */
export function expectSmooth(name: string, { runs, stalls, errors }: PlaybackReport): void {
  expect.soft(faultsOfBreaks(runs, BREAK_FRAMES), name).toEqual([]);
  expect.soft(stalls, name).toEqual([]);
  expect.soft(withoutSecondAppends(errors), name).toEqual([]);
}

const labelsOf = (runs: readonly FrameRun[]) => [...new Set(runs.map(({ label }) => label))];

/** Labels of the frames of each break that was seen. */
const framesOfBreaks = ({ runs }: PlaybackReport) =>
  breaksSeen(runs).map(({ runs: inside }) => labelsOf(inside));

/**
 * The first break begins with slate, and the last has the ad. A player that fell behind may leave out the programme
 * between two breaks, which are then seen as one.
 */
export function expectSlateThenAd(name: string, report: PlaybackReport): void {
  const breaks = framesOfBreaks(report);
  expect.soft(breaks[0]?.[0], `${name}: ${JSON.stringify(breaks)}`).toBe(SLATE_LABEL);
  expect.soft(breaks.at(-1), `${name}: ${JSON.stringify(breaks)}`).toContain(AD_LABEL);
}

interface ArrivedBeacon {
  readonly event: string;
  readonly ad: string;
  readonly breakId: string;
  readonly query: Readonly<Record<string, string>>;
}

export async function beaconsOf(mark: string): Promise<readonly ArrivedBeacon[]> {
  const answer = await fetch(`${platform.labUrl}/beacons.json?sid=${encodeURIComponent(mark)}`);
  const { beacons } = (await answer.json()) as { beacons: readonly ArrivedBeacon[] };
  return beacons;
}

const EVENTS = ['impression', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete'];

/** Error 407 for the breaks without the ad, and each event once for the first break with it. */
export async function expectBeacons(name: string, mark: string, fresh: string): Promise<void> {
  const beacons = await beaconsOf(mark);
  const codes = beacons.filter(({ event }) => event === 'error').map(({ query }) => query['code']);
  expect.soft(new Set(codes), name).toEqual(new Set(['407']));
  const ofAd = beacons.filter(({ ad, event }) => ad.endsWith(fresh) && event !== 'error');
  const byBreak = Map.groupBy(ofAd, ({ breakId }) => breakId);
  expect.soft(byBreak.size, name).toBeGreaterThan(0);
  const [first = []] = byBreak.values();
  expect.soft(first.map(({ event }) => event).toSorted(), name).toEqual(EVENTS.toSorted());
}

/** The jobs that condition a creative, one for each conditioning profile. */
export async function jobsOf(fresh: string): Promise<Job[]> {
  const client = await operator();
  const jobs = await client(contract.jobs.list, { query: { limit: 100, sort: '-createdAt' } });
  const own = await Promise.all(
    jobs.map((job) => client(contract.jobs.read, { params: { id: job.id } })),
  );
  return own.filter(({ settings }) => settings['clipId'] === clipIdOf(fresh));
}

/** Ads of all channels that were left out for this reason. */
export async function droppedFor(reason: string): Promise<number> {
  const text = await (await fetch(`${platform.stitcherUrl}/metrics`)).text();
  const line = new RegExp(
    `^interlude_stitcher_ads_dropped_total\\{.*reason="${reason}".*\\} (\\d+)`,
    'm',
  );
  return Number(line.exec(text)?.[1] ?? 0);
}
