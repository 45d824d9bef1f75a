import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isCovered } from './allow-list.ts';
import { type CountingServer, countingServer } from './counting-server.ts';
import { createEgress } from './egress.ts';
import type { Egress } from './egress-types.ts';
import { startTestProxy } from './proxy.suite.ts';

const lookup = async () => [{ address: '127.0.0.1', family: 4 }];

describe('SEC-S60 private addresses of companies', () => {
  let server: CountingServer;
  let egress: Egress;
  let at = '';

  beforeAll(async () => {
    server = await countingServer((request, response) => {
      if (request.url === '/slow') setTimeout(() => response.end('slow'), 50);
      else response.end('ok');
    });
    at = `127.0.0.1:${server.port}`;
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    egress = createEgress({ offer: ['127.0.0.0/8', 'media.intern'], lookup });
  });
  afterEach(() => egress.close());

  const reach = async (tenantId: string, host = at, path = '/') => {
    const url = `http://${host}${path}`;
    try {
      const limits = { timeoutMs: 5_000, maxBytes: 1_000 };
      return (await egress.forTenant(tenantId).request({ url, ...limits })).status;
    } catch (error) {
      return error instanceof Error && 'code' in error ? error.code : error;
    }
  };
  const grant = (lists: Record<string, string[]>) =>
    egress.setGrants(new Map(Object.entries(lists)));

  it('SEC-S60 what is offered is reached by the companies that are granted it, and by no other', async () => {
    grant({ one: [at], all: ['*'] });
    expect(await Promise.all(['one', 'all', 'other', ''].map((id) => reach(id)))).toEqual([
      ...[200, 200, 'URL_FORBIDDEN', 'URL_FORBIDDEN'],
    ]);
    await expect(
      egress.request({ url: `http://${at}/`, timeoutMs: 5_000, maxBytes: 1_000 }),
    ).rejects.toMatchObject({ code: 'URL_FORBIDDEN' });
    expect(() => egress.forTenant('other').check(`http://${at}/`)).toThrow();
    expect(() => egress.forTenant('one').check(`http://${at}/`)).not.toThrow();
  });

  it.each([
    ['another port', ['127.0.0.1:1'], 'URL_FORBIDDEN'],
    ['another range', ['10.0.0.0/8'], 'URL_FORBIDDEN'],
    ['a part of the range', ['127.0.0.0/24'], 200],
    ['what is not understood', ['http://127.0.0.1'], 'URL_FORBIDDEN'],
  ])('SEC-S60 a grant counts as it is written: %s', async (_what, entries, expected) => {
    grant({ one: entries });
    expect(await reach('one')).toBe(expected);
  });

  it('SEC-S60 a grant counts no longer than it is offered', async () => {
    grant({ one: ['10.0.0.1'], two: ['[::1]'], all: ['*'] });
    const here = `http://[::1]:${server.port}/`;
    expect(() => egress.forTenant('two').check(here)).toThrow();
    expect(() => egress.forTenant('all').check(here)).toThrow();
    const takeBack = egress.offer('[::1]');
    for (const id of ['two', 'all']) {
      expect(() => egress.forTenant(id).check(here)).not.toThrow();
    }
    takeBack();
    expect(() => egress.forTenant('all').check(here)).toThrow();
  });

  it('SEC-S60 a kept connection is not used by a company that may not open it', async () => {
    grant({ one: ['media.intern'] });
    const name = `media.intern:${server.port}`;
    expect(await reach('one', name)).toBe(200);
    expect(await reach('other', name)).toBe('URL_FORBIDDEN');
    grant({});
    expect(await reach('one', name)).toBe('URL_FORBIDDEN');
  });

  it('SEC-S60 a request that is under way ends as it began when its grant is withdrawn', async () => {
    grant({ one: [at] });
    const slow = reach('one', at, '/slow');
    await expect.poll(() => server.requests.some(({ url }) => url === '/slow')).toBe(true);
    grant({});
    expect(await slow).toBe(200);
  });

  it('SEC-S60 a tunnel that is being opened is opened when other grants of its company change', async () => {
    const proxy = await startTestProxy();
    const { promise: resolved, resolve: goOn } = Promise.withResolvers<void>();
    let isRequested = false;
    const own = createEgress({
      offer: ['127.0.0.0/8'],
      lookup: async () => {
        isRequested = true;
        await resolved;
        return [{ address: '93.184.215.14', family: 4 }];
      },
    });
    own.setGrants(new Map([['one', [`127.0.0.1:${proxy.port}`]]]));
    const answer = own.forTenant('one').request({
      url: `http://origin.example:${server.port}/`,
      proxyUrl: `http://127.0.0.1:${proxy.port}`,
      ...{ timeoutMs: 5_000, maxBytes: 1_000 },
    });
    await expect.poll(() => isRequested).toBe(true);
    own.setGrants(new Map([['one', [`127.0.0.1:${proxy.port}`, '127.0.0.9']]]));
    goOn();
    expect((await answer).status).toBe(200);
    expect(proxy.requested).toEqual([`CONNECT 93.184.215.14:${server.port}`]);
    await own.close();
    await proxy.stop();
  });

  it('SEC-S60 closing ends what goes on over connections that are not used again', async () => {
    const silent = await countingServer(() => undefined);
    const own = createEgress({ offer: ['127.0.0.1'] });
    own.setGrants(new Map([['one', ['*']]]));
    const url = `http://127.0.0.1:${silent.port}/`;
    const hung = own
      .forTenant('one')
      .request({ url, timeoutMs: 60_000, maxBytes: 1_000 })
      .catch((error: unknown) => error);
    await expect.poll(() => silent.requests.length).toBe(1);
    own.setGrants(new Map());
    await own.close();
    expect(await hung).toMatchObject({ code: 'FETCH_FAILED' });
    await silent.stop();
  });

  it('SEC-S60 one company cannot take the connections of another', async () => {
    const busy = await countingServer((request, response) => {
      if (request.url === '/now') response.end('ok');
    });
    const shared = createEgress({ allow: ['127.0.0.1'], connectionsPerOrigin: 2 });
    const limits = { timeoutMs: 5_000, maxBytes: 1_000 };
    const url = `http://127.0.0.1:${busy.port}`;
    const stop = new AbortController();
    const hung = [1, 2, 3].map(() =>
      shared
        .forTenant('greedy')
        .request({ url: `${url}/hang`, signal: stop.signal, ...limits })
        .catch(() => 'ended'),
    );
    await expect.poll(() => busy.requests.length).toBe(2);
    const answer = await shared.forTenant('other').request({ url: `${url}/now`, ...limits });
    expect(answer.status).toBe(200);
    stop.abort();
    expect(await Promise.all(hung)).toEqual(['ended', 'ended', 'ended']);
    await shared.close();
    await busy.stop();
  });
});

describe('SEC-S60 what may be granted', () => {
  const offered = ['10.0.0.0/8', 'media.intern', 'ads.intern:8080', 'fd00::/8'];

  it.each([
    '10.1.2.3',
    '10.1.0.0/16',
    '10.1.2.3:80',
    'MEDIA.intern',
    'media.intern:80',
    '[fd00::5]:80',
  ])('%s lies within the list', (entry) => expect(isCovered(entry, offered)).toBe(true));

  it.each([
    '*',
    '11.0.0.1',
    '10.0.0.0/7',
    '0.0.0.0/0',
    'other.intern',
    'ads.intern',
    'ads.intern:81',
    '::/0',
    '',
  ])('%s does not', (entry) => expect(isCovered(entry, offered)).toBe(false));
});
