/**
 * An ad server answers with files of creatives that have not been conditioned yet: the first break shows the slate and
 * the reason is counted, jobs condition the creatives meanwhile, a later break shows the ad. Players watch all of it in
 * one go.
 */
import { contract } from '@interlude/contract/api';
import { expect, test } from '@playwright/test';
import {
  AD_LABEL,
  beaconsOf,
  clipIdOf,
  droppedFor,
  expectBeacons,
  expectSlateThenAd,
  expectSmooth,
  fileOf,
  jobsOf,
  PATIENCE_MS,
  watchAllForAd,
  withNewCreative,
} from './conditioning-viewing.ts';
import { dashSource, judgeDash } from './dash-viewing.ts';
import { breaksSeen } from './frame-runs.ts';
import { expectStitched, judgeHls, WATCH_MS } from './judged-source.ts';
import { createChannel, hlsSource, operator, type Viewing } from './viewing.ts';

const newName = () => `n${Date.now().toString(36)}`;

test('creatives never seen: slate with its reason, a job for each form, then the ad, in HLS and DASH', {
  tag: '@full',
}, async ({ browser }) => {
  test.setTimeout(PATIENCE_MS + WATCH_MS + 300_000);
  const fresh = newName();
  const own = (source: Viewing['source']) => withNewCreative(source, fresh);
  const viewings: readonly Viewing[] = [
    { player: 'hls.js', source: own(hlsSource('cmaf/cue')) },
    { player: 'shaka', source: own(dashSource('timeline')) },
  ];
  const before = await droppedFor('NEW_CREATIVE');
  for (const { name, mark, report } of await watchAllForAd(browser, viewings)) {
    expectSlateThenAd(name, report);
    expectSmooth(name, report);
    await expectBeacons(name, mark, fresh);
  }
  expect(await droppedFor('NEW_CREATIVE')).toBeGreaterThanOrEqual(before + viewings.length);
  expect((await jobsOf(fresh)).map(({ status }) => status)).toEqual(['done', 'done']);
  // Other channels of these conditioning profiles have the ad from their first break on, and the auditor finds nothing.
  const judged = [judgeHls(own(hlsSource('cmaf/enhanced'))), judgeDash(own(dashSource('number')))];
  expectStitched(await Promise.all(judged));
  expect(await jobsOf(fresh)).toHaveLength(2);
});

test('API-047 what was ingested ahead for all channels plays at the first break', {
  tag: '@full',
}, async ({ browser }) => {
  test.setTimeout(2 * PATIENCE_MS + 300_000);
  const fresh = newName();
  const viewings: readonly Viewing[] = [
    { player: 'shaka', source: withNewCreative(hlsSource('ts/daterange'), fresh) },
    { player: 'dash.js', source: withNewCreative(dashSource('number'), fresh) },
  ];
  const outputs = await Promise.all(
    viewings.map(({ player, source }) => createChannel(`Ahead ${player}`, source)),
  );
  const client = await operator();
  const request = () =>
    client(contract.channelAssets.put, {
      body: { titleId: clipIdOf(fresh), mediaUrl: fileOf(fresh), allChannels: true, name: 'Ahead' },
    });
  await expect(request()).rejects.toMatchObject({ error: { errorCode: 'CHANNEL_ASSET_ENCODING' } });
  const url = async () => (await request().catch(() => undefined))?.url ?? '';
  const timing = { timeout: PATIENCE_MS, intervals: [3_000] };
  await expect.poll(url, timing).toMatch(/master\.m3u8$|manifest\.mpd$/);
  for (const { name, mark, report } of await watchAllForAd(browser, viewings, outputs)) {
    const [first] = breaksSeen(report.runs).filter((one) => one.before !== undefined);
    expect
      .soft(
        first?.runs.map(({ label }) => label),
        name,
      )
      .toContain(AD_LABEL);
    expectSmooth(name, report);
    const codes = (await beaconsOf(mark)).filter(({ event }) => event === 'error');
    expect.soft(codes, name).toEqual([]);
  }
});
