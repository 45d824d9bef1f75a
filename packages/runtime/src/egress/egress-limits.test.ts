import { randomBytes } from 'node:crypto';
import { createServer as createRawServer } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../listen.ts';
import { type CountingServer, countingServer } from './counting-server.ts';
import { createEgress } from './egress.ts';

const MB = 1024 * 1024;

describe('limits of outbound requests', () => {
  const egress = createEgress({ allow: ['127.0.0.1'] });
  let server: CountingServer;

  beforeAll(async () => {
    const bomb = gzipSync(Buffer.alloc(50 * MB));
    const noise = randomBytes(64 * 1024);
    server = await countingServer((request, response) => {
      const gzip = { 'content-encoding': 'gzip' };
      const answers: Record<string, () => void> = {
        '/silent': () => undefined,
        '/slow': () => {
          response.writeHead(200);
          response.write('a');
          const timer = setInterval(() => response.write('a'), 20);
          response.on('close', () => clearInterval(timer));
        },
        '/endless': () => {
          const more = (): void => {
            while (response.write(noise));
          };
          response.on('drain', more);
          more();
        },
        '/announced': () => response.writeHead(200, { 'content-length': 5 * MB }).write('a'),
        '/bomb': () => response.writeHead(200, gzip).end(bomb),
        '/gzip': () => response.writeHead(200, gzip).end(gzipSync('hello')),
        '/deflate': () =>
          response.writeHead(200, { 'content-encoding': 'deflate' }).end(deflateSync('hello')),
        '/br': () =>
          response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync('hello')),
        '/stacked': () =>
          response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(gzipSync(bomb)),
        '/broken-gzip': () => response.writeHead(200, gzip).end('no gzip'),
        '/cut-gzip': () => response.writeHead(200, gzip).end(gzipSync(noise).subarray(0, 1_000)),
        '/cut': () => {
          response.writeHead(200, { 'content-length': 100 });
          response.write('a', () => response.destroy());
        },
        '/headers': () => response.writeHead(200, { 'x-big': 'a'.repeat(100_000) }).end(),
        '/404': () => response.writeHead(404).end('not here'),
        '/exact': () => response.end(Buffer.alloc(1_000)),
        '/over': () => response.end(Buffer.alloc(1_001)),
      };
      (answers[request.url ?? ''] ?? (() => response.end()))();
    });
  });
  afterAll(async () => {
    await egress.close();
    await server.stop();
  });

  const get = (path: string, more: object = {}) =>
    egress.request({
      url: `http://127.0.0.1:${server.port}${path}`,
      timeoutMs: 10_000,
      maxBytes: 1_000,
      ...more,
    });

  it.each(['/silent', '/slow'])('ends %s at the time limit', async (path) => {
    const startedAt = performance.now();
    await expect(get(path, { timeoutMs: 150 })).rejects.toMatchObject({
      code: 'FETCH_TIMEOUT',
      details: { host: `127.0.0.1:${server.port}`, timeoutMs: 150 },
    });
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });

  it('counts name resolution into the time limit', async () => {
    const stuck = createEgress({ lookup: () => new Promise(() => undefined) });
    await expect(
      stuck.request({ url: 'http://stuck.example/', timeoutMs: 100, maxBytes: 1_000 }),
    ).rejects.toMatchObject({ code: 'FETCH_TIMEOUT' });
    await stuck.close();
  });

  it.each(['/endless', '/announced', '/bomb', '/over'])(
    'stops reading %s at the size limit',
    async (path) => {
      await expect(get(path)).rejects.toMatchObject({
        code: 'FETCH_TOO_LARGE',
        details: { limitBytes: 1_000 },
      });
    },
  );

  it('does not keep a gzip bomb in memory', async () => {
    const before = process.memoryUsage().rss;
    await expect(get('/bomb', { maxBytes: MB })).rejects.toMatchObject({ code: 'FETCH_TOO_LARGE' });
    expect(process.memoryUsage().rss - before).toBeLessThan(40 * MB);
  });

  it('takes a body of exactly the limit', async () => {
    expect((await get('/exact')).body).toHaveLength(1_000);
  });

  it.each(['/gzip', '/deflate', '/br'])('decompresses %s', async (path) => {
    const parts: number[] = [];
    const { body } = await get(path, { onBytes: (bytes: number) => parts.push(bytes) });
    expect(body.toString()).toBe('hello');
    expect(parts.reduce((sum, bytes) => sum + bytes, 0)).toBe(body.length);
  });

  it.each([
    ['/stacked', 'its content encoding is not supported'],
    ['/broken-gzip', 'its compressed answer is damaged'],
    ['/cut-gzip', 'its compressed answer is cut off'],
    ['/cut', 'the connection was closed'],
    ['/headers', 'its headers are too large'],
  ])('says what is wrong with %s', async (path, reason) => {
    await expect(get(path, { maxBytes: MB })).rejects.toMatchObject({
      code: 'FETCH_FAILED',
      details: { reason },
    });
  });

  it('returns a status of 400 and more', async () => {
    const answer = await get('/404');
    expect([answer.status, answer.body.toString()]).toEqual([404, 'not here']);
  });

  it('answers HEAD without a body', async () => {
    const answer = await get('/exact', { method: 'HEAD' });
    expect([answer.status, answer.body.length]).toEqual([200, 0]);
  });

  it('says that the connection was refused', async () => {
    const gone = await countingServer(() => undefined);
    await gone.stop();
    await expect(
      egress.request({ url: `http://127.0.0.1:${gone.port}/`, timeoutMs: 5_000, maxBytes: 10 }),
    ).rejects.toMatchObject({
      code: 'FETCH_FAILED',
      details: { host: `127.0.0.1:${gone.port}`, reason: 'the connection was refused' },
    });
  });

  it('says that an answer is not HTTP', async () => {
    const raw = createRawServer((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n\r\n'));
    const port = await listen(raw, { port: 0, host: '127.0.0.1', variable: 'PORT' });
    await expect(
      egress.request({ url: `http://127.0.0.1:${port}/`, timeoutMs: 5_000, maxBytes: 10 }),
    ).rejects.toMatchObject({
      code: 'FETCH_FAILED',
      details: { reason: 'its answer is not HTTP' },
    });
    raw.close();
  });

  it("gives the caller's own reason when the caller aborts", async () => {
    const stop = new AbortController();
    const running = get('/silent', { signal: stop.signal });
    stop.abort(new RangeError('enough'));
    await expect(running).rejects.toThrow(new RangeError('enough'));
  });

  it('refuses a header that would split the request', async () => {
    const headers = { 'x-a': 'b\r\nx-c: d' };
    await expect(get('/404', { headers })).rejects.toMatchObject({
      code: 'FETCH_FAILED',
      details: { reason: 'a header of the request is not valid' },
    });
  });
});
