// Two stitchers that share nothing but the database: the second goes on with the sources of the first.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { playUpTo, TestPlayer } from '../testing/test-player.suite.ts';
import { TwoStitchers } from '../testing/two-stitchers.suite.ts';

let two: TwoStitchers;

beforeEach(async () => {
  two = await TwoStitchers.start();
});
afterEach(() => two.stop());

test('H6 H11 DVR reaches as far back at the next stitcher, although the source lists it no more', async () => {
  const { environment } = two;
  const channelId = await two.channel({ dvrWindow: 60, startAtDvrWindow: true });
  const first = await two.stitcher();
  const viewer = new TestPlayer(first.port, channelId);
  await viewer.open();
  const begun = await viewer.reload();
  await playUpTo(environment, viewer, 32);
  const before = await viewer.reload();
  expect([before.mediaSequence, before.uris.length]).toEqual([begun.mediaSequence, 20]);
  await two.stopOne(first);
  const second = await two.stitcher();
  const other = new TestPlayer(second.port, channelId);
  await other.open();
  const after = await other.reload();
  expect(after.mediaSequence).toBe(before.mediaSequence);
  expect(after.uris).toEqual(before.uris);
});

test('H11 a source without dates keeps its clock: a break is the same at the next stitcher', async () => {
  const { environment } = two;
  environment.dates = false;
  environment.breaks = [{ at: 22, segments: 8 }];
  environment.ads = [{ id: 'one', seconds: 4 }];
  const channelId = await two.channel();
  const [first, second] = [await two.stitcher(), await two.stitcher()];
  const viewer = new TestPlayer(first.port, channelId);
  await viewer.open();
  await viewer.reload();
  await playUpTo(environment, viewer, 26);
  const before = await viewer.until(({ adUris }) => adUris.length >= 3);
  await two.stopOne(first);
  viewer.moveTo(second.port);
  const after = await viewer.reload();
  expect(after.adUris).toEqual(before.adUris);
  expect(environment.requested('/ads')).toBe(1);
});
