import { once } from 'node:events';
import { createServer } from 'node:https';
import {
  type AddressInfo,
  createServer as createSilentServer,
  type Server,
  type Socket,
} from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CountingServer, countingServer } from './counting-server.ts';
import { createEgress } from './egress.ts';
import type { Egress } from './egress-types.ts';
import { startTestProxy, type TestProxy } from './proxy.suite.ts';
import { testCertificate, testCertificateKey } from './test-certificate.suite.ts';

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

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
  /** `origin.example` and `other.example` are public: the test proxy leads their addresses to loopback. */
  const addresses: Record<string, string[]> = {
    'origin.example': ['2606:2800:21f:cb07::1', '93.184.215.14'],
    'other.example': ['93.184.215.14'],
    'inside.example': ['10.0.0.1', 'fd00::1', '169.254.169.254'],
    'six.example': ['2606:2800:21f:cb07::1'],
  };
  const lookup = async (name: string) =>
    (addresses[name] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  let egress: Egress;

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
    securePort = portOf(secure);
  });
  // A kept tunnel would not be requested again.
  beforeEach(() => {
    egress = createEgress({ allow: ['127.0.0.1'], lookup });
    for (const list of [origin.requests, proxy.requested, closed.requested]) list.length = 0;
  });
  afterEach(() => egress.close());
  afterAll(async () => {
    await Promise.all([origin.stop(), proxy.stop(), closed.stop()]);
    secure.closeAllConnections();
    secure.close();
  });

  const through = ({ port }: TestProxy, user = '') => `http://${user}127.0.0.1:${port}`;
  const get = (url: string, proxyUrl: string, more: object = {}) =>
    egress.request({ url, proxyUrl, ...limits, ...more });
  const named = (path: string) => `http://origin.example:${origin.port}${path}`;

  it('SEC-S59 a proxy gets the address that was checked, the origin its own name and path', async () => {
    const headers = { 'x-origin-key': 'k', 'proxy-authorization': 'not for you' };
    const answer = await get(named('/a?b=1#c'), through(proxy), { headers });
    expect([answer.status, answer.body.toString(), answer.url]).toEqual([
      200,
      'at /a?b=1',
      named('/a?b=1#c'),
    ]);
    expect(proxy.requested).toEqual([`CONNECT 93.184.215.14:${origin.port}`]);
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
    expect(origin.requests.map(({ url }) => url)).toEqual([
      ...['/post', `/r?to=${named('/there')}`, '/there'],
    ]);
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
      expect(new Set(proxy.requested)).toEqual(new Set([`CONNECT 93.184.215.14:${securePort}`]));
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
    // Once each: a wrong password is not tried again with another address of the origin.
    expect(closed.requested).toHaveLength(3);
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
    const open = new Set<Socket>();
    const silent = createSilentServer((socket) => void open.add(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const port = portOf(silent);
    const requested = get(named('/'), `http://127.0.0.1:${port}`, { timeoutMs: 100 });
    await expect(requested).rejects.toMatchObject({ code: 'FETCH_TIMEOUT' });
    for (const socket of open) socket.destroy();
    silent.close();
  });

  it('SEC-S59 an origin of IPv6 alone is reached by its address, in brackets', async () => {
    const answer = await get(`http://six.example:${origin.port}/six`, through(proxy));
    expect(answer.body.toString()).toBe('at /six');
    expect(proxy.requested).toEqual([`CONNECT [2606:2800:21f:cb07::1]:${origin.port}`]);
  });

  it('SEC-S59 of two addresses the second is tried where the proxy cannot reach the first', async () => {
    const places: string[] = [];
    const half = await startTestProxy(undefined, false, (place) => {
      places.push(place);
      return place.startsWith('[');
    });
    expect((await get(named('/second'), through(half))).body.toString()).toBe('at /second');
    expect(places).toEqual([
      ...[`93.184.215.14:${origin.port}`, `[2606:2800:21f:cb07::1]:${origin.port}`],
    ]);
    await half.stop();
  });

  it('SEC-S59 a name that the operator allows is left to the proxy', async () => {
    const open = createEgress({ allow: ['127.0.0.1', 'only-there.example'], lookup });
    const url = `http://only-there.example:${origin.port}/x`;
    const answer = await open.request({ url, proxyUrl: through(proxy), ...limits });
    expect(answer.body.toString()).toBe('at /x');
    expect(proxy.requested).toEqual([`CONNECT only-there.example:${origin.port}`]);
    await open.close();
  });

  it.each(['http', 'https'])(
    'SEC-S59 a proxy is led to no %s name that resolves to private addresses, nor by a redirect',
    async (scheme) => {
      const inside = `${scheme}://inside.example:${origin.port}/`;
      await expect(get(inside, through(proxy))).rejects.toMatchObject({ code: 'URL_FORBIDDEN' });
      expect(proxy.requested).toEqual([]);
      const redirected = get(named(`/?to=${encodeURIComponent(inside)}`), through(proxy));
      await expect(redirected).rejects.toMatchObject({ code: 'URL_FORBIDDEN' });
      expect(proxy.requested).toEqual([`CONNECT 93.184.215.14:${origin.port}`]);
    },
  );

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
  ])('SEC-S1 does not request %s from a proxy, nor follows to it', async (url) => {
    await expect(get(url, through(proxy))).rejects.toMatchObject({ code: 'URL_FORBIDDEN' });
    expect(proxy.requested).toEqual([]);
    const redirected = get(named(`/?to=${encodeURIComponent(url)}`), through(proxy));
    await expect(redirected).rejects.toMatchObject({ code: 'URL_FORBIDDEN' });
    expect(proxy.requested).toEqual([`CONNECT 93.184.215.14:${origin.port}`]);
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
