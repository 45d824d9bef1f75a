/**
 * Real players behind three stitchers that take turns request by request, while stitchers are killed and restarted and
 * the database is killed: they play on without a stall and show whole ads.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findChromium } from '../../tools/find-chromium.ts';
import { breaksSeen, faultsOfBreaks } from '../e2e/playback/frame-runs.ts';
import {
  BREAK_FRAMES,
  beginsInProgramme,
  EVERY_MS,
  SOURCE_QUERY,
} from '../e2e/playback/lab-breaks.ts';
import {
  type PlaybackReport,
  type PlayerName,
  readReport,
  servePlayer,
} from '../e2e/playback/player-page.ts';
import { type PlannedFault, TurningStitchers } from './turning-stitchers.ts';

const watchMs = 200_000;
const faults: readonly PlannedFault[] = [
  { atMs: 45_000, fault: 'stitcher killed' },
  { atMs: 75_000, fault: 'stitcher rolled' },
  { atMs: 105_000, fault: 'database killed' },
  { atMs: 130_000, fault: 'stitcher killed' },
  { atMs: 160_000, fault: 'stitcher rolled' },
];
/** Allows for kills and starts of whole processes on the cores that decode. */
const longestStallMs = 500;

let three: TurningStitchers;
let browser: Browser;

beforeAll(async () => {
  // Viewers decode on machines of their own: a stitcher that starts must not take the cores from them.
  three = await TurningStitchers.start({ priority: 5 });
  browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
  });
}, 600_000);

afterAll(async () => {
  await browser?.close();
  await three?.stop();
}, 120_000);

async function watch(player: PlayerName, address: string): Promise<PlaybackReport> {
  const page = await (await browser.newContext()).newPage();
  // On two cores an adaptive player switches renditions at each fault, which is not under test.
  const config = player === 'shaka' ? { abr: { enabled: false } } : {};
  const served = await servePlayer(player, `http://127.0.0.1:${three.port}${address}`, { config });
  await beginsInProgramme(player === 'shaka');
  await page.goto(served.url);
  await sleep(watchMs);
  const report = await readReport(page);
  await page.close();
  await served.close();
  return report;
}

it(
  'H1 H3 H35 D1 REL-R1 hls.js, shaka and dash.js play through kills of stitchers and of the database',
  async () => {
    const hls = await three.createChannel({
      ...{ type: 'hls-live', path: `/live/cmaf/cue/master.m3u8?${SOURCE_QUERY}` },
      slate: '/slate/cmaf/master.m3u8',
    });
    const dash = await three.createChannel({
      ...{ type: 'dash-live', path: `/dash/timeline/manifest.mpd?${SOURCE_QUERY}` },
      slate: '/slate/dash/manifest.mpd',
    });
    const viewings = [
      ['hls.js', `/hls/${hls}/master.m3u8`],
      ['shaka', `/hls/${hls}/master.m3u8`],
      ['dash.js', `/dash/${dash}/manifest.mpd`],
    ] as const;
    const [said, ...reports] = await Promise.all([
      three.disturb(Date.now(), faults),
      ...viewings.map(([player, address]) => watch(player, address)),
    ]);
    process.stdout.write(`${said.join('\n')}\n`);
    for (const [index, report] of reports.entries()) {
      const name = viewings[index]?.[0] ?? '';
      const { errors, stalls, longestStallMs: longest, playedSeconds, watchedSeconds } = report;
      const summary = { played: playedSeconds, watched: watchedSeconds, longest, stalls, errors };
      process.stdout.write(`${name}: ${JSON.stringify(summary)}\n`);
      expect.soft(errors, name).toEqual([]);
      expect.soft(longest, name).toBeLessThanOrEqual(longestStallMs);
      expect.soft(breaksSeen(report.runs).length, name).toBeGreaterThanOrEqual(6);
      expect.soft(faultsOfBreaks(report.runs, BREAK_FRAMES), name).toEqual([]);
    }
    const { once, again } = await three.beacons();
    expect.soft(again).toBe(0);
    expect.soft(once).toBeGreaterThan(50);
  },
  watchMs + EVERY_MS + 120_000,
);
