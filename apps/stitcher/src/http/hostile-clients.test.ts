import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessionRate } from '../admission/session-rate.ts';
import { sealSessionToken } from '../sessions/session-token.ts';
import { channelEntry, startStitcher, type TestStitcher } from '../testing/start-stitcher.suite.ts';
import { TestEnvironment } from '../testing/test-environment.suite.ts';
import { TestPlayer } from '../testing/test-player.suite.ts';

let environment: TestEnvironment;
let stitcher: TestStitcher;

const secret = 'viewers-secret';
const apiKey = 'k3y-of-the-channel';
const fallbackUrl = 'https://cdn.example.com/live/master.m3u8';

beforeAll(async () => {
  environment = new TestEnvironment();
  await environment.start();
  const settings = { name: 'test', sourceManifestUrl: `${environment.base}/live/master.m3u8` };
  const hmac = { secret, window: 600, cookieDomain: 'tv.example.com' };
  stitcher = await startStitcher(environment, [
    channelEntry('c1', settings),
    { ...channelEntry('other', settings), tenantId: 't2' },
    channelEntry('fallback', { ...settings, fallbackUrl }),
    channelEntry('keyed', { ...settings, apiKey }),
    channelEntry('signed', { ...settings, authentication: { hmac } }),
  ]);
});
afterAll(async () => {
  await stitcher.stop();
  await environment.stop();
});

const player = (id = 'c1') => new TestPlayer(stitcher.port, id);

async function errorOf(answer: Response): Promise<[number, unknown]> {
  const body = (await answer.json()) as Record<string, unknown>;
  return [answer.status, body['errorCode']];
}

/** Sends bytes that no browser would send; resolves with the answer as text. */
async function raw(text: string): Promise<string> {
  const socket = connect(stitcher.port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    answer += chunk;
  });
  socket.on('error', () => undefined);
  socket.write(text);
  await new Promise((resolve) => socket.on('close', resolve));
  return answer;
}

const rawGet = (target: string, headers = '') =>
  raw(`GET ${target} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n${headers}\r\n`);

async function isAlive(): Promise<boolean> {
  return (await player().get('/health/live')).status === 200;
}

describe('addresses that no player asks for', () => {
  test('one that is longer than any of ours is none', async () => {
    expect(await rawGet(`/hls/${'a'.repeat(10_000)}/master.m3u8`)).toContain(
      '"errorCode":"ROUTE_NOT_FOUND"',
    );
  });

  test.each([
    '/hls/%/master.m3u8',
    '/hls/%E0%A4%A/master.m3u8',
    '/hls/%00/master.m3u8',
    '/hls/%2e%2e%2f%2e%2e/master.m3u8',
    '/hls/__proto__/master.m3u8',
    '/hls/constructor/master.m3u8',
    '/hls/view/%ff%fe',
    '/hls/c1%0d%0aset-cookie:x=1/master.m3u8',
    '/dash/__proto__/manifest.mpd',
    `/hls/${'a'.repeat(2_900)}/master.m3u8`,
  ])('%.40s: no such channel', async (path) => {
    const answer = await rawGet(path);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toContain('"errorCode":"CHANNEL_NOT_FOUND"');
    expect(answer).not.toMatch(/^set-cookie/im);
  });

  test.each([
    `/${'../'.repeat(3_000)}etc/passwd`,
    '/hls//master.m3u8',
    '/hls/c1/',
    '//hls/c1/master.m3u8',
    'http://evil.test/hls/c1/master.m3u8',
    '/hls/c1/x/y/z/../../master.m3u8',
    '/HLS/c1/master.m3u8',
  ])('%.40s: no such address, and little of it comes back', async (path) => {
    const answer = await rawGet(path);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toContain('"errorCode":"ROUTE_NOT_FOUND"');
    expect(answer.length).toBeLessThan(1_000);
  });

  test('session ids of any shape are unknown', async () => {
    for (const id of ['x', '%00', '-'.repeat(1_400), 'A'.repeat(1_401), '__proto__', 'null']) {
      for (const file of ['v0.m3u8', 'vast.xml', 'tracking.json', 'breaks.json', 'vast/1.xml']) {
        const answer = await player().get(`/hls/c1/${id}/${file}`);
        expect(await errorOf(answer)).toEqual([404, 'SESSION_UNKNOWN']);
      }
      const answer = await player().get(`/hls/c1/master.m3u8?sid=${id}`);
      expect(await errorOf(answer)).toEqual([404, 'SESSION_UNKNOWN']);
    }
  });

  test('SEC-S4 the id of a session opens nothing of another channel or company', async () => {
    const viewer = player();
    await viewer.open();
    for (const id of ['other', 'keyed', 'signed']) {
      for (const file of ['v0.m3u8', 'vast.xml', 'tracking.json', 'ad/b.0/v0/0']) {
        const answer = await viewer.get(`/hls/${id}/${viewer.sessionId}/${file}`);
        expect(await errorOf(answer)).toEqual([404, 'SESSION_UNKNOWN']);
      }
    }
  });
});

describe('requests that are too much', () => {
  test('SEC-S12 a flood of headers is cut off, and everybody else is served', async () => {
    const many = Array.from({ length: 5_000 }, (_, n) => `x-${n}: ${n}`).join('\r\n');
    expect(await rawGet('/hls/c1/master.m3u8', `${many}\r\n`)).toMatch(/^(HTTP\/1\.1 431 |$)/);
    const long = `x-long: ${'a'.repeat(100_000)}\r\n`;
    expect(await rawGet('/hls/c1/master.m3u8', long)).toMatch(/^(HTTP\/1\.1 431 |$)/);
    expect(await rawGet(`/hls/${'a'.repeat(50_000)}/master.m3u8`)).toMatch(/^(HTTP\/1\.1 431 |$)/);
    expect(await isAlive()).toBe(true);
  });

  test('nothing that is no HTTP is answered as such', async () => {
    expect(await raw('\u0016\u0003\u0001\u0002\u0000 hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    const both = 'content-length: 3\r\ntransfer-encoding: chunked\r\n';
    expect(await rawGet('/hls/c1/master.m3u8', both)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await isAlive()).toBe(true);
  });

  test('a body with a request that takes none ends the connection', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE']) {
      const answer = await raw(
        `${method} /hls/c1/master.m3u8 HTTP/1.1\r\nhost: a\r\ncontent-length: 1000000\r\n\r\nabc`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 404 /);
      expect(answer.toLowerCase()).toContain('connection: close');
    }
  });

  test('viewers who open at once get a session each, and the source is read once', async () => {
    const before = environment.requested('/live/master.m3u8');
    const viewers = Array.from({ length: 200 }, () => player());
    const masters = await Promise.all(viewers.map((one) => one.open()));
    expect(masters.every((text) => text.startsWith('#EXTM3U'))).toBe(true);
    expect(new Set(viewers.map(({ sessionId }) => sessionId)).size).toBe(200);
    expect(environment.requested('/live/master.m3u8') - before).toBeLessThanOrEqual(1);
  });

  test('SEC-S12 SEC-S25 SEC-S62 beyond its rate a network is sent to the public fallback address, is not shown the source, and resumes no ids', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    /** An answer without a session. */
    const refused = async (id: string) => {
      const open = () => player().get(`/hls/${id}/master.m3u8`, { headers });
      const answers = await Promise.all(Array.from({ length: 100 }, open));
      return answers.find((answer) => !answer.headers.get('location')?.includes('sid='));
    };
    // The rate goes on while a slow machine asks: more is asked until there is none left.
    let answer: Response | undefined;
    for (let count = 0; !answer && count < sessionRate.burst / 100 + 20; count += 1) {
      answer = await refused('c1');
    }
    expect(answer?.headers.get('retry-after')).not.toBeNull();
    expect(answer?.headers.get('location')).toBeNull();
    const text = (await answer?.text()) ?? '';
    expect(text).toContain('TOO_MANY_REQUESTS');
    expect(text).not.toContain(environment.base);
    const other = await refused('fallback');
    expect([other?.status, other?.headers.get('location')]).toEqual([302, fallbackUrl]);
    const views = await Promise.all(
      Array.from({ length: 50 }, () => player().get('/hls/view/c1', { headers })),
    );
    const view = views.find(({ status }) => status !== 200) ?? new Response();
    expect(view.headers.get('retry-after')).not.toBeNull();
    expect(await errorOf(view)).toEqual([429, 'TOO_MANY_REQUESTS']);
    const metrics = await (await player().get('/metrics')).text();
    expect(metrics).toMatch(/viewers_refused_total\{reason="TOO_MANY_REQUESTS"\} [1-9]/);
    const collected = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const query = new URLSearchParams({ viewer: String(index) });
        const id = sealSessionToken(Buffer.alloc(32, 7), 'c1', { startedMs: Date.now(), query });
        return errorOf(await player().get(`/hls/c1/${id}/v9.m3u8`, { headers }));
      }),
    );
    expect(collected).toContainEqual([429, 'TOO_MANY_REQUESTS']);
    const elsewhere = { headers: { 'x-forwarded-for': '198.51.100.9' } };
    expect((await player().get('/hls/view/c1', elsewhere)).status).toBe(200);
  });
});

describe('proofs', () => {
  const path = '/hls/signed/master.m3u8';
  const now = () => Math.floor(Date.now() / 1000);
  const sign = (fields: string) =>
    `${fields}~hmac=${createHmac('sha256', secret).update(fields).digest('hex')}`;

  test('SEC-S13 no key or token is in a redirect, an address, an answer or a log', async () => {
    const viewer = player('keyed');
    const opened = await viewer.get(`/hls/keyed/master.m3u8?api-key=${apiKey}&genre=news`);
    const token = sign(`exp=${now() + 60}~acl=/*`);
    const signed = await viewer.get(`${path}?hdnts=${token}&token=t0ken`);
    const view = await viewer.get('/hls/view/keyed', { headers: { 'api-key': apiKey } });
    const text = JSON.stringify([
      opened.headers.get('location'),
      signed.headers.get('location'),
      await view.text(),
      await (await viewer.get(`/hls/keyed/master.m3u8?api-key=wrong-${apiKey}`)).text(),
      await (await viewer.get(`${path}?hdnts=${token}x`)).text(),
      stitcher.logs,
    ]);
    expect([opened.status, signed.status, view.status]).toEqual([302, 302, 200]);
    for (const hidden of [apiKey, token.slice(-20), 't0ken', secret]) {
      expect(text).not.toContain(hidden);
    }
  });

  test('a token lets in until it ends; its cookie and its session go on', async () => {
    const viewer = player('signed');
    expect(await errorOf(await viewer.get(path))).toEqual([403, 'VIEWER_TOKEN_INVALID']);
    const late = sign(`exp=${now() - 1}~acl=/*`);
    const refused = await viewer.get(`${path}?hdnts=${late}`);
    expect(((await refused.json()) as { message: string }).message).toBe(
      'The token for this channel has expired.',
    );
    expect(await viewer.open(`?hdnts=${sign(`exp=${now() + 60}~acl=/hls/signed/*`)}`)).toContain(
      '#EXTM3U',
    );
    expect((await viewer.reload()).status).toBe(200);
    const answer = await viewer.get(`${path}?hdnts=${sign(`exp=${now() + 60}~acl=/*`)}`);
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await viewer.get(path, { headers: { cookie } })).status).toBe(302);
    expect((await viewer.get('/hls/view/signed', { headers: { cookie } })).status).toBe(200);
    const forged = { headers: { cookie: cookie.replace('signed', 'keyed') } };
    expect((await viewer.get(path, forged)).status).toBe(403);
  });

  test('credentials are allowed for pages of the cookie’s domain only', async () => {
    const corsOf = async (origin: string, id = 'signed', method = 'GET') => {
      const { headers } = await player().get(`/hls/${id}/master.m3u8`, {
        method,
        headers: { origin },
      });
      return [
        headers.get('access-control-allow-origin'),
        headers.get('access-control-allow-credentials'),
      ];
    };
    const own = 'https://www.tv.example.com:8443';
    expect(await corsOf(own)).toEqual([own, 'true']);
    expect(await corsOf('https://tv.example.com', 'signed', 'OPTIONS')).toEqual([
      'https://tv.example.com',
      'true',
    ]);
    for (const foreign of [
      'https://evil.test',
      'https://eviltv.example.com',
      'https://tv.example.com.evil.test',
      'null',
    ]) {
      expect(await corsOf(foreign)).toEqual(['*', null]);
    }
    expect(await corsOf(own, 'c1')).toEqual(['*', null]);
  });
});
