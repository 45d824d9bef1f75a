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
  stitcher = await startStitcher(environment, [
    channel('marked', { stitcher: { useScte35: true, replaceInsteadOfInsert: true } }),
    channel('vmap', { adSource: { system: 'gva', url: `${environment.base}/vmap` } }),
  ]);
});
afterAll(() => environment.stop());

/** Opens a session and requests each ad segment of it. */
async function play(id: string): Promise<void> {
  const viewer = new TestPlayer(stitcher.port, id);
  await viewer.open();
  const response = await viewer.get(`/hls/${id}/${viewer.sessionId}/v0.m3u8`);
  for (const [uri] of (await response.text()).matchAll(/^ad\/.*$/gm)) await viewer.adSegment(uri);
}

test('REC-001 REC-007 breaks of assets are counted by hour, and a VMAP once with what lies behind it', async () => {
  await play('marked');
  await play('marked');
  await play('vmap');
  await stitcher.stop();
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
