import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defaultLadder, profileOfLadder } from '@interlude/conditioning';
import { channelInput } from '@interlude/contract';
import { type Client, contract } from '@interlude/contract/api';
import { createChannelStore, createJobQueue } from '@interlude/persistence';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  failure,
  startTestPlane,
  type TestPlane,
  type TestUser,
} from '../../testing/control-plane.suite.ts';

const { adServers, jobs } = contract;

/** An ad server and an origin in one; each path gives the answer that a test has set. */
let outside: Server;
let outsideUrl: string;
let plane: TestPlane;
let user: TestUser;
let client: Client;
const pages = new Map<string, { status?: number; text: string; delayMs?: number }>();
const requested: { path: string; query: URLSearchParams; headers: IncomingMessage['headers'] }[] =
  [];

beforeAll(async () => {
  outside = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x');
    requested.push({ path: url.pathname, query: url.searchParams, headers: request.headers });
    const page = pages.get(url.pathname);
    setTimeout(() => {
      response.writeHead(page ? (page.status ?? 200) : 404).end(page?.text);
    }, page?.delayMs ?? 0);
  });
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  const { port } = outside.address() as AddressInfo;
  outsideUrl = `http://127.0.0.1:${port}`;
  plane = await startTestPlane({ env: { EGRESS_ALLOW: `127.0.0.1:${port}` } });
});
afterAll(async () => {
  await plane.stop();
  await new Promise((resolve) => outside.close(resolve));
});
let tenants = 0;
/** Of its own: a tenant may run so many tests a minute. */
async function newTenant(): Promise<void> {
  tenants += 1;
  user = await plane.user(await plane.tenant(`Ads ${tenants}`), 'SuperAdmin');
  client = plane.client(user);
}
beforeEach(() => {
  pages.clear();
  requested.length = 0;
});

interface AdText {
  readonly id: string;
  readonly seconds?: number;
  readonly sequence?: number;
  readonly file?: string;
}

const trackers = () =>
  `<Error><![CDATA[${outsideUrl}/error?c=[ERRORCODE]]]></Error><Impression><![CDATA[${outsideUrl}/impression]]></Impression>`;

function inline({ id, seconds = 10, sequence, file = mp4(id) }: AdText): string {
  const place = sequence === undefined ? '' : ` sequence="${sequence}"`;
  return `<Ad id="${id}"${place}><InLine><AdSystem>lab</AdSystem><AdTitle>Ad ${id}</AdTitle>${trackers()}<Creatives><Creative id="c-${id}" adId="clip-${id}"><Linear><Duration>00:00:${String(seconds).padStart(2, '0')}</Duration><MediaFiles>${file}</MediaFiles></Linear></Creative></Creatives></InLine></Ad>`;
}
const mp4 = (id: string) =>
  `<MediaFile delivery="progressive" type="video/mp4" width="640" height="360"><![CDATA[https://media.example/${id}.mp4]]></MediaFile>`;
const hls = (id: string) =>
  `<MediaFile delivery="streaming" type="application/x-mpegURL" width="640" height="360"><![CDATA[${outsideUrl}/${id}/master.m3u8]]></MediaFile>`;
/** A package of the ad, in fMP4 or TS. */
function packaged(id: string, container: 'cmaf' | 'ts'): string {
  const map = container === 'cmaf' ? '#EXT-X-MAP:URI="i.mp4"\n' : '';
  const variant = '#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=640x360';
  pages.set(`/${id}/master.m3u8`, { text: `#EXTM3U\n${variant}\nv.m3u8\n` });
  pages.set(`/${id}/v.m3u8`, {
    text: `#EXTM3U\n#EXT-X-TARGETDURATION:4\n${map}#EXTINF:4,\n1\n#EXT-X-ENDLIST\n`,
  });
  return hls(id);
}
const vast = (...ads: readonly string[]) => `<VAST version="4.2">${ads.join('')}</VAST>`;
const wrapper = (id: string, tag: string) =>
  `<Ad id="${id}"><Wrapper><AdSystem>w</AdSystem><VASTAdTagURI><![CDATA[${tag}]]></VASTAdTagURI>${trackers()}</Wrapper></Ad>`;

const run = (part: object = {}) =>
  client(adServers.test, {
    body: { adSource: { system: 'gva', url: `${outsideUrl}/ads` }, ...part },
  });
const paths = () => requested.map(({ path }) => path);

describe('POST /api/v2/ad-server-test', () => {
  beforeAll(newTenant);

  test('API-050 sends what a break sends: template, below the channel, below the viewer, below what is so', async () => {
    pages.set('/ads', { text: vast(inline({ id: 'a' })) });
    const { steps, reason } = await run({
      adSource: {
        system: 'gva',
        url: `${outsideUrl}/ads?cust={{ifa}}&cb=[CACHEBUSTING]`,
        params: { position: 'mine', genre: 'channel', ifaOf: '{{ifa}}' },
      },
      breakDuration: 45,
      viewer: {
        ip: '203.0.113.7',
        userAgent: 'Roku/DVP-12.0',
        query: {
          ifa: 'a b',
          genre: 'viewer',
          duration: '999',
          token: 'proof',
          other: 'not allowed',
        },
      },
    });
    expect(reason).toBeUndefined();
    const [sent] = requested;
    expect(Object.fromEntries(sent?.query ?? [])).toMatchObject({
      cust: 'a b',
      position: 'mine',
      genre: 'viewer',
      ifaOf: 'a b',
      duration: '45',
      ip: '203.0.113.7',
      ua: 'Roku/DVP-12.0',
    });
    expect(sent?.query.get('cb')).toMatch(/^\d{8}$/);
    expect(sent?.query.has('token')).toBe(false);
    expect(sent?.query.has('other')).toBe(false);
    expect(sent?.headers).toMatchObject({
      'user-agent': 'Roku/DVP-12.0',
      'x-forwarded-for': '203.0.113.7',
    });
    expect(steps).toHaveLength(1);
    expect(new URL(steps[0]?.url ?? '').searchParams.get('cust')).toBe('a b');
    expect(steps[0]).toMatchObject({ method: 'GET', depth: 0, status: 200, found: '1 ad' });
  });

  test('API-050 returns the wrapper chain with times and sizes, and expanded macros in its addresses', async () => {
    pages.set('/ads', { text: vast(wrapper('w1', `${outsideUrl}/two?d=[BREAKMAXDURATION]`)) });
    pages.set('/two', { text: vast(wrapper('w2', `${outsideUrl}/three`)) });
    pages.set('/three', { text: vast(inline({ id: 'end' })) });
    const { steps, ads } = await run({ breakDuration: 20 });
    expect(steps.map(({ depth, found, status }) => [depth, found, status])).toEqual([
      [0, '1 wrapper', 200],
      [1, '1 wrapper', 200],
      [2, '1 ad', 200],
    ]);
    expect(steps[1]?.url).toBe(`${outsideUrl}/two?d=20`);
    for (const { bytes, text, tookMs } of steps) {
      expect(bytes).toBe(text.length);
      expect(tookMs).toBeGreaterThanOrEqual(0);
    }
    expect(ads).toMatchObject([{ adId: 'end', clipId: 'clip-end', isInPod: true }]);
  });

  test('API-050 says what has its place in a break of this length, and why others have none', async () => {
    pages.set('/ads', {
      text: vast(
        inline({ id: 'one', seconds: 20, sequence: 1 }),
        inline({ id: 'two', seconds: 50, sequence: 2 }),
        inline({ id: 'three', seconds: 15, sequence: 3 }),
        inline({
          id: 'code',
          sequence: 4,
          file: '<MediaFile apiFramework="VPAID" type="x/js">u</MediaFile>',
        }),
        inline({ id: 'package', seconds: 10, sequence: 5, file: packaged('package', 'cmaf') }),
      ),
    });
    const { ads } = await run({ breakDuration: 30 });
    const reported = ads.map(({ adId, creative, isInPod, reason = '', iabErrorCode = 0 }) =>
      [adId, creative, isInPod, reason, iabErrorCode].join(' '),
    );
    expect(reported).toEqual([
      'one new true  407',
      'two new false AVAIL_DURATION_EXCEEDED 407',
      'three new false LEFTOVER_EXCEEDED 407',
      'code unsupported false NO_LINEAR_MEDIA 403',
      'package playable true  0',
    ]);
    const few = await run({ breakDuration: 30, maxAds: 1 });
    expect(few.ads.filter(({ isInPod }) => isInPod)).toHaveLength(1);
    expect(few.ads.at(-1)?.reason).toBe('POD_LIMIT');
  });

  test('API-050 packages are read: one of several that fits, else the file, else why not', async () => {
    pages.set('/ads', {
      text: vast(
        inline({ id: 'both', file: packaged('old', 'ts') + packaged('both', 'cmaf') }),
        inline({ id: 'file', file: packaged('ts1', 'ts') + mp4('file') }),
        inline({ id: 'misfit', file: packaged('ts2', 'ts') }),
        inline({ id: 'gone', file: hls('gone') + mp4('gone') }),
      ),
    });
    const { ads } = await run({ breakDuration: 60 });
    expect(
      ads.map(({ adId, creative, mediaUrl, isInPod, reason = '', iabErrorCode = 0 }) =>
        [adId, creative, new URL(mediaUrl).pathname, isInPod, reason, iabErrorCode].join(' '),
      ),
    ).toEqual([
      'both playable /both/master.m3u8 true  0',
      'file new /file.mp4 true  407',
      'misfit unsupported /ts2/master.m3u8 false NO_VARIANT_MATCH 403',
      'gone unsupported /gone/master.m3u8 false CREATIVE_UNREACHABLE 401',
    ]);
  });

  test('API-050 returns the state of creatives, starts no job and fires nothing', async () => {
    pages.set('/ads', { text: vast(inline({ id: 'known' }), inline({ id: 'unknown' })) });
    const request = { channelType: 'hls-live' as const };
    const { profile: settings, includeMediaTracks } = channelInput.parse({
      name: 'x',
      sourceManifestUrl: outsideUrl,
    });
    const profile = profileOfLadder(defaultLadder('hls', { profile: settings }), {
      profile: settings,
      includeMediaTracks,
    });
    const begun = await createJobQueue(plane.database).requestChannelAsset({
      ...{ tenantId: user.tenantId, clipId: 'clip-known', profile, name: 'known' },
      mediaUrl: 'https://media.example/known.mp4',
    });
    const jobId = begun.state === 'encoding' ? begun.jobId : '';
    const { ads } = await run(request);
    expect(ads).toMatchObject([
      { adId: 'known', creative: 'encoding', jobId, isInPod: true },
      { adId: 'unknown', creative: 'new', isInPod: true },
    ]);
    expect(await client(jobs.list, { query: {} })).toHaveLength(1);
    expect(paths()).toEqual(['/ads']);
  });

  test('API-050 of a saved channel: its proxy and its source, its secrets never in the clear', async () => {
    const secret = 'origin key/1';
    pages.set('/live.m3u8', { text: '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n1.ts\n' });
    pages.set('/ads', {
      text: vast(
        wrapper(
          'w',
          `${outsideUrl.replace('//', '//me:pass@')}/end?k=${encodeURIComponent(secret)}`,
        ),
      ),
    });
    pages.set('/end', { text: `<!-- ${secret} -->${vast(inline({ id: 'a' }))}` });
    const { state: _state, ...settings } = channelInput.parse({
      name: 'News',
      sourceManifestUrl: `${outsideUrl}/live.m3u8`,
      sourceHeaders: { 'x-key': secret },
    });
    const { id: channelId } = await createChannelStore(plane.database).create(
      user.tenantId,
      settings,
      'enabled',
    );
    const answer = await run({ channelId });
    expect(answer.warnings).toEqual([]);
    expect(requested.find(({ path }) => path === '/live.m3u8')?.headers['x-key']).toBe(secret);
    expect(requested.find(({ path }) => path === '/end')?.query.get('k')).toBe(secret);
    const text = JSON.stringify(answer);
    expect(text).not.toContain('origin key');
    expect(text).not.toContain('origin%20key');
    expect(text).not.toContain('me:pass');
    expect(answer.steps[1]?.url).toContain('********');
    const elsewhere = await run({
      channelId,
      sourceManifestUrl: outsideUrl.replace('127.0.0.1', 'localhost'),
    });
    expect(elsewhere.warnings[0]).toContain('The source cannot be read');
    expect(plane.logLines.join('')).not.toContain('origin key');
  });

  test.each([
    ['nothing', '', 'NO_ADS', 'nothing', []],
    ['an empty VAST', vast(), 'NO_ADS', '0 ads', [303]],
    ['a page', '<html></html>', 'VAST_INVALID', 'not VAST: ', [100]],
    ['a broken document', '<VAST version="4.0"><Ad', 'VAST_INVALID', 'not VAST: ', [100]],
  ])('API-050 %s is no ad, with the code of the IAB', async (_name, text, reason, found, codes) => {
    pages.set('/ads', { text });
    const answer = await run();
    expect(answer).toMatchObject({ reason, ads: [] });
    expect(answer.steps[0]?.found).toContain(found);
    expect(answer.errors.map(({ iabErrorCode }) => iabErrorCode)).toEqual(codes);
  });

  test('API-050 an error status, an unreachable wrapper and a loop are reported with their step', async () => {
    pages.set('/ads', { status: 503, text: 'down' });
    expect(await run()).toMatchObject({
      reason: 'AD_SERVER_UNREACHABLE',
      steps: [{ status: 503, found: 'an error', text: 'down' }],
    });
    pages.set('/ads', { text: vast(wrapper('w', 'http://10.0.0.1/secret')) });
    const forbidden = await run();
    expect(forbidden).toMatchObject({ reason: 'WRAPPER_LIMIT', errors: [{ iabErrorCode: 301 }] });
    expect(forbidden.steps[1]).toMatchObject({ status: null, found: 'no answer' });
    expect(forbidden.steps[1]?.error).toBeTruthy();
    pages.set('/ads', { text: vast(wrapper('w', `${outsideUrl}/ads2`)) });
    pages.set('/ads2', { text: vast(wrapper('w', `${outsideUrl}/ads2`)) });
    expect((await run()).errors).toMatchObject([{ iabErrorCode: 302 }]);
  });

  test('API-050 a VMAP is followed for a VoD channel, and reported for a live one', async () => {
    const data = `<vmap:AdSource><vmap:VASTAdData>${vast(inline({ id: 'mid' }))}</vmap:VASTAdData></vmap:AdSource>`;
    const tag = `<vmap:AdSource><vmap:AdTagURI templateType="vast3"><![CDATA[${outsideUrl}/pre?p=[BREAKPOSITION]]]></vmap:AdTagURI></vmap:AdSource>`;
    pages.set('/ads', {
      text: `<vmap:VMAP xmlns:vmap="http://www.iab.net/videosuite/vmap" version="1.0"><vmap:AdBreak timeOffset="start" breakType="linear">${tag}</vmap:AdBreak><vmap:AdBreak timeOffset="00:01:00" breakType="linear">${data}</vmap:AdBreak></vmap:VMAP>`,
    });
    pages.set('/pre', { text: vast(inline({ id: 'pre' })) });
    const vod = { channelType: 'hls-vod' as const };
    expect((await run(vod)).ads).toMatchObject([{ adId: 'mid' }]);
    const pre = await run({ ...vod, kind: 'preroll' });
    expect(pre.ads).toMatchObject([{ adId: 'pre' }]);
    expect(pre.steps.map(({ depth, found }) => [depth, found])).toEqual([
      [0, 'a VMAP with 2 breaks'],
      [1, '1 ad'],
    ]);
    expect(pre.steps[1]?.url).toBe(`${outsideUrl}/pre?p=1`);
    const live = await run();
    expect(live).toMatchObject({ reason: 'VAST_INVALID', ads: [] });
    expect(live.errors[0]?.message).toContain('VMAP');
  });

  test('API-050 posts what a break posts', async () => {
    pages.set('/ads', { text: vast() });
    const params = { httpMethod: 'POST', httpBody: 'json' };
    const { steps } = await run({ adSource: { system: 'gva', url: `${outsideUrl}/ads`, params } });
    expect(steps[0]).toMatchObject({ method: 'POST', url: `${outsideUrl}/ads` });
  });

  test('API-050 no request is sent for an ad server without an address', async () => {
    expect(await run({ adSource: { system: 'gva', url: '' } })).toMatchObject({
      steps: [],
      reason: 'AD_SERVER_UNSET',
    });
  });

  test('API-050 a slow response is reported: a break would not wait', async () => {
    pages.set('/ads', { text: vast(inline({ id: 'a' })), delayMs: 2_600 });
    const { warnings, tookMs, ads } = await run();
    expect(tookMs).toBeGreaterThanOrEqual(2_600);
    expect(ads).toHaveLength(1);
    expect(warnings.join()).toContain('waits 2.5 seconds only');
  });
});

describe('a test that is refused', () => {
  beforeEach(newTenant);

  test('API-050 for an address that the egress guard refuses, an unknown channel, an invalid viewer', async () => {
    const forbidden = { adSource: { system: 'gva', url: 'http://169.254.169.254/ads' } };
    expect(await failure(run(forbidden))).toMatchObject({ code: 'URL_FORBIDDEN' });
    expect(await failure(run({ channelId: 'nobody' }))).toMatchObject({
      code: 'CHANNEL_NOT_FOUND',
    });
    for (const viewer of [{ ip: 'home' }, { userAgent: 'a\r\nx-evil: 1' }]) {
      expect(await failure(run({ viewer }))).toMatchObject({ code: 'INVALID_FIELDS' });
    }
    const other = plane.client(await plane.user(user.tenantId, 'Viewer'));
    const body = { adSource: { system: 'gva' as const, url: `${outsideUrl}/ads` } };
    expect(await failure(other(adServers.test, { body }))).toMatchObject({ status: 403 });
    expect(requested).toEqual([]);
  });

  test("API-050 another tenant's channel is unknown, and a tenant tests 30 times a minute", async () => {
    pages.set('/ads', { text: vast() });
    const stranger = await plane.user(await plane.tenant('Strangers'), 'SuperAdmin');
    const { state: _state, ...settings } = channelInput.parse({
      name: 'News',
      sourceManifestUrl: `${outsideUrl}/live.m3u8`,
    });
    const { id } = await createChannelStore(plane.database).create(
      stranger.tenantId,
      settings,
      'enabled',
    );
    expect(await failure(run({ channelId: id }))).toMatchObject({ code: 'CHANNEL_NOT_FOUND' });
    for (let count = 1; count < 30; count += 1) await run();
    expect(await failure(run())).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
  });
});
