import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { listen } from '@interlude/runtime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentTypes, sendBody } from './answer.ts';
import { acceptsGzip } from './compression.ts';

const playlist = (lines: number) =>
  Buffer.from(
    Array.from({ length: lines }, (_, n) => `#EXTINF:4,\nhttps://a.test/${n}.m4s`).join('\n'),
  );
const bodies = { small: playlist(20), large: playlist(2_000) } as const;

let server: Server;
let port: number;

beforeAll(async () => {
  server = createServer((request, response) => {
    const body = request.url === '/small' ? bodies.small : bodies.large;
    sendBody(request, response, contentTypes.hls, body);
  });
  port = await listen(server, { port: 0, host: '127.0.0.1', variable: 'PORT' });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Plain http: fetch would unpack by itself. */
async function get(path: string, acceptEncoding?: string, method = 'GET') {
  const headers = acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding };
  const request = httpRequest({ port, path, method, headers }).end();
  const [answer] = (await once(request, 'response')) as [import('node:http').IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) {
    chunks.push(chunk as Buffer);
  }
  return { headers: answer.headers, body: Buffer.concat(chunks) };
}

describe('large answers', () => {
  test('are gzipped for who takes it, and the same when unpacked', async () => {
    const { headers, body } = await get('/large', 'gzip, deflate, br');
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(Number(headers['content-length'])).toBe(body.length);
    expect(body.length).toBeLessThan(bodies.large.length / 4);
    expect(gunzipSync(body)).toEqual(bodies.large);
    const head = await get('/large', 'gzip', 'HEAD');
    expect([head.headers['content-length'], head.body.length]).toEqual([String(body.length), 0]);
  });

  test('go out as they are for who does not, as small ones do for everybody', async () => {
    for (const encoding of [undefined, 'br', 'gzip;q=0', 'identity']) {
      const { headers, body } = await get('/large', encoding);
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers.vary).toBe('accept-encoding');
      expect(body).toEqual(bodies.large);
    }
    const small = await get('/small', 'gzip');
    expect([small.headers['content-encoding'], small.headers.vary]).toEqual([undefined, undefined]);
  });

  test('many at once all get their bytes, packed or not', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => get('/large', 'gzip')));
    for (const { headers, body } of answers) {
      const plain = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
      expect(plain).toEqual(bodies.large);
    }
  });
});

test.each([
  ['gzip', true],
  ['*', true],
  ['br;q=1.0, GZIP;q=0.8', true],
  ['gzip;q=0.001', true],
  ['*;q=0', false],
  ['gzip; q=0.0, *', false],
  ['x-gzip', false],
  ['', false],
])('accept-encoding %j: %s', (value, accepts) => {
  expect(acceptsGzip({ headers: { 'accept-encoding': value } })).toBe(accepts);
});
