/** Fields of a channel that decide what becomes of an answer, over a whole stitcher. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { channelEntry, startStitcher, type TestStitcher } from '../testing/start-stitcher.suite.ts';
import { TestEnvironment } from '../testing/test-environment.suite.ts';
import { TestPlayer } from '../testing/test-player.suite.ts';

let environment: TestEnvironment;
let stitcher: TestStitcher;

beforeEach(async () => {
  environment = new TestEnvironment();
  await environment.start();
});
afterEach(async () => {
  await stitcher.stop();
  await environment.stop();
});

test.each([
  ['off: any fill counts', false, 90, true],
  ['on, and the ads fill enough', true, 50, true],
  ['on, and they fill less than dropPartialReplacementsMinPercentage', true, 51, false],
])('CHE-019 dropPartialReplacements %s', async (_name, dropPartialReplacements, percent, shown) => {
  stitcher = await startStitcher(environment, [
    channelEntry('c1', {
      name: 'test',
      sourceManifestUrl: `${environment.base}/live/master.m3u8`,
      adSource: { system: 'gva', url: `${environment.base}/ads` },
      dropPartialReplacements,
      dropPartialReplacementsMinPercentage: percent,
    }),
  ]);
  environment.ads = [{ id: 'ad1', seconds: 2 }];
  environment.breaks = [{ at: 22, segments: 4 }];
  const viewer = new TestPlayer(stitcher.port, 'c1');
  await viewer.open();
  await viewer.reload();
  environment.edge = 27;
  const { adUris } = await viewer.until(({ uris }) => uris.some((uri) => uri.includes('v0-26')));
  expect(adUris).toHaveLength(shown ? 2 : 0);
});

test.each([
  ['off', 0, 2],
  ['1', 1, 1],
])(
  'V10 adFrequencyCap leaves out what the session was given that often: %s',
  async (_name, adFrequencyCap, shown) => {
    stitcher = await startStitcher(environment, [
      channelEntry('c1', {
        name: 'test',
        sourceManifestUrl: `${environment.base}/live/master.m3u8`,
        adSource: { system: 'gva', url: `${environment.base}/ads` },
        adFrequencyCap,
      }),
    ]);
    environment.ads = [{ id: 'ad1', seconds: 2 }];
    environment.breaks = [
      { at: 22, segments: 4 },
      { at: 32, segments: 4 },
    ];
    const viewer = new TestPlayer(stitcher.port, 'c1');
    await viewer.open();
    await viewer.reload();
    environment.edge = 27;
    const first = await viewer.until(({ uris }) => uris.some((uri) => uri.includes('v0-26')));
    environment.edge = 37;
    const second = await viewer.until(({ uris }) => uris.some((uri) => uri.includes('v0-36')));
    const breaks = [...first.adUris, ...second.adUris].map((uri) => /ad\/([^/]+)\./.exec(uri)?.[1]);
    expect(new Set(breaks).size).toBe(shown);
  },
);

test('the URI of a wrapper is requested with its macros expanded: cachebuster and duration of the break', async () => {
  stitcher = await startStitcher(environment, [
    channelEntry('c1', {
      name: 'test',
      sourceManifestUrl: `${environment.base}/live/master.m3u8`,
      adSource: { system: 'gva', url: `${environment.base}/wrapped` },
    }),
  ]);
  environment.ads = [{ id: 'ad1', seconds: 2 }];
  environment.override('/wrapped', (_request, response) =>
    response.end(
      `<VAST version="4.2"><Ad id="w"><Wrapper><VASTAdTagURI><![CDATA[${environment.base}/ads?cb=[CACHEBUSTING]&s=[BREAKMAXDURATION]]]></VASTAdTagURI></Wrapper></Ad></VAST>`,
    ),
  );
  environment.breaks = [{ at: 22, segments: 4 }];
  const viewer = new TestPlayer(stitcher.port, 'c1');
  await viewer.open();
  await viewer.reload();
  environment.edge = 25;
  await viewer.until(({ adUris }) => adUris.length > 0);
  const requested = environment.requests.find(({ path }) => path === '/ads');
  expect(requested?.query.get('cb')).toMatch(/^\d{8}$/);
  expect(requested?.query.get('s')).toBe('4');
});
