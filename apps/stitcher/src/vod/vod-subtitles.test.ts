import { parseMediaPlaylist } from '@interlude/hls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { channelEntry, startStitcher, type TestStitcher } from '../testing/start-stitcher.suite.ts';
import { TestEnvironment } from '../testing/test-environment.suite.ts';
import { TestPlayer } from '../testing/test-player.suite.ts';
import { addVodContent, mediaPlaylist } from '../testing/vod-origin.suite.ts';

let environment: TestEnvironment;
let stitcher: TestStitcher;

beforeEach(async () => {
  environment = new TestEnvironment();
  await environment.start();
  addVodContent(environment);
  environment.ads = [{ id: 'one', seconds: 2 }];
  const input = {
    name: 'test',
    type: 'hls-vod' as const,
    sourceManifestUrl: `${environment.base}/vod/master.m3u8`,
    adSource: { system: 'gva' as const, url: `${environment.base}/ads` },
  };
  stitcher = await startStitcher(environment, [channelEntry('asset', input)]);
});
afterEach(async () => {
  await stitcher.stop();
  await environment.stop();
});

/** The asset has subtitles in fMP4, and its variants name this codec. */
function subtitledWith(codec: string): void {
  const media =
    '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="en",LANGUAGE="en",URI="s0.m3u8"\n';
  const master = (environment.text('/creative/x-1/master.m3u8') ?? '')
    .replace('#EXT-X-STREAM-INF', `${media}#EXT-X-STREAM-INF`)
    .replace(/CODECS="([^"]*)"/g, `CODECS="$1${codec}",SUBTITLES="subs"`);
  environment.override('/vod/master.m3u8', (_request, response) => response.end(master));
  environment.override('/vod/s0.m3u8', (_request, response) =>
    response.end(mediaPlaylist('s0', true)),
  );
}

async function play(): Promise<{ viewer: TestPlayer; master: string }> {
  const viewer = new TestPlayer(stitcher.port, 'asset');
  const master = await viewer.open();
  return { viewer, master };
}

test.each([
  [',stpp.ttml.im1t', 'stpp'],
  [',wvtt', 'wvtt'],
])('H8 H23 subtitles in fMP4 (%s) have empty ones of their form in ads', async (codec, form) => {
  subtitledWith(codec);
  const { viewer, master } = await play();
  expect(master).toContain(`URI="${viewer.sessionId}/s0.m3u8"`);
  const load = async (name: string) =>
    (await viewer.get(`/hls/asset/${viewer.sessionId}/${name}`)).text();
  const [text, video] = await Promise.all([load('s0.m3u8'), load('v0.m3u8')]);
  expect(text).toContain(`#EXT-X-MAP:URI="empty/${form}/init.mp4"`);
  const { playlist } = parseMediaPlaylist(text);
  const uris = playlist.segments.map(({ uri }) => uri);
  expect(uris.slice(0, 2)).toEqual([`empty/${form}/0-1000.mp4`, `empty/${form}/1000-1000.mp4`]);
  expect(uris[2]).toBe(`${environment.base}/vod/s0-0.m4s`);
  const cuts = (one: string) =>
    parseMediaPlaylist(one).playlist.segments.map(({ discontinuity }) => discontinuity);
  expect(cuts(text)).toEqual(cuts(video));
  for (const [name, kind] of [
    ['init.mp4', 'ftyp'],
    ['0-1000.mp4', 'moof'],
  ] as const) {
    const answer = await viewer.get(`/hls/asset/${viewer.sessionId}/empty/${form}/${name}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/mp4']);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 4, 8)).toBe(kind);
  }
});

test('H8 subtitles in fMP4 without a declared codec are omitted', async () => {
  subtitledWith('');
  const { viewer, master } = await play();
  expect(master).not.toContain('SUBTITLES');
  for (const path of ['empty/tx3g/init.mp4', 'empty/wvtt/1.mp4', 'empty/wvtt/1-2-3.mp4']) {
    expect((await viewer.get(`/hls/asset/${viewer.sessionId}/${path}`)).status).toBe(404);
  }
});
