import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { Agent } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CollectOptions, collectAnswer } from './collect-answer.ts';
import { type CountingServer, countingServer } from './counting-server.ts';

const KB = 1_024;

describe('answers that are collected in memory', () => {
  const agent = new Agent({ connections: 1, headersTimeout: 0, bodyTimeout: 0 });
  let server: CountingServer;
  let last: { request: IncomingMessage; response: ServerResponse };

  beforeAll(async () => {
    server = await countingServer((request, response) => {
      last = { request, response };
      const gzip = { 'content-encoding': 'gzip' };
      const answers: Record<string, () => void> = {
        '/parts': () => {
          response.writeHead(200).write('one ');
          setImmediate(() => response.end('two'));
        },
        '/gzip-parts': () => {
          const coded = gzipSync('one two');
          response.writeHead(200, gzip).write(coded.subarray(0, 12));
          setImmediate(() => response.end(coded.subarray(12)));
        },
        '/moved': () =>
          response.writeHead(302, { location: '/parts', 'content-length': 9 * KB }).write('gone'),
        '/early': () => {
          response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
          response.end('late');
        },
        // Damaged or too large already, and never ended.
        '/damaged': () => response.writeHead(200, gzip).write('no gzip at all'),
        '/bomb': () => response.writeHead(200, gzip).write(gzipSync(Buffer.alloc(900 * KB))),
        '/coded': () => response.writeHead(200, gzip).write(Buffer.alloc(9 * KB, 31)),
        '/silent': () => undefined,
        '/empty-gzip': () => response.writeHead(200, gzip).end(gzipSync('')),
        '/204': () => response.writeHead(204).end(),
      };
      answers[request.url ?? '']?.();
    });
  });
  afterAll(async () => {
    await agent.destroy();
    await server.stop();
  });

  const collect = async (path: string, more: Partial<CollectOptions> = {}) =>
    collectAnswer(
      agent,
      { origin: `http://127.0.0.1:${server.port}`, path, method: 'GET' },
      {
        host: 'ads.example',
        maxBytes: 8 * KB,
        isRead: () => true,
        signal: new AbortController().signal,
        ...more,
      },
    );

  it.each([
    ['/parts', 'one two'],
    ['/gzip-parts', 'one two'],
    ['/early', 'late'],
    ['/empty-gzip', ''],
    ['/204', ''],
  ])('puts the parts of %s together', async (path, text) => {
    expect((await collect(path)).body.toString()).toBe(text);
  });

  it('keeps the connection for the next request', async () => {
    await collect('/parts');
    const before = server.connections();
    await collect('/gzip-parts');
    expect(server.connections()).toBe(before);
  });

  it('resolves with the head of an answer that is not read, and ends its connection', async () => {
    const answer = await collect('/moved', { isRead: (statusCode) => statusCode !== 302 });
    expect(answer).toMatchObject({ statusCode: 302, headers: { location: '/parts' } });
    expect(answer.body).toHaveLength(0);
    if (!last.response.closed) await once(last.response, 'close');
    expect(last.response.writableFinished).toBe(false);
  });

  it.each([
    ['/damaged', { code: 'Z_DATA_ERROR' }],
    ['/bomb', { code: 'FETCH_TOO_LARGE', details: { host: 'ads.example', limitBytes: 8 * KB } }],
    ['/coded', { code: 'FETCH_TOO_LARGE' }],
  ])('rejects %s as soon as it is known, and ends its connection', async (path, error) => {
    await expect(collect(path)).rejects.toMatchObject(error);
    if (!last.response.closed) await once(last.response, 'close');
    expect(last.response.writableFinished).toBe(false);
  });

  it('counts the decompressed bytes of an answer that is refused', async () => {
    let bytes = 0;
    const onBytes = (more: number) => {
      bytes += more;
    };
    await expect(collect('/bomb', { maxBytes: 64 * KB, onBytes })).rejects.toMatchObject({
      code: 'FETCH_TOO_LARGE',
    });
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(64 * KB);
  });

  it('gives up in front of the answer, and while it waits for a connection', async () => {
    const stop = new AbortController();
    const reason = new RangeError('enough');
    const sent = collect('/silent', { signal: stop.signal });
    const waiting = collect('/parts', { signal: stop.signal });
    const refused = Promise.all([
      expect(sent).rejects.toBe(reason),
      expect(waiting).rejects.toBe(reason),
    ]);
    await once(agent, 'connect');
    stop.abort(reason);
    await refused;
    expect((await collect('/parts')).body.toString()).toBe('one two');
  });
});
