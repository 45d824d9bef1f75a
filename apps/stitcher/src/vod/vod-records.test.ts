import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import { channelEntry, startStitcher, type TestStitcher } from '../testing/start-stitcher.suite.ts';
import { TestEnvironment } from '../testing/test-environment.suite.ts';
import { TestPlayer } from '../testing/test-player.suite.ts';
import { addVodContent, vmapDocument } from '../testing/vod-origin.suite.ts';

let environment: TestEnvironment;
let stitcher: TestStitcher;

function channel(id: string, settings: object): ChannelEntry {
  return channelEntry(id, {
    name: 'test',
    type: 'hls-vod',
    sourceManifestUrl: `${environment.base}/vod/master.m3u8`,
    adSource: { system: 'gva', url: `${environment.base}/ads` },
    ...settings,
  });
}

/** One-second segments with a break of two in every four. */
const BREAKS = 20;
function longPlaylist(): string {
  const lines = Array.from({ length: BREAKS }, (_, index) => [
    ...['#EXTINF:1.000,', `${index}-0.m4s`, '#EXT-X-CUE-OUT:2'],
    ...['#EXTINF:1.000,', `${index}-1.m4s`, '#EXTINF:1.000,', `${index}-2.m4s`],
    ...['#EXT-X-CUE-IN', '#EXTINF:1.000,', `${index}-3.m4s`],
  ]).flat();
  const head = '#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:1\n#EXT-X-PLAYLIST-TYPE:VOD';
  return `${head}\n#EXT-X-MAP:URI="init.mp4"\n${lines.join('\n')}\n#EXT-X-ENDLIST\n`;
}

beforeAll(async () => {
  environment = new TestEnvironment();
  await environment.start();
  addVodContent(environment);
  environment.ads = [{ id: 'one', seconds: 2 }];
  const inline = environment.vast([{ id: 'inline', seconds: 2 }]);
  environment.override('/vmap', (_request, response) =>
    response.end(vmapDocument(environment.base, inline)),
  );
  environment.override('/tag', (_request, response) =>
    response.end(environment.vast([{ id: 'tagged', seconds: 3 }])),
  );
  const master = environment.text('/creative/x-1/master.m3u8') ?? '';
  environment.override('/long/master.m3u8', (_request, response) => response.end(master));
  for (const rendition of ['v0', 'v1', 'a0']) {
    const answer = longPlaylist();
    environment.override(`/long/${rendition}.m3u8`, (_request, response) => response.end(answer));
  }
  const long = `${environment.base}/long/master.m3u8`;
  stitcher = await startStitcher(environment, [
    channel('long', { sourceManifestUrl: long, stitcher: { useScte35: true } }),
    channel('marked', { stitcher: { useScte35: true, replaceInsteadOfInsert: true } }),
    channel('vmap', { adSource: { system: 'gva', url: `${environment.base}/vmap` } }),
  ]);
  await play('marked');
  await play('marked');
  await play('vmap');
  await play('long');
  await stitcher.stop();
});
afterAll(() => environment.stop());

/** Opens a session and requests each ad segment of it. */
async function play(id: string): Promise<void> {
  const viewer = new TestPlayer(stitcher.port, id);
  await viewer.open();
  const response = await viewer.get(`/hls/${id}/${viewer.sessionId}/v0.m3u8`);
  for (const [uri] of (await response.text()).matchAll(/^ad\/.*$/gm)) await viewer.adSegment(uri);
}

test('REC-001 REC-007 breaks of assets are counted by hour, and a VMAP once with what lies behind it', () => {
  const breaks = stitcher.batches.flatMap((batch) => batch.breaks);
  const hour = Math.floor(Date.now() / 3_600_000).toString(36);
  const [marked = expect.fail(), ...others] = breaks.filter(({ channel: id }) => id === 'marked');
  expect(others).toEqual([]);
  expect(marked.breakId).toMatch(new RegExp(`-${hour}$`));
  expect(marked.sums.startedAtMs % 3_600_000).toBe(0);
  const { counts, losses } = marked.sums;
  expect(counts).toMatchObject({ sessions: 2, offeredMs: 6_000, placedMs: 4_000, seenMs: 4_000 });
  expect(losses.map(({ reason, lostMs }) => [reason, lostMs])).toEqual([
    ['ANSWER_TOO_SHORT', 2_000],
  ]);
  const ofVmap = breaks.filter(({ channel: id }) => id === 'vmap');
  expect(ofVmap.flatMap(({ sums }) => sums.demand.map(({ hop, asked }) => [hop, asked]))).toEqual([
    [0, 1],
    [1, 1],
  ]);
  const lost = ofVmap.flatMap(({ sums }) => sums.losses.map(({ reason }) => reason));
  expect(lost).toEqual(['NO_ADS']);
});

type Figure = 'sessionStarts' | 'availMs' | 'adRequests' | 'impressions' | 'adMs';

/** Sums of the rows of a channel whose asset is known. */
function ofAsset(channelId: string) {
  const rows = stitcher.batches
    .flatMap((batch) => batch.rows)
    .filter(({ grain, dimension }) => grain === 'hour' && dimension === 'asset')
    .filter((row) => row.channel === channelId);
  const sum = (name: Figure) =>
    rows.reduce((total, { counters }) => total + (counters[name] ?? 0), 0);
  return { names: new Set(rows.map(({ value }) => value)), sum };
}

test('sessions, offered time, ads and their time are counted for the asset', () => {
  const { names, sum } = ofAsset('marked');
  expect(names).toEqual(new Set(['/vod/master.m3u8']));
  expect([sum('sessionStarts'), sum('adRequests'), sum('impressions')]).toEqual([2, 2, 2]);
  expect([sum('availMs'), sum('adMs')]).toEqual([6_000, 4_000]);
});

test('B5 ads of the first break count as well as those of the last, in an asset with many', () => {
  expect(ofAsset('long').sum('impressions')).toBe(BREAKS);
});
