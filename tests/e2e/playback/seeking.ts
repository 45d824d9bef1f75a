/** A viewer who seeks back into a break that was seen. */
import { type Browser, expect } from '@playwright/test';
import { breaksSeen, type FrameRun } from './frame-runs.ts';
import { type PlaybackReport, readReport, type SeekReport, servePlayer } from './player-page.ts';
import { createChannel, openSession, type Viewing, withoutSecondAppends } from './viewing.ts';

const BACK_SECONDS = 12;
/** Milliseconds in which a player has to fetch the media again that its buffer no longer has. */
const RESUME_MS = 3_000;
const SLATE = 15;
/** Frames of a second. */
const FIRST_FRAMES = 25;
/** Seconds by which a place may differ: the distance of two samples, and of two frames. */
const PLACE_SECONDS = 0.4;

interface SeekSeen {
  readonly name: string;
  readonly before: PlaybackReport;
  readonly after: PlaybackReport;
  readonly seek: SeekReport;
}

/**
 * Whether a break was seen from its first ad on: a session that joins within a break has the programme in its first
 * part.
 */
const isWhole = ({ before, runs: [first], after }: ReturnType<typeof breaksSeen>[number]) =>
  before !== undefined &&
  after !== undefined &&
  first !== undefined &&
  first.label !== SLATE &&
  first.firstFrame < FIRST_FRAMES;

/** Watches until three seconds behind a whole break, seeks back twelve seconds, and watches on. */
export async function seekBack(browser: Browser, { player, source }: Viewing): Promise<SeekSeen> {
  const name = `${player} on ${source.path}`;
  const { url } = await openSession(await createChannel(`Seek ${name}`, source));
  const context = await browser.newContext();
  const page = await context.newPage();
  const served = await servePlayer(player, url);
  await page.goto(served.url);
  await expect
    .poll(async () => breaksSeen((await readReport(page)).runs).filter(isWhole).length, {
      timeout: 90_000,
      message: `${name}: a whole break`,
    })
    .toBeGreaterThanOrEqual(1);
  await page.waitForTimeout(3_000);
  const before = await readReport(page);
  const seek = await page.evaluate((seconds) => window.seekBy(seconds), -BACK_SECONDS);
  await page.waitForTimeout((BACK_SECONDS + 2) * 1_000);
  const after = await readReport(page);
  await context.close();
  await served.close();
  return { name, before, after, seek };
}

/** The seek leads into the break that was seen, to the same ads, and the programme follows. */
export function expectSameAdsAgain({ name, before, after, seek }: SeekSeen): void {
  expect.soft(seek.resumedAfterMs, name).toBeLessThan(RESUME_MS);
  expect.soft(withoutSecondAppends(after.errors.slice(before.errors.length)), name).toEqual([]);
  expect.soft(after.stalls.slice(before.stalls.length), name).toEqual([]);
  const seen = breaksSeen(before.runs).filter(isWhole).at(-1)?.runs ?? [];
  // The frame from before the seek may stay for a moment while the next one is decoded.
  const shown = after.runs.slice(before.runs.length);
  const again = shown.slice(shown.findIndex(({ firstFrame, lastFrame }) => lastFrame > firstFrame));
  const inBreak = again.slice(
    0,
    again.findIndex((run) => run.label === 0),
  );
  expect.soft(inBreak.length, name).toBeGreaterThan(0);
  expect.soft(labels(seen).endsWith(labels(inBreak)), `${name}: ${labels(seen)}`).toBe(true);
  // By the playhead: after a seek a browser may wait for the next key frame with it on the screen.
  for (const run of inBreak) {
    const first = seen.find(({ label }) => label === run.label);
    const apart = Math.abs((run.zeroAt ?? Number.NaN) - (first?.zeroAt ?? Number.NaN));
    expect.soft(apart, `${name}: media ${run.label} at its time`).toBeLessThan(PLACE_SECONDS);
  }
  expect.soft(Math.abs(seek.pastSeconds), name).toBeLessThan(1);
}

const labels = (runs: readonly FrameRun[]) => runs.map((run) => run.label).join();
