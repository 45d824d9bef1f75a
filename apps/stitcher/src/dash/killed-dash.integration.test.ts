/** A DASH stitcher that is killed: its successor shows the same Periods to sessions it never knew. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dashManifestPath } from '../testing/dash-environment.suite.ts';
import { DashTestViewer, LiveDash, periodIds } from '../testing/live-dash.suite.ts';
import { channelEntry } from '../testing/start-stitcher.suite.ts';
import { type StitcherProcess, spawnStitcher } from '../testing/stitcher-process.suite.ts';

let live: LiveDash;
let dataFolder: string;
let stitcher: StitcherProcess | undefined;

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'interlude-killed-dash-'));
  live = new LiveDash();
  await live.start();
});
afterEach(async () => {
  await stitcher?.kill();
  await live.stop();
  await rm(dataFolder, { recursive: true, force: true });
});

async function start(): Promise<StitcherProcess> {
  const { environment } = live;
  stitcher = await spawnStitcher({
    dataFolder,
    allow: environment.host,
    channels: [
      channelEntry('c1', {
        name: 'test',
        type: 'dash-live',
        sourceManifestUrl: environment.base + dashManifestPath,
        adSource: { system: 'gva', url: `${environment.base}/ads` },
        setScanningFrequency: true,
        minimumSourceUpdatePeriod: 1,
      }),
    ],
  });
  return stitcher;
}

async function killedAndBack(viewer: DashTestViewer): Promise<void> {
  await stitcher?.kill();
  viewer.moveTo((await start()).port);
}

const edgeOf = ({ mpd }: Awaited<ReturnType<DashTestViewer['reload']>>) =>
  mpd.periods.map(({ id, startMs }) => `${id} ${startMs}`);

test('D1 D4 B5 Periods of replaced breaks are the same after a stitcher was killed in a break, and behind it', async () => {
  const { environment } = live;
  environment.windowSegments = 12;
  live.ads = [
    { id: 'ad1', seconds: 3 },
    { id: 'ad2', seconds: 3 },
  ];
  environment.breaks = [{ at: 22, segments: 6 }];
  const viewer = new DashTestViewer((await start()).port);
  await viewer.open();
  await viewer.reload();
  environment.edge = 27;
  const during = await viewer.until(({ mpd }) => mpd.periods.length === 3);
  for (const segment of ['v0/init', 'v0/0', 'v0/1', 'v0/2']) {
    expect(await viewer.adSegment(during, periodIds(during)[1] ?? '', segment)).toContain(
      '/dash-creative/3/',
    );
  }
  await killedAndBack(viewer);
  // A player may request the next ad segment before its MPD.
  expect(await viewer.adSegment(during, periodIds(during)[2] ?? '', 'v0/0')).toContain(
    '/dash-creative/3/',
  );
  await expect.poll(() => environment.beaconsOf('start').length, { timeout: 5_000 }).toBe(2);
  const again = await viewer.reload();
  expect(edgeOf(again)).toEqual(edgeOf(during));
  expect(await viewer.adSegment(again, periodIds(again)[1] ?? '', 'v0/init')).toBe(
    `${environment.base}/dash-creative/3/v0-ad-init.mp4`,
  );
  expect(await viewer.adSegment(again, periodIds(again)[2] ?? '', 'v0/0')).toBe(
    `${environment.base}/dash-creative/3/v0-ad-0.m4s`,
  );
  environment.edge = 31;
  const after = await viewer.until(({ mpd }) => mpd.periods.at(-1)?.id === 'p0-r28000');
  await killedAndBack(viewer);
  expect(edgeOf(await viewer.reload())).toEqual(edgeOf(after));
  // The break has left the source: what follows keeps the name that it was published with.
  environment.edge = 60;
  await viewer.until(({ mpd }) => mpd.periods.length === 1);
  await killedAndBack(viewer);
  expect(edgeOf(await viewer.reload())).toEqual(['p0-r28000 28000']);
  // The time of the last publication is lost with the process; and the source stands still while the stitcher is away
  // (D22).
  const isExpected = (finding: string) =>
    finding === 'D11 publishTime moved and nothing else' || finding.startsWith('D22 ');
  expect(viewer.findings.filter((finding) => !isExpected(finding))).toEqual([]);
  expect(environment.requested('/ads')).toBe(1);
  expect(environment.beaconsOf('impression').map((path) => path.split('?')[0])).toEqual([
    '/beacon/impression/ad1',
    '/beacon/impression/ad2',
  ]);
}, 60_000);
