/** Rule H34 over a whole stitcher: what caches may store. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LiveDash } from '../testing/live-dash.suite.ts';
import { environment, environmentPerTest, viewerOf } from '../testing/live-hls.suite.ts';

environmentPerTest();

let dash: LiveDash;

beforeEach(async () => {
  dash = new LiveDash();
  await dash.start();
});
afterEach(() => dash.stop());

const storedBy = (answer: Response) => answer.headers.get('cache-control');

test('H34 no cache stores an output, a redirect, a document or an error of an HLS session', async () => {
  environment.ads = [{ id: 'ad1', seconds: 2 }];
  environment.breaks = [{ at: 22, segments: 2 }];
  const viewer = await viewerOf({});
  await viewer.open();
  await viewer.reload();
  environment.edge = 24;
  const { adUris } = await viewer.until((playlist) => playlist.adUris.length === 2);
  const paths = [
    '/hls/c1/master.m3u8',
    `/hls/c1/master.m3u8?sid=${viewer.sessionId}`,
    '/hls/view/c1',
    ...['v0.m3u8', 'a0.m3u8', adUris[0], 'vast.xml', 'tracking.json', 'breaks.json', 'nothing'].map(
      (name) => `${viewer.folder}/${name}`,
    ),
  ];
  const answers = await Promise.all(paths.map((path) => viewer.get(path)));
  expect(answers.map(({ status }) => status)).toContain(302);
  expect(answers.map(storedBy)).toEqual(paths.map(() => 'no-store'));
});

test('H34 no cache stores the MPD of a session', async () => {
  const viewer = await dash.viewerOf({});
  await viewer.open();
  const { stitcher } = dash;
  const opened = await fetch(`http://127.0.0.1:${stitcher?.port}/dash/c1/manifest.mpd`, {
    redirect: 'manual',
  });
  expect([opened.status, storedBy(opened)]).toEqual([302, 'no-store']);
  const address = new URL(opened.headers.get('location') ?? '', opened.url);
  const mpd = await fetch(`http://127.0.0.1:${stitcher?.port}${address.pathname}${address.search}`);
  expect([mpd.status, storedBy(mpd)]).toEqual([200, 'no-store']);
});
