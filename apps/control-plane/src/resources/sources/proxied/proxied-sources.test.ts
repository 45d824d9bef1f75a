import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { channelInput } from '@interlude/contract';
import { type Client, contract } from '@interlude/contract/api';
import { createChannelStore } from '@interlude/persistence';
import { systemClock } from '@interlude/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  failure,
  startTestPlane,
  type TestPlane,
  type TestUser,
} from '../../../testing/control-plane.suite.ts';

const segment = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 256));
const seen: { path: string; key: unknown }[] = [];

let origin: Server;
let cdn: Server;
let at: string;
let cdnAt: string;
let plane: TestPlane;
let user: TestUser;
let client: Client;
let channelId: string;
let aheadMs = 0;

const listen = (server: Server) =>
  new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    });
  });

function bodyOf(path: string): { type: string; body: string | Buffer } | undefined {
  switch (path) {
    case '/live/master.m3u8':
      return {
        type: 'text/plain',
        body: '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv/media.m3u8?t=1\n',
      };
    case '/live/v/media.m3u8?t=1':
      return {
        type: 'application/vnd.apple.mpegurl',
        body: `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-KEY:METHOD=AES-128,URI="/key"\n#EXTINF:4,\nseg.ts\n#EXTINF:4,\n${cdnAt}/far.ts\n`,
      };
    case '/m.mpd':
      return { type: 'application/dash+xml', body: '<MPD><BaseURL>/dash/</BaseURL></MPD>' };
    case '/evil':
      return { type: 'text/html', body: '<html><script>alert(1)</script></html>' };
    default:
      return path.endsWith('.ts') || path === '/key'
        ? { type: 'video/mp2t', body: segment }
        : undefined;
  }
}

beforeAll(async () => {
  const serve = () =>
    createServer((request, response) => {
      const path = request.url ?? '';
      seen.push({ path, key: request.headers['x-origin-key'] });
      if (path === '/moved.mpd') {
        response.writeHead(302, { location: '/m.mpd' }).end();
        return;
      }
      const found = bodyOf(path);
      if (found === undefined) {
        response.writeHead(404).end();
        return;
      }
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
      if (range === null) {
        response.writeHead(200, { 'content-type': found.type }).end(found.body);
        return;
      }
      const [from, to] = [Number(range[1]), Number(range[2])];
      response
        .writeHead(206, {
          'content-type': found.type,
          'content-range': `bytes ${from}-${to}/${segment.length}`,
        })
        .end(segment.subarray(from, to + 1));
    });
  origin = serve();
  cdn = serve();
  at = await listen(origin);
  cdnAt = await listen(cdn);
  const allow = [at, cdnAt].map((url) => new URL(url).host).join(',');
  const clock = { now: () => systemClock.now() + aheadMs };
  plane = await startTestPlane({ env: { EGRESS_ALLOW: allow }, clock });
  user = await plane.user(await plane.tenant('Acme'), 'Editor');
  client = plane.client(user);
  const { state: _state, ...settings } = channelInput.parse({
    name: 'News',
    sourceManifestUrl: `${at}/live/master.m3u8`,
    sourceHeaders: { 'x-origin-key': 'secret' },
  });
  channelId = (await createChannelStore(plane.database).create(user.tenantId, settings)).id;
});
afterAll(async () => {
  await plane.stop();
  for (const server of [origin, cdn]) await new Promise((resolve) => server.close(resolve));
});

const proxied = async (url: string) =>
  client(contract.sources.proxyManifest, { query: { url, channelId } });
const lines = (text: string) => text.split('\n').filter((line) => line && !line.startsWith('#'));

describe('GET /api/v2/proxy-manifest', () => {
  it('API-048 plays a source with the headers of its channel, without a token and without a secret', async () => {
    const { url, expiresAt } = await proxied(`${at}/live/master.m3u8`);
    expect(new URL(url).origin).toBe(plane.url);
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now());
    expect(Buffer.from(url, 'base64url').toString()).not.toContain('secret');
    const master = await fetch(url);
    expect(master.headers.get('content-type')).toBe('application/vnd.apple.mpegurl');
    const [variant = ''] = lines(await master.text());
    const media = await fetch(variant);
    const text = await media.text();
    const [near = '', far = ''] = lines(text);
    const key = /URI="([^"]+)"/.exec(text)?.[1] ?? '';
    for (const one of [near, far, key]) {
      expect(new URL(one).origin).toBe(plane.url);
      expect(Buffer.from(await (await fetch(one)).arrayBuffer())).toEqual(segment);
    }
    expect(seen).toContainEqual({ path: '/live/v/seg.ts', key: 'secret' });
    // Another host is none of the source's business.
    expect(seen).toContainEqual({ path: '/far.ts', key: undefined });
  });

  it('API-048 passes ranges on', async () => {
    const { url } = await proxied(`${at}/seg.ts`);
    const part = await fetch(url, { headers: { range: 'bytes=10-19' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe('bytes 10-19/1000');
    expect(Buffer.from(await part.arrayBuffer())).toEqual(segment.subarray(10, 20));
  });

  it('API-048 answers HEAD with the content type', async () => {
    const { url } = await proxied(`${at}/live/master.m3u8`);
    const head = await fetch(url, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-type')).toBe('application/vnd.apple.mpegurl');
    expect(await head.text()).toBe('');
  });

  it('API-048 an MPD stands under the address that it was redirected to', async () => {
    const { url } = await proxied(`${at}/moved.mpd`);
    const answer = await fetch(url);
    expect(new URL(answer.url).pathname).toMatch(/\/m\.mpd$/);
    const base = /<BaseURL>([^<]+)/.exec(await answer.text())?.[1] ?? '';
    expect(new URL(base).pathname).toMatch(/\/dash\/$/);
  });

  it('SEC-S10 never serves a page in the origin of the console', async () => {
    const { url } = await proxied(`${at}/evil`);
    const answer = await fetch(url);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  });

  it('SEC-S1 an address cannot be bent to another host, and ends', async () => {
    const { url } = await proxied(`${at}/live/master.m3u8`);
    const foreign = Buffer.from('http://169.254.169.254').toString('base64url');
    const bent = url.replace(/\/([\w-]+)\.([\w-]+)\/live/, `/${foreign}.$2/live`);
    expect(bent).not.toBe(url);
    expect((await fetch(bent)).status).toBe(410);
    expect((await fetch(`${plane.url}/api/v2/proxied-sources/a/b/c`)).status).toBe(410);
    aheadMs = 3_600_000;
    expect((await fetch(url)).status).toBe(410);
    aheadMs = 0;
  });

  it('OP-30 stored headers and credentials of a channel are sent to the host of its source alone', async () => {
    const { url } = await proxied(`${cdnAt}/elsewhere.ts`);
    expect((await fetch(url)).status).toBe(200);
    expect(seen).toContainEqual({ path: '/elsewhere.ts', key: undefined });
  });

  it('API-048 a password in the address of a source may be anything', async () => {
    const { state: _state, ...settings } = channelInput.parse({
      name: 'Odd',
      sourceManifestUrl: `${at.replace('://', '://user:50%ff%25%zz@')}/live/master.m3u8`,
    });
    const { id } = await createChannelStore(plane.database).create(user.tenantId, settings);
    const query = { url: settings.sourceManifestUrl, channelId: id };
    const { url } = await client(contract.sources.proxyManifest, { query });
    expect((await fetch(url)).status).toBe(200);
  });

  it('says what the source answered, and refuses forbidden addresses and foreign channels', async () => {
    const { url } = await proxied(`${at}/gone`);
    const answer = await fetch(url);
    expect(answer.status).toBe(502);
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining('answered 404') });
    const query = { url: 'http://169.254.169.254/' };
    const forbidden = client(contract.sources.proxyManifest, { query });
    expect((await failure(forbidden)).code).toBe('URL_FORBIDDEN');
    const stranger = plane.client(await plane.user(await plane.tenant('Beta'), 'Editor'));
    const foreign = stranger(contract.sources.proxyManifest, { query: { url: at, channelId } });
    expect((await failure(foreign)).code).toBe('CHANNEL_NOT_FOUND');
  });
});
