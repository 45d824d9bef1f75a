import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CountingServer, countingServer } from './counting-server.ts';
import { createEgress } from './egress.ts';
import { startTestProxy, type TestProxy } from './proxy.suite.ts';
import { testCertificate, testCertificateKey } from './test-certificate.suite.ts';

const limits = { timeoutMs: 5_000, maxBytes: 100_000 };

describe('requests through a proxy', () => {
  let origin: CountingServer;
  let proxy: TestProxy;
  let closed: TestProxy;
  const secure = createServer(
    { cert: testCertificate, key: testCertificateKey },
    (request, response) => response.end(`secure ${request.url} ${request.headers.host}`),
  );
  let securePort = 0;
  /** Names are resolved by the proxy: here nobody knows any. */
  const egress = createEgress({
    allow: ['127.0.0.1'],
    lookup: async (name) => Promise.reject(new Error(`looked up ${name}`)),
  });

  beforeAll(async () => {
    origin = await countingServer((request, response) => {
      const to = new URL(request.url ?? '', 'http://x').searchParams.get('to');
      if (to !== null) response.writeHead(302, { location: to }).end();
      else response.end(`at ${request.url}`);
    });
    proxy = await startTestProxy();
    closed = await startTestProxy('user:pass:word');
    secure.listen(0, '127.0.0.1');
    await once(secure, 'listening');
    const address: AddressInfo | string | null = secure.address();
    securePort = typeof address === 'object' && address !== null ? address.port : 0;
  });
  beforeEach(() => {
    for (const list of [origin.requests, proxy.requested, closed.requested]) list.length = 0;
  });
  afterAll(async () => {
    await egress.close();
    await Promise.all([origin.stop(), proxy.stop(), closed.stop()]);
    secure.closeAllConnections();
    secure.close();
  });

  const through = ({ port }: TestProxy, user = '') => `http://${user}127.0.0.1:${port}`;
  const get = (url: string, proxyUrl: string, more: object = {}) =>
    egress.request({ url, proxyUrl, ...limits, ...more });
  const named = (path: string) => `http://origin.example:${origin.port}${path}`;

  it('asks the proxy for the whole address; the origin sees its own name and path', async () => {
    const headers = { 'x-origin-key': 'k', 'proxy-authorization': 'not for you' };
    const answer = await get(named('/a?b=1#c'), through(proxy), { headers });
    expect([answer.status, answer.body.toString(), answer.url]).toEqual([
      200,
      'at /a?b=1',
      named('/a?b=1#c'),
    ]);
    expect(proxy.requested).toEqual([`GET ${named('/a?b=1')}`]);
    const [seen] = origin.requests;
    expect(seen?.headers).toMatchObject({
      host: `origin.example:${origin.port}`,
      'x-origin-key': 'k',
      'user-agent': 'Interlude',
    });
    expect(seen?.headers['proxy-authorization']).toBeUndefined();
  });

  it('sends a body, answers any status, follows redirects through the proxy', async () => {
    await get(named('/post'), through(proxy), { method: 'POST', body: 'text' });
    expect(origin.requests[0]).toMatchObject({ method: 'POST', body: 'text' });
    const answer = await get(named(`/r?to=${named('/there')}`), through(proxy));
    expect(answer.url).toBe(named('/there'));
    expect(proxy.requested).toHaveLength(3);
  });

  it('reaches https through a tunnel, with the origin’s certificate checked', async () => {
    const url = `https://origin.example:${securePort}/s`;
    await expect(get(url, through(proxy))).rejects.toMatchObject({
      code: 'FETCH_FAILED',
      details: { reason: 'its certificate is self-signed' },
    });
    const before = getCACertificates();
    setDefaultCACertificates([...before, testCertificate]);
    try {
      const answers = await Promise.all([1, 2, 3].map(() => get(url, through(proxy))));
      expect(answers.map(({ body }) => body.toString())).toEqual(
        [1, 2, 3].map(() => `secure /s origin.example:${securePort}`),
      );
      expect(new Set(proxy.requested)).toEqual(new Set([`CONNECT origin.example:${securePort}`]));
      const tunnels = proxy.requested.length;
      await get(url, through(proxy));
      expect(proxy.requested).toHaveLength(tunnels);
      const wrongName = get(`https://other.example:${securePort}/`, through(proxy));
      await expect(wrongName).rejects.toMatchObject({
        details: { reason: 'its certificate is for another name' },
      });
    } finally {
      setDefaultCACertificates(before);
    }
  });

  it('a proxy may be spoken to in TLS; its certificate is checked, too', async () => {
    const guarded = await startTestProxy('me:secret', true);
    const own = createEgress({
      allow: ['origin.example', 'other.example'],
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    const send = (url: string, name = 'origin.example') =>
      own.request({ url, proxyUrl: `https://me:secret@${name}:${guarded.port}`, ...limits });
    const secureUrl = `https://origin.example:${securePort}/s`;
    await expect(send(named('/'))).rejects.toMatchObject({
      details: { reason: 'its certificate is self-signed' },
    });
    const before = getCACertificates();
    setDefaultCACertificates([...before, testCertificate]);
    try {
      expect((await send(named('/p'))).body.toString()).toBe('at /p');
      expect((await send(secureUrl)).body.toString()).toContain('secure /s');
      for (const url of [named('/'), secureUrl]) {
        await expect(send(url, 'other.example')).rejects.toMatchObject({
          details: { reason: 'its certificate is for another name' },
        });
      }
    } finally {
      setDefaultCACertificates(before);
      await own.close();
      await guarded.stop();
    }
  });

  it('gives the proxy its credentials, and says when it wants others', async () => {
    const answer = await get(named('/in'), through(closed, 'user:pass%3Aword@'));
    expect(answer.status).toBe(200);
    expect(origin.requests[0]?.headers['authorization']).toBeUndefined();
    const reason = `its proxy 127.0.0.1:${closed.port} requires other credentials (407)`;
    for (const url of [named('/in'), `https://origin.example:${securePort}/`]) {
      await expect(get(url, through(closed, 'user:no@'))).rejects.toMatchObject({
        code: 'FETCH_FAILED',
        details: { reason },
      });
    }
    expect(origin.requests).toHaveLength(1);
  });

  it('names the proxy when it cannot be reached or opens no way', async () => {
    const gone = await startTestProxy();
    await gone.stop();
    for (const scheme of ['http', 'https']) {
      await expect(get(`${scheme}://origin.example/`, through(gone))).rejects.toMatchObject({
        code: 'FETCH_FAILED',
        details: {
          host: expect.stringContaining(`(through the proxy 127.0.0.1:${gone.port})`),
          reason: 'the connection was refused',
        },
      });
    }
    await expect(get('https://origin.example:1/', through(proxy))).rejects.toMatchObject({
      details: { reason: `its proxy 127.0.0.1:${proxy.port} refuses the tunnel (502)` },
    });
  });

  it('the time limit holds while a proxy says nothing', async () => {
    const silent = await countingServer(() => undefined);
    const requested = get(named('/'), `http://127.0.0.1:${silent.port}`, { timeoutMs: 100 });
    await expect(requested).rejects.toMatchObject({ code: 'FETCH_TIMEOUT' });
    await silent.stop();
  });

  it.each([
    'http://10.0.0.1/',
    'https://[::1]/',
    'http://2852039166/latest/meta-data',
    'http://localhost/',
    'http://api.localhost./',
    'http://metadata/',
    'https://metadata.google.internal/',
    'http://printer.local/',
    'http://nas.home.arpa/',
    'file:///etc/passwd',
  ])('SEC-S1 does not ask a proxy for %s, nor follows to it', async (url) => {
    await expect(get(url, through(proxy))).rejects.toMatchObject({ code: 'URL_FORBIDDEN' });
    expect(proxy.requested).toEqual([]);
    const redirected = get(named(`/?to=${encodeURIComponent(url)}`), through(proxy));
    await expect(redirected).rejects.toMatchObject({ code: 'URL_FORBIDDEN' });
    expect(proxy.requested).toHaveLength(1);
  });

  it('SEC-S1 the allow list opens inner names', async () => {
    const open = createEgress({ allow: ['127.0.0.1', `intern:${origin.port}`] });
    const url = `http://intern:${origin.port}/x`;
    const answer = await open.request({ url, proxyUrl: through(proxy), ...limits });
    expect(answer.body.toString()).toBe('at /x');
    await open.close();
  });

  it.each(['http://127.0.0.2:PORT', 'http://proxy.example:PORT', 'http://[::1]:PORT', 'ftp://a/'])(
    'SEC-S1 does not use the proxy %s',
    async (text) => {
      const guarded = createEgress({
        allow: ['origin.example'],
        lookup: async () => [{ address: '127.0.0.1', family: 4 }],
      });
      const proxyUrl = text.replace('PORT', String(proxy.port));
      for (const url of [named('/'), 'https://origin.example/']) {
        await expect(guarded.request({ url, proxyUrl, ...limits })).rejects.toMatchObject({
          code: 'URL_FORBIDDEN',
        });
      }
      expect(proxy.requested).toEqual([]);
      await guarded.close();
    },
  );
});
