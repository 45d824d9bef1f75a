import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CountingServer, countingServer } from './counting-server.ts';
import { createEgress } from './egress.ts';
import type { EgressStreamRequest } from './egress-types.ts';

const MB = 1024 * 1024;

describe('answers as streams', () => {
  const egress = createEgress({ allow: ['127.0.0.1'] });
  let server: CountingServer;
  const open: ServerResponse[] = [];

  beforeAll(async () => {
    server = await countingServer((request, response) => {
      const answers: Record<string, () => void> = {
        '/silent': () => undefined,
        '/stalls': () => {
          response.writeHead(200).write('abc');
          open.push(response);
        },
        '/drips': () => {
          response.writeHead(200);
          const timer = setInterval(() => response.write('a'), 10);
          response.on('close', () => clearInterval(timer));
        },
        '/large': () => {
          response.writeHead(200, { 'content-length': 20 * MB });
          Readable.from(
            (function* () {
              for (let at = 0; at < 20; at += 1) yield Buffer.alloc(MB, at);
            })(),
          ).pipe(response);
        },
        '/announced': () => response.writeHead(200, { 'content-length': 5 * MB }).write('a'),
        '/over': () => response.end(Buffer.alloc(2 * MB)),
        '/bomb': () =>
          response
            .writeHead(200, { 'content-encoding': 'gzip' })
            .end(gzipSync(Buffer.alloc(50 * MB))),
        '/gzip': () =>
          response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('hello')),
        '/stacked': () => response.writeHead(200, { 'content-encoding': 'gzip, br' }).end('x'),
        '/cut': () => {
          response.writeHead(200, { 'content-length': 100 });
          response.write('a', () => response.destroy());
        },
        '/moved': () => response.writeHead(302, { location: '/hello' }).end(),
        '/inward': () => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
        '/hello': () => response.writeHead(200, { 'content-type': 'text/plain' }).end('hello'),
        '/range': () =>
          response
            .writeHead(206, { 'content-range': 'bytes 1-2/5' })
            .end(request.headers.range === 'bytes=1-2' ? 'el' : 'no range'),
        '/404': () => response.writeHead(404).end('not here'),
        '/204': () => response.writeHead(204).end(),
      };
      (answers[request.url ?? ''] ?? (() => response.end()))();
    });
  });
  afterAll(async () => {
    await egress.close();
    await server.stop();
  });

  const at = (path: string) => `http://127.0.0.1:${server.port}${path}`;
  const stream = (path: string, more: Partial<EgressStreamRequest> = {}) =>
    egress.stream({
      url: at(path),
      headersTimeoutMs: 5_000,
      idleTimeoutMs: 5_000,
      maxBytes: MB,
      ...more,
    });
  const read = async (path: string, more: Partial<EgressStreamRequest> = {}) =>
    buffer((await stream(path, more)).body);

  it('gives status, address after redirects, headers and body', async () => {
    const answer = await stream('/moved');
    expect([answer.status, answer.url, answer.headers['content-type']]).toEqual([
      200,
      at('/hello'),
      'text/plain',
    ]);
    expect((await buffer(answer.body)).toString()).toBe('hello');
    expect(server.requests.at(-1)?.headers['accept-encoding']).toBe('identity');
  });

  it('holds back a sender whose answer nobody reads, without calling it silent', async () => {
    const before = process.memoryUsage().arrayBuffers;
    const { body } = await stream('/large', { maxBytes: 20 * MB, idleTimeoutMs: 40 });
    await wait(150);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * MB);
    expect((await buffer(body)).length).toBe(20 * MB);
  });

  it('passes a range on', async () => {
    const answer = await stream('/range', { headers: { Range: 'bytes=1-2' } });
    expect([answer.status, (await buffer(answer.body)).toString()]).toEqual([206, 'el']);
  });

  it('decodes a content coding that was not requested, and removes content-length', async () => {
    const answer = await stream('/gzip');
    expect(answer.headers['content-length']).toBeUndefined();
    expect((await buffer(answer.body)).toString()).toBe('hello');
  });

  it.each([
    ['/silent', { headersTimeoutMs: 60 }, 'FETCH_TIMEOUT'],
    ['/stalls', { idleTimeoutMs: 60 }, 'FETCH_TIMEOUT'],
    ['/drips', { timeoutMs: 120, idleTimeoutMs: 60 }, 'FETCH_TIMEOUT'],
    ['/announced', {}, 'FETCH_TOO_LARGE'],
    ['/over', {}, 'FETCH_TOO_LARGE'],
    ['/bomb', {}, 'FETCH_TOO_LARGE'],
    ['/stacked', {}, 'FETCH_FAILED'],
    ['/cut', {}, 'FETCH_FAILED'],
    ['/inward', {}, 'URL_FORBIDDEN'],
  ] as const)('%s within %j ends with %s', async (path, more, code) => {
    const started = performance.now();
    await expect(read(path, more)).rejects.toMatchObject({ name: 'DomainError', code });
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  it('a body goes on after the time for its headers is over', async () => {
    const { body } = await stream('/stalls', { headersTimeoutMs: 50 });
    await wait(100);
    open.at(-1)?.end('def');
    expect((await buffer(body)).toString()).toBe('abcdef');
  });

  it('the caller may give up before and within the body', async () => {
    const stop = new AbortController();
    const waiting = stream('/silent', { signal: stop.signal });
    const { body } = await stream('/stalls', { signal: stop.signal });
    stop.abort(new RangeError('enough'));
    await expect(waiting).rejects.toThrow(new RangeError('enough'));
    await expect(buffer(body)).rejects.toThrow(new RangeError('enough'));
    await expect(stream('/hello', { signal: stop.signal })).rejects.toThrow('enough');
  });

  it('a body that is destroyed ends its connection', async () => {
    const { body } = await stream('/stalls');
    const closed = once(open.at(-1) ?? Readable.from([]), 'close');
    body.destroy();
    await closed;
    expect(body.destroyed).toBe(true);
  });

  describe('fetch', () => {
    it('sends method, headers and body, and answers as the web does', async () => {
      const answer = await egress.fetch(at('/404'), {
        method: 'PUT',
        headers: { 'X-Amz-Date': 'today' },
        body: new Uint8Array([104, 105]),
      });
      expect([answer.status, answer.ok, await answer.text()]).toEqual([404, false, 'not here']);
      expect(server.requests.at(-1)).toMatchObject({
        method: 'PUT',
        body: 'hi',
        headers: { 'x-amz-date': 'today', 'content-length': '2' },
      });
    });

    it.each(['HEAD', 'GET', 'DELETE'])('%s of an answer without a body', async (method) => {
      const answer = await egress.fetch(at('/204'), { method });
      expect([answer.status, answer.body]).toEqual([204, null]);
    });

    it('returns a redirect to the caller with maxRedirects 0', async () => {
      const answer = await egress.fetch(at('/moved'), { redirect: 'manual' });
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/hello']);
    });

    it('meets the guard', async () => {
      await expect(egress.fetch('http://169.254.169.254/latest/')).rejects.toMatchObject({
        code: 'URL_FORBIDDEN',
      });
    });
  });
});
