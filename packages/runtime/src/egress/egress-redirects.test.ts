import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CountingServer, countingServer } from './counting-server.ts';
import { createEgress } from './egress.ts';

describe('redirects (RFC 9110 §15.4)', () => {
  let first: CountingServer;
  let second: CountingServer;
  const egress = createEgress({ allow: ['127.0.0.1'] });
  /** Path → [status, location]; anything else answers its own path. */
  const table = new Map<string, [number, string]>();

  beforeAll(async () => {
    const answer: Parameters<typeof countingServer>[0] = (request, response) => {
      const [status, location] = table.get(request.url ?? '') ?? [];
      if (status === undefined || location === undefined) response.end(`at ${request.url}`);
      else response.writeHead(status, { location }).end('moved');
    };
    first = await countingServer(answer);
    second = await countingServer(answer);
  });
  beforeEach(() => {
    table.clear();
    first.requests.length = 0;
    second.requests.length = 0;
  });
  afterAll(async () => {
    await egress.close();
    await Promise.all([first.stop(), second.stop()]);
  });

  const at = (server: CountingServer, path: string) => `http://127.0.0.1:${server.port}${path}`;
  const limits = { timeoutMs: 5_000, maxBytes: 1_000 };

  it('follows and returns the address that answered', async () => {
    table.set('/a', [302, 'b?x=1']).set('/b?x=1', [301, at(second, '/c')]);
    const answer = await egress.request({ url: at(first, '/a'), ...limits });
    expect([answer.url, answer.body.toString()]).toEqual([at(second, '/c'), 'at /c']);
  });

  it.each([
    'http://127.0.0.2:{port}/',
    'http://2130706434:{port}/',
    'http://[::ffff:7f00:2]:{port}/',
    'http://localhost.example:{port}/',
    'http://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:{port}/_x',
    'http://[broken',
  ])('SEC-S1 does not follow to %s', async (target) => {
    const trap = await countingServer((_request, response) => response.end('secret'), {
      host: '127.0.0.2',
    });
    const guarded = createEgress({
      allow: ['127.0.0.1'],
      lookup: async () => [{ address: '127.0.0.2', family: 4 }],
    });
    table.set('/a', [302, target.replace('{port}', String(trap.port))]);
    await expect(guarded.request({ url: at(first, '/a'), ...limits })).rejects.toMatchObject({
      code: 'URL_FORBIDDEN',
    });
    expect(trap.connections()).toBe(0);
    await guarded.close();
    await trap.stop();
  });

  it('ends a loop', async () => {
    table.set('/a', [302, '/b']).set('/b', [302, '/a']);
    await expect(egress.request({ url: at(first, '/a'), ...limits })).rejects.toMatchObject({
      code: 'FETCH_FAILED',
      details: { reason: 'it redirects more than 5 times' },
    });
    expect(first.requests).toHaveLength(6);
  });

  it('answers the redirect itself when none may be followed', async () => {
    table.set('/a', [302, '/b']);
    const answer = await egress.request({ url: at(first, '/a'), ...limits, maxRedirects: 0 });
    expect([answer.status, answer.headers['location']]).toEqual([302, '/b']);
  });

  it('drops every header that may be a secret when the host changes, and keeps it on the same one', async () => {
    table.set('/a', [302, '/b']).set('/b', [307, at(second, '/c')]);
    const headers = {
      Authorization: 'Bearer secret',
      Cookie: 'a=1',
      'api-key': 'k',
      'X-Origin-Key': 'k',
      Accept: 'text/xml',
      'X-Forwarded-For': '192.0.2.1',
      'User-Agent': 'Player/1',
    };
    await egress.request({ url: at(first, '/a'), ...limits, headers });
    const sent = (server: CountingServer, index: number) =>
      Object.keys(server.requests[index]?.headers ?? {}).sort();
    const always = ['accept', 'accept-encoding', 'connection', 'host', 'user-agent'];
    expect(sent(first, 1)).toEqual(
      [...always, 'api-key', 'authorization', 'cookie', 'x-forwarded-for', 'x-origin-key'].sort(),
    );
    expect(sent(second, 0)).toEqual([...always, 'x-forwarded-for'].sort());
  });

  it('sends user and password of an address as basic authentication, to that host only', async () => {
    table.set('/a', [302, at(second, '/b')]);
    const url = `http://us%40er:p%3Aw@127.0.0.1:${first.port}/a`;
    const answer = await egress.request({ url, ...limits });
    const expected = `Basic ${Buffer.from('us@er:p:w').toString('base64')}`;
    expect(first.requests[0]?.headers.authorization).toBe(expected);
    expect(second.requests[0]?.headers.authorization).toBeUndefined();
    expect(answer.url).not.toContain('us%40er');
  });

  it.each([
    [301, 'GET', ''],
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', 'x=1'],
    [308, 'POST', 'x=1'],
  ])('a POST answered with %i goes on as %s', async (status, method, body) => {
    table.set('/a', [status, '/b']);
    await egress.request({ url: at(first, '/a'), ...limits, method: 'POST', body: 'x=1' });
    expect(first.requests[1]).toMatchObject({ method, body });
  });

  it('takes no header that belongs to the connection from a caller', async () => {
    const headers = { Host: 'evil.example', 'Transfer-Encoding': 'chunked', Connection: 'close' };
    await egress.request({ url: at(first, '/x'), ...limits, headers });
    expect(first.requests[0]?.headers).toMatchObject({
      host: `127.0.0.1:${first.port}`,
      connection: 'keep-alive',
    });
  });
});
