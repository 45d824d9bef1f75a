/**
 * An ad server answers with creatives that nobody has seen, as files: the first break shows the slate and the reason is
 * counted, jobs condition them behind it, a later break shows the ad. Players watch all of it in one go.
 */
import { contract } from '@interlude/contract';
import { expect, test } from '@playwright/test';
import {
  clipIdOf,
  droppedFor,
  expectBeacons,
  expectSlateThenAd,
  fileOf,
  jobsOf,
  operator,
  PATIENCE_MS,
  picturesOfBreaks,
  watchForAd,
  withNewCreative,
} from './conditioning-viewing.ts';
import { dashSource, judgeDash } from './dash-viewing.ts';
import { expectStitched, judgeHls, WATCH_MS } from './judged-source.ts';
import { faultsOfBreaks } from './picture-runs.ts';
import {
  BREAK_FRAMES,
  createChannel,
  hlsSource,
  openSession,
  type Viewing,
  withoutSecondAppends,
} from './viewing.ts';

const newName = () => `n${Date.now().toString(36)}`;

test('creatives never seen: slate with its reason, a job for each form, then the ad, in HLS and DASH', async ({
  browser,
}) => {
  test.setTimeout(PATIENCE_MS + WATCH_MS + 300_000);
  const fresh = newName();
  const own = (source: Viewing['source']) => withNewCreative(source, fresh);
  const viewings: readonly Viewing[] = [
    { player: 'hls.js', source: own(hlsSource('cmaf/cue')) },
    { player: 'shaka', source: own(hlsSource('ts/daterange')) },
    { player: 'shaka', source: own(dashSource('timeline')) },
    { player: 'dash.js', source: own(dashSource('number')) },
  ];
  const before = await droppedFor('NEW_CREATIVE');
  const seen = await Promise.all(
    viewings.map(async ({ player, source }) => {
      const name = `${player} on ${source.path}`;
      const { url, sid } = await openSession(await createChannel(`Conditioned ${name}`, source));
      return { name, sid, report: await watchForAd(browser, player, url) };
    }),
  );
  for (const { name, sid, report } of seen) {
    expectSlateThenAd(name, report);
    expect.soft(faultsOfBreaks(report.runs, BREAK_FRAMES), name).toEqual([]);
    expect.soft(report.stalls, name).toEqual([]);
    expect.soft(withoutSecondAppends(report.errors), name).toEqual([]);
    await expectBeacons(name, sid, fresh);
  }
  expect(await droppedFor('NEW_CREATIVE')).toBeGreaterThanOrEqual(before + viewings.length);
  // CMAF and TS in HLS, and one for both DASH channels: their sources have the same form.
  const jobs = await jobsOf(fresh);
  expect(jobs.map(({ status }) => status)).toEqual(['done', 'done', 'done']);
  // Other channels of these forms have the ad from their first break on, and the judge finds nothing.
  const others = [hlsSource('cmaf/enhanced'), hlsSource('ts/cue')].map(own);
  const judged = [...others.map(judgeHls), judgeDash(own(dashSource('timeline-number')))];
  expectStitched(await Promise.all(judged));
  expect(await jobsOf(fresh)).toHaveLength(3);
});

test('API-047 what was ingested ahead plays at the first break', async ({ browser }) => {
  test.setTimeout(2 * PATIENCE_MS + 300_000);
  const fresh = newName();
  const source = withNewCreative(hlsSource('cmaf/cue'), fresh);
  const output = await createChannel('Ingested ahead', source);
  const channelId = /\/hls\/([^/]+)\//.exec(output)?.[1] ?? '';
  const client = await operator();
  const ask = () =>
    client(contract.channelAssets.put, {
      body: { titleId: clipIdOf(fresh), mediaUrl: fileOf(fresh), channelId, name: 'Ahead' },
    });
  await expect(ask()).rejects.toMatchObject({ error: { errorCode: 'CHANNEL_ASSET_ENCODING' } });
  await expect
    .poll(async () => (await ask().catch(() => undefined))?.url ?? '', {
      timeout: PATIENCE_MS,
      intervals: [1_000],
    })
    .toMatch(/master\.m3u8$/);
  const { url } = await openSession(output);
  const report = await watchForAd(browser, 'hls.js', url);
  const [inFirst] = picturesOfBreaks(report);
  expect(inFirst).toContain(1);
  expect(report.stalls).toEqual([]);
});
