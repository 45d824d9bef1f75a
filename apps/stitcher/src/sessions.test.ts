import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { channelEntry, startStitcher, type TestStitcher } from './testing/start-stitcher.suite.ts';
import { TestEnvironment } from './testing/test-environment.suite.ts';
import { playUpTo, TestPlayer } from './testing/test-player.suite.ts';

let environment: TestEnvironment;
let stitcher: TestStitcher;

const channel = (change: Partial<Parameters<typeof channelEntry>[1]> = {}, id = 'c1') =>
  channelEntry(id, {
    name: 'test',
    sourceManifestUrl: `${environment.base}/live/master.m3u8`,
    adSource: { system: 'gva', url: `${environment.base}/ads` },
    ...change,
  });

beforeEach(async () => {
  environment = new TestEnvironment();
  await environment.start();
  environment.ads = [{ id: 'ad1', seconds: 4 }];
  stitcher = await startStitcher(environment, [
    channel(),
    channel({ apiKey: 'k3y' }, 'keyed'),
    channel({ type: 'dash-live', sourceManifestUrl: 'https://origin.test/a.mpd' }, 'dash'),
  ]);
});
afterEach(async () => {
  await stitcher.stop();
  await environment.stop();
});

const player = (id = 'c1') => new TestPlayer(stitcher.port, id);
const json = async (answer: Response) => (await answer.json()) as Record<string, unknown>;
const errorCode = async (answer: Response) => (await json(answer))['errorCode'];

test('view answers the addresses of a session', async () => {
  const answer = await json(await player().get('/hls/view/c1?genre=news'));
  const mediaURL = String(answer['mediaURL']);
  expect(mediaURL).toMatch(/^http:\/\/viewers\.test\/hls\/c1\/master\.m3u8\?sid=[\w-]{44,}$/);
  const sessionId = mediaURL.split('sid=')[1];
  expect(sessionId?.length).toBeLessThan(80);
  expect(answer['vastURL']).toBe(`http://viewers.test/hls/c1/${sessionId}/vast.xml`);
  const master = await player().get(`/hls/c1/master.m3u8?sid=${sessionId}`);
  expect(await master.text()).toContain(`${sessionId}/v0.m3u8`);
});

test.each(['/hls/view/c1', '/hls/c1/master.m3u8', '/dash/dash/manifest.mpd'])(
  '%s names the new session to a balancer; what follows does not',
  async (path) => {
    const options = { redirect: 'manual' } as const;
    const opened = await fetch(`http://127.0.0.1:${stitcher.port}${path}`, options);
    const sessionId = opened.headers.get('interlude-session') ?? '';
    expect(sessionId).toMatch(/^[\w-]{44,}$/);
    expect((await opened.text()) + opened.headers.get('location')).toContain(sessionId);
    const next = await player().get(`/hls/c1/master.m3u8?sid=${sessionId}`);
    expect(next.headers.has('interlude-session')).toBe(false);
  },
);

test('a foreign, forged or unknown id, channel or rendition is refused', async () => {
  const viewer = player();
  await viewer.open();
  const { sessionId } = viewer;
  const forged = sessionId.slice(0, -1) + (sessionId.endsWith('A') ? 'B' : 'A');
  for (const path of [
    `/hls/c1/${forged}/v0.m3u8`,
    `/hls/keyed/${sessionId}/v0.m3u8`,
    `/hls/c1/${sessionId}/v9.m3u8`,
    `/hls/c1/${sessionId}/ad/x.0/v0/0`,
    `/hls/c1/${sessionId}/ad/x.0/v0/0?m=aHR0cDovL2V2aWwudGVzdC8&s=forged`,
  ]) {
    expect(await errorCode(await viewer.get(path)), path).toBe('SESSION_UNKNOWN');
  }
  expect(await errorCode(await viewer.get('/hls/none/master.m3u8'))).toBe('CHANNEL_NOT_FOUND');
  expect(await errorCode(await viewer.get('/nowhere'))).toBe('ROUTE_NOT_FOUND');
});

test('a channel with an API key requires it', async () => {
  const viewer = player('keyed');
  expect(await errorCode(await viewer.get('/hls/view/keyed'))).toBe('API_KEY_INVALID');
  expect(await errorCode(await viewer.get('/hls/keyed/master.m3u8?api-key=no'))).toBe(
    'API_KEY_INVALID',
  );
  expect((await viewer.get('/hls/view/keyed?api-key=k3y')).status).toBe(200);
  expect((await viewer.get('/hls/view/keyed', { headers: { 'x-api-key': 'k3y' } })).status).toBe(
    200,
  );
  expect(await viewer.open('?api-key=k3y')).toContain('#EXTM3U');
});

test('an address of the other protocol is none, and says so', async () => {
  const answer = await player('dash').get('/hls/dash/master.m3u8');
  expect([answer.status, await errorCode(answer)]).toEqual([404, 'ROUTE_NOT_FOUND']);
  expect(await errorCode(await player().get('/dash/c1/manifest.mpd'))).toBe('ROUTE_NOT_FOUND');
});

test('CORS, preflight, HEAD and health', async () => {
  const viewer = player();
  await viewer.open();
  const path = `${viewer.folder}/v0.m3u8`;
  const get = await viewer.get(path);
  expect(get.headers.get('access-control-allow-origin')).toBe('*');
  expect(get.headers.get('cache-control')).toBe('no-store');
  const { length } = Buffer.from(await get.arrayBuffer());
  const head = await viewer.get(path, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(length)]);
  const preflight = await viewer.get(path, {
    method: 'OPTIONS',
    headers: { 'access-control-request-headers': 'x-own' },
  });
  expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
    204,
    'x-own',
  ]);
  expect((await viewer.get(path, { method: 'POST' })).status).toBe(404);
  expect((await viewer.get('/health/live')).status).toBe(200);
  expect(await json(await viewer.get('/health/ready'))).toMatchObject({ ready: true });
});

test('without the database the last channels are served, and health says so', async () => {
  const viewer = player();
  stitcher.loseDatabase();
  await expect
    .poll(() => stitcher.logs.join(''))
    .toContain('the channels cannot be read: the last ones stay');
  expect(await viewer.open()).toContain('#EXTM3U');
  expect(await json(await viewer.get('/health/ready'))).toMatchObject({
    ready: true,
    notes: { channels: expect.stringContaining('channels as of') },
  });
});

test('H35 after a restart a session goes on, and its numbers do not go back', async () => {
  environment.breaks = [{ at: 22, segments: 4 }];
  const viewer = player();
  await viewer.open();
  await viewer.reload();
  await playUpTo(environment, viewer, 25);
  const before = await viewer.reload();
  expect(before.adUris.length).toBeGreaterThan(0);
  await stitcher.stop();
  stitcher = await startStitcher(environment, [channel()]);
  const again = player();
  again.sessionId = viewer.sessionId;
  const after = await again.reload();
  expect(after.status).toBe(200);
  expect(after.mediaSequence).toBeGreaterThan(before.mediaSequence);
  expect(after.discontinuitySequence).toBeGreaterThan(before.discontinuitySequence);
  // An ad segment of before still leads to its media.
  expect(await again.adSegment(before.adUris[0] ?? '')).toContain('/creative/c-4-ad1/v0-0.m4s');
});

test('H35 a session that another process takes up asks for ads with its viewer parameters', async () => {
  const adSource = {
    system: 'gva' as const,
    url: `${environment.base}/ads`,
    params: { g: '{{genre}}', c: '{{gdprConsent}}' },
  };
  await stitcher.stop();
  stitcher = await startStitcher(environment, [channel({ adSource })]);
  const viewer = player();
  await viewer.open('?genre=news&gdprConsent=CPx&hdnts=secret&token=secret');
  await stitcher.stop();
  stitcher = await startStitcher(environment, [channel({ adSource })]);
  const again = player();
  again.sessionId = viewer.sessionId;
  await again.reload();
  environment.breaks = [{ at: 22, segments: 4 }];
  await playUpTo(environment, again, 25);
  const requested = environment.requests.filter(({ path }) => path === '/ads');
  expect(requested.map(({ query }) => [query.get('g'), query.get('c')])).toEqual([['news', 'CPx']]);
  expect(JSON.stringify(requested.map(({ query }) => String(query)))).not.toContain('secret');
});

test('H1 H35 over a stop in order a session goes on with the same numbers and the same ads', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'interlude-stitcher-'));
  await stitcher.stop();
  stitcher = await startStitcher(environment, [channel()], folder);
  environment.breaks = [{ at: 22, segments: 4 }];
  const viewer = player();
  await viewer.open();
  await viewer.reload();
  await playUpTo(environment, viewer, 25);
  const before = await viewer.until(({ adUris }) => adUris.length > 1);
  const requested = environment.requested('/ads');
  await stitcher.stop();
  expect(await readdir(join(folder, 'sessions'))).toHaveLength(1);
  stitcher = await startStitcher(environment, [channel()], folder);
  const again = player();
  again.sessionId = viewer.sessionId;
  expect((await again.reload()).text).toBe(before.text);
  expect((await again.reload('a0')).status).toBe(200);
  await playUpTo(environment, again, 30);
  const after = await again.reload();
  expect(after.mediaSequence).toBe(before.mediaSequence + 5);
  expect(environment.requested('/ads')).toBe(requested);
  expect(await readdir(join(folder, 'sessions'))).toEqual([]);
  await stitcher.stop();
  stitcher = await startStitcher(environment, [channel()]);
  await rm(folder, { recursive: true });
});

test('H1 a plan that was kept is not used for a source that began anew meanwhile', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'interlude-stitcher-'));
  await stitcher.stop();
  stitcher = await startStitcher(environment, [channel()], folder);
  const viewer = player();
  await viewer.open();
  const before = await viewer.reload();
  await stitcher.stop();
  environment.generation = 2;
  stitcher = await startStitcher(environment, [channel()], folder);
  const again = player();
  again.sessionId = viewer.sessionId;
  const after = await again.reload();
  expect(after.mediaSequence).toBeGreaterThan(before.mediaSequence + 9_999);
  await stitcher.stop();
  stitcher = await startStitcher(environment, [channel()]);
  await rm(folder, { recursive: true });
});

test('a reset forgets the source and the sessions; players go on', async () => {
  const viewer = player();
  await viewer.open();
  await viewer.reload();
  const reads = environment.requested('/live/master.m3u8');
  stitcher.channels = stitcher.channels.map((one) => ({ ...one, resets: one.resets + 1 }));
  stitcher.changed();
  await expect.poll(() => stitcher.logs.join('')).toContain('a channel begins anew');
  expect((await viewer.reload()).status).toBe(200);
  expect(environment.requested('/live/master.m3u8')).toBe(reads + 1);
});

test('a disabled channel is gone, a changed ad server is requested at the next break', async () => {
  const viewer = player();
  await viewer.open();
  await viewer.reload();
  stitcher.channels = [
    { ...channel({ adSource: { url: `${environment.base}/other-ads` } }), revision: '2' },
  ];
  stitcher.changed();
  environment.breaks = [{ at: 21, segments: 4 }];
  await playUpTo(environment, viewer, 23);
  await expect.poll(() => environment.requested('/other-ads')).toBe(1);
  stitcher.channels = [];
  stitcher.changed();
  await expect
    .poll(async () => errorCode(await viewer.get('/hls/c1/master.m3u8')))
    .toBe('CHANNEL_NOT_FOUND');
});

test('a source without dates is stitched all the same', async () => {
  environment.dates = false;
  environment.breaks = [{ at: 22, segments: 4 }];
  const viewer = player();
  await viewer.open();
  await viewer.reload();
  await playUpTo(environment, viewer, 28);
  for (const rendition of ['v0', 'v1', 'a0']) {
    const { adUris, text } = await viewer.reload(rendition);
    expect(adUris).toHaveLength(4);
    expect(text).not.toContain('PROGRAM-DATE-TIME');
  }
});

test('many sessions of one channel ask the origin once', async () => {
  const viewers = Array.from({ length: 30 }, () => player());
  await Promise.all(viewers.map((one) => one.open()));
  expect(environment.requested('/live/master.m3u8')).toBe(1);
  const playlists = await Promise.all(viewers.map((one) => one.reload()));
  expect(new Set(playlists.map(({ text }) => text)).size).toBe(1);
});
