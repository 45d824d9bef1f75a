import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WATCH_LIMITS } from '@interlude/audit';
import { createEgress } from '@interlude/runtime';
import { afterEach, describe, expect, it } from 'vitest';
import { manifestReader } from './read-manifest.ts';

const open: Server[] = [];
const opened: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  for (const egress of opened.splice(0)) await egress.close();
});

async function listening(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

/** `user` names the first host; further ones are allowed one by one. */
function reader(url: string, { allow = [], timeoutMs = 5_000, headers = {} }: Options = {}) {
  const egress = createEgress({ allow: [new URL(url).host, ...allow] });
  opened.push(egress);
  const read = manifestReader(egress, { url, headers, timeoutMs });
  return (address = url, signal = new AbortController().signal) => read(address, signal);
}

interface Options {
  readonly allow?: readonly string[];
  readonly timeoutMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

describe('reading a manifest', () => {
  it('answers its text, its size and where it came from', async () => {
    const base = await listening((request, response) => {
      if (request.url === '/a') response.writeHead(302, { location: 'b?x=1' }).end('moved');
      else response.end('#EXTM3U é');
    });
    expect(await reader(`${base}/a`)()).toEqual({
      kind: 'text',
      url: `${base}/b?x=1`,
      text: '#EXTM3U é',
      bytes: 5 + 10,
    });
  });

  it('SEC-S70 headers of the user go to the origin of the address alone, also those that others let travel', async () => {
    const seen: [string, unknown, unknown][] = [];
    const note =
      (name: string): RequestListener =>
      (request, response) => {
        seen.push([name, request.headers['x-key'], request.headers['x-forwarded-for']]);
        const target = new URL(request.url ?? '/', 'http://h').searchParams.get('to');
        if (target !== null) response.writeHead(307, { location: target });
        response.end('#EXTM3U');
      };
    const other = await listening(note('other'));
    const own = await listening(note('own'));
    const headers = { 'x-key': 'k', 'x-forwarded-for': '1.2.3.4' };
    const read = reader(own, { allow: [new URL(other).host], headers });
    await read(`${own}/?to=${encodeURIComponent(`${other}/?to=${own}/`)}`);
    await read(`${other}/media.m3u8`);
    expect(seen).toEqual([
      ['own', 'k', '1.2.3.4'],
      ['other', undefined, undefined],
      ['own', 'k', '1.2.3.4'],
      ['other', undefined, undefined],
    ]);
  });

  it('SEC-S70 a private address that only the server names is not requested, unless it is allowed', async () => {
    let requests = 0;
    const inner = await listening((_, response) => {
      requests += 1;
      response.end('secret');
    });
    const base = await listening((_, response) =>
      response.writeHead(302, { location: inner }).end(),
    );
    const { host } = new URL(inner);
    expect(await reader(base)()).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining(`Allow it with --allow ${host}`),
    });
    expect(await reader(base)('file:///etc/passwd')).toMatchObject({ kind: 'failed' });
    expect(requests).toBe(0);
    expect(await reader(base, { allow: [host] })()).toMatchObject({ kind: 'text' });
  });

  it.each([
    [
      'redirects without end',
      (): RequestListener => (_, response) => response.writeHead(302, { location: '/' }).end(),
      'redirects more than 5 times',
    ],
    [
      'an endless answer',
      (): RequestListener => (_, response) => {
        const part = Buffer.alloc(1024 * 1024, 'a');
        const more = (): void => {
          while (response.write(part));
        };
        response.on('drain', more);
        more();
      },
      `larger than ${WATCH_LIMITS.maxManifestBytes} bytes`,
    ],
    [
      'a slow drip',
      (): RequestListener => (_, response) => {
        const timer = setInterval(() => response.write('#'), 5);
        response.on('close', () => clearInterval(timer));
      },
      'did not answer within 0.1 s.',
    ],
    ['silence', (): RequestListener => () => undefined, 'did not answer within 0.1 s.'],
    [
      'an error',
      (): RequestListener => (_, response) => response.writeHead(503).end('busy'),
      'answers with status 503.',
    ],
  ])('SEC-S71 %s ends in a sentence', async (name, handle, sentence) => {
    const isTimed = name === 'a slow drip' || name === 'silence';
    const read = reader(await listening(handle()), isTimed ? { timeoutMs: 100 } : {});
    const answer = await read();
    expect(answer).toMatchObject({ kind: 'failed', reason: expect.stringContaining(sentence) });
  });

  it('SEC-S71 redirects that drip have no more time than one answer', async () => {
    const base = await listening((_, response) => {
      setTimeout(() => response.writeHead(302, { location: '/' }).end(), 60);
    });
    expect(await reader(base, { timeoutMs: 100 })()).toMatchObject({
      reason: expect.stringContaining('did not answer within 0.1 s.'),
    });
  });

  it('counts what an answer that is cut off has cost', async () => {
    const base = await listening((_, response) =>
      response.writeHead(200, { 'content-length': 1e9 }).write('a'),
    );
    expect(await reader(base)()).toMatchObject({
      kind: 'failed',
      bytes: WATCH_LIMITS.maxManifestBytes,
    });
  });
});
