/** Joining at any moment, seeking back into what was seen, starting over. */
import { type Browser, expect, test } from '@playwright/test';
import { type PlayerName, readReport, servePlayer } from './player-page.ts';
import { expectSameAdsAgain, seekBack } from './seeking.ts';
import { createChannel, EVERY_MS, hlsSource, openSession, type Viewing } from './viewing.ts';

const JOINS = 20;
const PATIENCE_MS = 6_000;

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

test('twenty sessions that join all over a break and its programme each play within 6 s', async ({
  browser,
}) => {
  test.setTimeout(400_000);
  const outputs = await Promise.all(
    (['cmaf/cue', 'ts/cue'] as const).map((folder) =>
      createChannel(`Joined ${folder}`, hlsSource(folder)),
    ),
  );
  for (const output of outputs) await openSession(output);
  const began = Array.from({ length: JOINS }, async (_, index) => {
    // Over one distance of two breaks, so that some fall on its edges and into pending decisions.
    await new Promise((resolve) => setTimeout(resolve, (EVERY_MS / JOINS) * index));
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

test('a seek back into a break shows the same ads again and goes on', async ({ browser }) => {
  test.setTimeout(400_000);
  for (const seek of await Promise.all(seekings.map((each) => seekBack(browser, each)))) {
    expectSameAdsAgain(seek);
  }
});
