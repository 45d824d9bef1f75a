/** Joining at any moment, seeking back into a break that was seen, starting over. */
import { type Browser, expect, test } from '@playwright/test';
import { EPOCH_MS } from '../../../apps/lab/src/live-origin/live-clock.ts';
import { CONTENT_SEGMENT, contentFrameAt, framesBetween } from './frame-runs.ts';
import { EVERY_MS } from './lab-breaks.ts';
import { type PlayerName, readReport, servePlayer } from './player-page.ts';
import { expectSameAdsAgain, seekBack } from './seeking.ts';
import {
  createChannel,
  hlsSource,
  openSession,
  type Viewing,
  watchOne,
  withoutSecondAppends,
} from './viewing.ts';

const JOINS = 20;
const PATIENCE_MS = 6_000;
/**
 * Twentieths of the distance of two breaks between one join and the next. It has no divisor in common with 20, so that
 * twenty joins fall on all of them; and 3.5 s are more than a browser without a GPU needs for one join, so that each is
 * measured alone.
 */
const JOIN_STEP = 3;

/** Milliseconds until it plays; Infinity when it does not. */
async function join(browser: Browser, player: PlayerName, url: string): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const served = await servePlayer(player, url);
  await page.goto(served.url);
  const isPlaying = page.waitForFunction(() => window.report.startedAfterMs !== undefined, null, {
    timeout: PATIENCE_MS + 2_000,
  });
  const hasStarted = await isPlaying.then(
    () => true,
    () => false,
  );
  const report = await readReport(page);
  await context.close();
  await served.close();
  return hasStarted
    ? (report.startedAfterMs ?? Number.POSITIVE_INFINITY)
    : Number.POSITIVE_INFINITY;
}

test('twenty sessions that join all over a break and its programme each play within 6 s', {
  tag: '@full',
}, async ({ browser }) => {
  test.setTimeout(400_000);
  const outputs = await Promise.all(
    (['cmaf/cue', 'ts/cue'] as const).map((folder) =>
      createChannel(`Joined ${folder}`, hlsSource(folder)),
    ),
  );
  for (const output of outputs) await openSession(output);
  const began = Array.from({ length: JOINS }, async (_, index) => {
    // All over the distance of two breaks, so that some fall on its edges and into pending decisions.
    await new Promise((resolve) => setTimeout(resolve, (EVERY_MS / JOINS) * JOIN_STEP * index));
    const { url } = await fetch(outputs[index % outputs.length] ?? '');
    return Math.round(await join(browser, 'hls.js', url));
  });
  const waits = await Promise.all(began);
  expect(waits.filter((ms) => ms > PATIENCE_MS)).toEqual([]);
});

/** Windows long enough to go back over a break. */
const seekings: readonly Viewing[] = [
  { player: 'shaka', source: hlsSource('cmaf/cue', '&win=40') },
  { player: 'hls.js', source: hlsSource('ts/cue', '&win=40') },
];

test('a seek back into a break shows the same ads again and goes on', { tag: '@full' }, async ({
  browser,
}) => {
  test.setTimeout(400_000);
  for (const seek of await Promise.all(seekings.map((each) => seekBack(browser, each)))) {
    expectSameAdsAgain(seek);
  }
});

const START_BACK_MS = 60_000;

/** A moment in the programme, more than a minute ago: the source's breaks fill the second half of each distance. */
function programmeMoment(): number {
  const distances = Math.floor((Date.now() - START_BACK_MS - EPOCH_MS) / EVERY_MS);
  return EPOCH_MS + distances * EVERY_MS + 4_000;
}

test('start-over begins at the requested time, a minute and more behind the edge', {
  tag: '@full',
}, async ({ browser }) => {
  test.setTimeout(400_000);
  const viewings = [
    { player: 'hls.js', folder: 'cmaf/cue' },
    { player: 'hls.js', folder: 'ts/cue' },
    { player: 'shaka', folder: 'cmaf/daterange' },
  ] as const;
  const seen = await Promise.all(
    viewings.map(async ({ player, folder }) => {
      const source = { ...hlsSource(folder, '&win=40'), timeShiftWindow: 120 };
      const output = await createChannel(`Start-over ${folder}`, source);
      await openSession(output);
      const startMs = programmeMoment();
      const { url } = await openSession(`${output}?start=${new Date(startMs).toISOString()}`);
      const report = await watchOne(browser, player, url, 15_000);
      return { name: `${player} on ${folder}`, report, startMs };
    }),
  );
  for (const { name, report, startMs } of seen) {
    expect.soft(withoutSecondAppends(report.errors), name).toEqual([]);
    expect.soft(report.stalls, name).toEqual([]);
    expect.soft(report.playedSeconds, name).toBeGreaterThan(8);
    const [first] = report.runs;
    expect.soft(first?.label, name).toBe(0);
    const behind = framesBetween(contentFrameAt(startMs), first?.firstFrame ?? 0);
    // The playlist begins with the segment at that moment; a player shows its first frame a little later.
    expect
      .soft(Math.abs(behind), `${name}: ${behind} pictures`)
      .toBeLessThanOrEqual(CONTENT_SEGMENT + 25);
  }
});
