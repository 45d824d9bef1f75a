import { idempotencyKeyHeader } from '@interlude/contract';
import { contract } from '@interlude/contract/api';
import { describe, expect, it } from 'vitest';
import { createInterludeClient, type InterludeOptions } from './client.ts';
import { ConnectionError, hasCode } from './errors.ts';

type Step = Response | Error | 'never';
interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
}

const json = (value: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(value), { status, headers });
const failure = (status: number, errorCode: string, headers: Record<string, string> = {}) =>
  json({ code: status, errorCode, message: 'no' }, status, headers);

/** A server that answers these one after another. */
function answering(steps: readonly Step[], options: Partial<InterludeOptions> = {}) {
  const sent: Sent[] = [];
  const fetch: typeof globalThis.fetch = (url, init) => {
    const step = steps[sent.length];
    const headers = new Headers(init?.headers);
    sent.push({ url: String(url), method: init?.method ?? '', headers });
    if (step instanceof Response) return Promise.resolve(step);
    if (step instanceof Error) return Promise.reject(step);
    return new Promise((_, reject) => {
      if (init?.signal?.aborted) reject(init.signal.reason);
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
  };
  const url = 'https://interlude.example/';
  const client = createInterludeClient({ url, key: 'k', fetch, retryDelayMs: 1, ...options });
  return { client, sent, keys: () => sent.map(({ headers }) => headers.get(idempotencyKeyHeader)) };
}

const body = { name: 'News', sourceManifestUrl: 'https://origin.example/a.m3u8' };
const broken = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });

describe('a call of the client', () => {
  it('has every route that is answered in JSON, and no other', () => {
    const { client } = answering([]);
    expect(Object.keys(client)).toEqual(Object.keys(contract));
    expect(client.events).toEqual({});
    expect('uploadMedia' in client.titles).toBe(false);
    expect(Object.keys(client.channels)).toEqual(Object.keys(contract.channels));
  });

  it('API-012 sends the key, the company and the query to the address of the route', async () => {
    const { client, sent } = answering([json([], 200, { 'x-total-count': '7' })], {
      key: async () => 'fresh',
      company: 'acme',
    });
    const rows = await client.channels.list({ query: { limit: 2 } });
    expect(rows.totalCount).toBe(7);
    expect(sent.map(({ url, method }) => [method, url])).toEqual([
      ['GET', 'https://interlude.example/api/v2/channels?limit=2'],
    ]);
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer fresh');
    expect(sent[0]?.headers.get('selected-tenant')).toBe('acme');
    expect(sent[0]?.headers.has(idempotencyKeyHeader)).toBe(false);
  });

  it('SEC-S116 repeats a POST without an answer under the same key, and gives the next call another', async () => {
    const { client, keys } = answering([broken, json({}, 201), json({}, 201), json({}, 201)]);
    await client.channels.create({ body });
    await client.channels.create({ body });
    await client.channels.create({ body }, { idempotencyKey: 'deploy-7' });
    const [first, again, second, named] = keys();
    expect([first, named]).toEqual([again, 'deploy-7']);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).not.toBe(first);
  });

  it('does not repeat what would be carried out twice: a PUT without an answer, a POST without a caller', async () => {
    const put = answering([broken, json({})]);
    const params = { id: 'a' };
    const saved = put.client.channels.setState({ params, body: { state: 'enabled' } });
    await expect(saved).rejects.toThrow(
      'https://interlude.example cannot be reached: connect ECONNREFUSED.',
    );
    expect(put.sent).toHaveLength(1);
    const refresh = answering([broken, json({})]);
    const renewed = refresh.client.auth.refresh({ body: { refresh_token: 'r' } });
    await expect(renewed).rejects.toBeInstanceOf(ConnectionError);
    expect(refresh.keys()).toEqual([null]);
  });

  it('repeats a PUT after 429, which carried out nothing, and a GET after 503', async () => {
    const later = { 'retry-after': '0' };
    const put = answering([failure(429, 'TOO_MANY_REQUESTS', later), json({})]);
    await put.client.channels.setState({ params: { id: 'a' }, body: { state: 'enabled' } });
    expect(put.sent).toHaveLength(2);
    const get = answering([failure(503, 'NOT_READY'), failure(503, 'NOT_READY'), json([])]);
    await get.client.channels.list();
    expect(get.sent).toHaveLength(3);
  });

  it('gives an answer that is late by more than a minute, or that repeats itself, to the caller', async () => {
    const late = answering([failure(429, 'TOO_MANY_REQUESTS', { 'retry-after': '61' })]);
    const error = await late.client.channels.list().catch((reason: unknown) => reason);
    expect(hasCode(error, 'TOO_MANY_REQUESTS')).toBe(true);
    expect(hasCode(error, 'EDIT_CONFLICT')).toBe(false);
    const always = answering(Array.from({ length: 4 }, () => failure(503, 'NOT_READY')));
    await expect(always.client.channels.list()).rejects.toMatchObject({ status: 503 });
    expect(always.sent).toHaveLength(3);
  });

  it('ends an attempt by its time, and a call by its signal', async () => {
    const slow = answering(['never', 'never'], { timeoutMs: 5, retries: 1 });
    await expect(slow.client.channels.list()).rejects.toMatchObject({
      name: 'ConnectionError',
      isTimeout: true,
      message: 'https://interlude.example did not answer within 0.005 s.',
    });
    expect(slow.sent).toHaveLength(2);
    const left = answering(['never']);
    const reason = new Error('enough');
    const signal = AbortSignal.abort(reason);
    await expect(left.client.channels.list({}, { signal })).rejects.toBe(reason);
    const waiting = answering([failure(503, 'NOT_READY', { 'retry-after': '30' })]);
    const leaving = new AbortController();
    const call = waiting.client.channels.list({}, { signal: leaving.signal });
    setTimeout(() => leaving.abort(reason), 1);
    await expect(call).rejects.toBe(reason);
  });

  it('API-015 gives all rows page by page, and one that moved to the next page once', async () => {
    const rows = (...ids: string[]) =>
      json(
        ids.map((id) => ({ id })),
        200,
        { 'x-total-count': '5' },
      );
    const { client, sent } = answering([rows('e', 'd'), rows('d', 'c'), rows('b')]);
    const ids: string[] = [];
    for await (const { id } of client.channels.list.all({ query: { limit: 2, search: 'x' } }))
      ids.push(id);
    expect(ids).toEqual(['e', 'd', 'c', 'b']);
    expect(sent.map(({ url }) => url.slice(url.indexOf('?')))).toEqual([
      '?search=x&limit=2&offset=0',
      '?search=x&limit=2&offset=2',
      '?search=x&limit=2&offset=4',
    ]);
  });

  it.each(['', 'ftp://a.example', 'https://user:pass@a.example', 'https://a.example/?key=1'])(
    'refuses the address %j',
    (url) => {
      expect(() => createInterludeClient({ url, key: 'k' })).toThrow(TypeError);
    },
  );
});
