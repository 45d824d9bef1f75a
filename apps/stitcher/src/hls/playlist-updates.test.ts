import { mergeDelta, parseMediaPlaylist, writeMediaPlaylist } from '@interlude/hls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { channelEntry, startStitcher, type TestStitcher } from '../testing/start-stitcher.suite.ts';
import { TestEnvironment } from '../testing/test-environment.suite.ts';
import { playUpTo, TestPlayer } from '../testing/test-player.suite.ts';

let environment: TestEnvironment;
let stitcher: TestStitcher;

async function viewerOf(settings: { dvrWindow?: number }): Promise<TestPlayer> {
  stitcher = await startStitcher(environment, [
    channelEntry('c1', {
      name: 'test',
      sourceManifestUrl: `${environment.base}/live/master.m3u8`,
      adSource: { system: 'gva', url: `${environment.base}/ads` },
      startAtDvrWindow: false,
      ...settings,
    }),
  ]);
  const viewer = new TestPlayer(stitcher.port, 'c1');
  await viewer.open();
  await viewer.reload();
  return viewer;
}

beforeEach(async () => {
  environment = new TestEnvironment();
  await environment.start();
  environment.ads = [{ id: 'ad1', seconds: 4 }];
  environment.breaks = [{ at: 22, segments: 4 }];
});
afterEach(async () => {
  await stitcher.stop();
  await environment.stop();
});

const textOf = async (viewer: TestPlayer, query: string) =>
  (await viewer.get(`${viewer.folder}/v0.m3u8${query}`)).text();

test('a player that asks for an update of a long list gets what is new, and how many segments it keeps', async () => {
  const range = '#EXT-X-DATERANGE:ID="p1",CLASS="org.example",START-DATE="2026-03-01T12:00:30Z"\n';
  const segment = '#EXTINF:1.000,\nv0-30.m4s';
  environment.override('/live/v0.m3u8', (_request, response) =>
    response.end(environment.media('v0').replace(segment, range + segment)),
  );
  const viewer = await viewerOf({ dvrWindow: 60 });
  await playUpTo(environment, viewer, 38);
  const before = parseMediaPlaylist((await viewer.reload()).text).playlist;
  await playUpTo(environment, viewer, 40);
  const whole = (await viewer.until(({ uris }) => uris.at(-1)?.endsWith('-39.m4s') ?? false)).text;
  expect(whole).toContain('#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=6\n');
  expect(whole).toContain('ad/');
  const update = await textOf(viewer, '?_HLS_skip=YES');
  expect(update).toContain('#EXT-X-SKIP:SKIPPED-SEGMENTS=');
  expect(update.length).toBeLessThan(whole.length / 2);
  // Its segment is skipped.
  expect(update).toContain(range);
  expect(update).not.toContain('v0-30.m4s');
  const merged = mergeDelta(before, parseMediaPlaylist(update).playlist);
  const wanted = parseMediaPlaylist(whole).playlist;
  expect(merged?.segments.map(({ msn, uri }) => [msn, uri])).toEqual(
    wanted.segments.map(({ msn, uri }) => [msn, uri]),
  );
  expect(merged && writeMediaPlaylist({ ...merged, header: '' })).toContain(
    whole.slice(whole.lastIndexOf('#EXTINF')),
  );
  // The same bytes again, by the other name, and between requests for the whole list.
  expect(await textOf(viewer, '?_HLS_skip=v2')).toBe(update);
  expect(await textOf(viewer, '')).toBe(whole);
  expect(await textOf(viewer, '?a=1&_HLS_skip=YES')).toBe(update);
  expect(await textOf(viewer, '?_HLS_skip=NO')).toBe(whole);
});

test('a short list is whole, whoever asks', async () => {
  const viewer = await viewerOf({ dvrWindow: 30 });
  await playUpTo(environment, viewer, 38);
  const whole = (await viewer.until(({ uris }) => uris.at(-1)?.endsWith('-37.m4s') ?? false)).text;
  expect(whole).not.toContain('SERVER-CONTROL');
  expect(await textOf(viewer, '?_HLS_skip=YES')).toBe(whole);
});
