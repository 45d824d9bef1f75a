import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SimulatedWorld } from './testing/simulated-world.ts';
import { channelEntry, startStitcher, type TestStitcher } from './testing/start-stitcher.ts';
import { playUpTo, TestPlayer } from './testing/test-player.ts';

let world: SimulatedWorld;
let stitcher: TestStitcher;

beforeEach(async () => {
  world = new SimulatedWorld();
  await world.start();
  stitcher = await startStitcher(world, [
    channelEntry('c1', {
      name: 'test',
      sourceManifestUrl: `${world.base}/live/master.m3u8`,
      adSource: { system: 'gva', url: `${world.base}/ads` },
    }),
  ]);
});
afterEach(async () => {
  await stitcher.stop();
  await world.stop();
});

const player = () => new TestPlayer(stitcher.port, 'c1');

describe('playback of a live channel', () => {
  test('a plain player gets its session by redirect and the source without a break as it is', async () => {
    const viewer = player();
    const master = await viewer.open('?genre=news');
    expect(master).toContain(`${viewer.sessionId}/v0.m3u8`);
    expect(master).toContain(`URI="${viewer.sessionId}/a0.m3u8"`);
    const playlist = await viewer.reload();
    expect(playlist.status).toBe(200);
    expect(playlist.mediaSequence).toBe(112);
    expect(playlist.uris).toEqual(
      Array.from({ length: 8 }, (_, index) => `${world.base}/live/v0-${12 + index}.m4s`),
    );
    expect((await viewer.reload('a0')).uris[0]).toBe(`${world.base}/live/a0-12.m4s`);
  });

  test('a break is replaced in every rendition, and each beacon is sent once', async () => {
    world.ads = [
      { id: 'ad1', seconds: 2 },
      { id: 'ad2', seconds: 2 },
    ];
    world.breaks = [{ at: 22, segments: 4 }];
    const viewer = player();
    await viewer.open();
    await viewer.reload();
    const seen = new Set<string>();
    await playUpTo(world, viewer, 29, async (playlist) => {
      for (const uri of playlist.adUris.filter((one) => !seen.has(one))) {
        seen.add(uri);
        const location = await viewer.adSegment(uri);
        expect(location).toMatch(/\/creative\/c-2-ad[12]\/v0-[01]\.m4s$/);
        await viewer.adSegment(uri.replace('/v0/', '/a0/'));
        await viewer.adSegment(uri.replace('/v0/', '/v1/'));
        await viewer.adSegment(uri, { method: 'HEAD' });
        await viewer.adSegment(uri, { headers: { range: 'bytes=0-99' } });
      }
    });
    expect(seen.size).toBe(4);
    for (const rendition of ['v0', 'v1', 'a0']) {
      const playlist = await viewer.reload(rendition);
      expect(playlist.adUris.map((uri) => uri.split('?')[0])).toEqual(
        [0, 1].flatMap((ad) =>
          [0, 1].map((index) =>
            expect.stringMatching(`^ad/.*\\.${ad}/${rendition}/${index}\\.m4s$`),
          ),
        ),
      );
      expect(playlist.text.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(3);
      expect(playlist.text).not.toContain('CUE-OUT');
    }
    await stitcher.stop();
    for (const event of ['impression', 'start', 'midpoint', 'complete']) {
      expect(world.beaconsOf(event).map((path) => path.split('?')[0])).toEqual([
        `/beacon/${event}/ad1`,
        `/beacon/${event}/ad2`,
      ]);
    }
    const totals = stitcher.batches
      .flatMap(({ rows }) => rows)
      .filter(({ grain, dimension }) => grain === 'hour' && dimension === 'total');
    const sum = (name: 'impressions' | 'completes' | 'sessionStarts' | 'avails') =>
      totals.reduce((total, { counters }) => total + counters[name], 0);
    expect([sum('sessionStarts'), sum('avails'), sum('impressions'), sum('completes')]).toEqual([
      1, 1, 2, 2,
    ]);
  });
});
