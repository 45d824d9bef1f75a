/**
 * SEC-S46: input that cannot be stored, and input without any meaning, is refused with a sentence at every route alike.
 */
import { connect } from 'node:net';
import { allRoutes, contract, pathParameters, routeUrl } from '@interlude/contract/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bearer,
  failure,
  startTestPlane,
  type TestPlane,
  type TestUser,
} from '../testing/control-plane.suite.ts';

let plane: TestPlane;
let user: TestUser;
beforeAll(async () => {
  plane = await startTestPlane();
  user = await plane.user(await plane.tenant('Acme'), 'SuperAdmin');
});
afterAll(() => plane.stop());

const sentence = 'Remove the characters that cannot be stored: U+0000 or half of a surrogate pair.';

async function call(method: string, path: string, body?: string) {
  const answer = await fetch(plane.url + path, {
    method,
    headers: {
      ...bearer(user.token),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  });
  return { status: answer.status, text: await answer.text() };
}

const withBody = allRoutes().filter(({ route }) => route.body !== undefined);
const withQuery = allRoutes().filter(({ route }) => route.query !== undefined);
const pathOf = (path: string, query = {}) =>
  routeUrl(path, Object.fromEntries(pathParameters(path).map((key) => [key, 'any'])), query);

describe('SEC-S46 text that cannot be stored', () => {
  it('is refused in the body of every route, also in a field that the route does not know', async () => {
    expect(withBody.length).toBeGreaterThan(25);
    for (const { name, route } of withBody) {
      for (const text of ['\\u0000', '\\ud800', 'a\\udc00']) {
        const { status, text: answer } = await call(
          route.method,
          pathOf(route.path),
          `{"anywhere":[{"deep":"${text}"}]}`,
        );
        expect([name, status, JSON.parse(answer).details.errors]).toEqual([
          name,
          422,
          { 'anywhere.0.deep': sentence },
        ]);
      }
    }
  });

  it('is refused in the query of every route', async () => {
    expect(withQuery.length).toBeGreaterThan(15);
    for (const { name, route } of withQuery) {
      const path = pathOf(route.path, { search: '\0', status: '\0', type: '\0', item: '\0' });
      const { status, text } = await call(route.method, path, route.body && '{}');
      expect([name, status, JSON.parse(text).errorCode]).toEqual([name, 400, 'REQUEST_INVALID']);
    }
  });

  it('is refused without a token', async () => {
    const answer = await fetch(`${plane.url}/api/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"company":"A\\u0000","email":"a@b.example","password":"Sunny-Meadow-77!"}',
    });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ message: `Invalid fields: company: ${sentence}` });
  });

  it('is no reason for the identity provider to fail', async () => {
    const auth = new URLSearchParams({
      ...{ client_id: 'interlude-console', response_type: 'code', scope: 'openid' },
      ...{ redirect_uri: `${plane.url}/signed-in`, state: 'a\0b' },
      ...{ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' },
    });
    const opened = await fetch(`${plane.url}/oidc/auth?${auth}`, { redirect: 'manual' });
    expect(opened.status).toBeLessThan(500);
    const unknown = await fetch(`${plane.url}/oidc/auth?client_id=%00`, { redirect: 'manual' });
    expect(unknown.status).toBe(400);
    const token = await fetch(`${plane.url}/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams({
        ...{ grant_type: 'refresh_token', client_id: 'interlude-console', refresh_token: '\0' },
      }),
    });
    expect([token.status, await token.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
  });
});

describe('SEC-S46 an address', () => {
  it.each(['/api/v2/channels/%ff', '/api/v2/channels/%', '/api/v2/%c3%28', '/%ff'])(
    '%s is no UTF-8 and is 400 with the body of every error',
    async (path) => {
      const { status, text } = await call('GET', path);
      expect([status, JSON.parse(text)]).toMatchObject([
        400,
        { code: 400, name: 'Bad Request', errorCode: 'REQUEST_INVALID' },
      ]);
    },
  );
});

describe('SEC-S46 a filter', () => {
  const lists = allRoutes().filter(({ route }) => 'list' in route);

  it('by a value that a list does not know is refused, not ignored', async () => {
    expect(lists.length).toBeGreaterThan(10);
    for (const { name, route } of lists) {
      for (const filter of ['status', 'type']) {
        const { status, text } = await call('GET', pathOf(route.path, { [filter]: 'nonsense' }));
        expect([name, filter, status, JSON.parse(text).errorCode]).toEqual([
          ...[name, filter, 400, 'REQUEST_INVALID'],
        ]);
      }
    }
  });

  it('names the values that the list knows', async () => {
    const { text } = await call('GET', '/api/v2/jobs?status=lost');
    expect(JSON.parse(text).message).toContain('status is one of running, done, failed');
    expect((await call('GET', '/api/v2/jobs?status=failed')).status).toBe(200);
  });
});

describe('SEC-S46 what would be stored and never work', () => {
  it.each(['contentLocationReplacement', 'adLocationReplacement'] as const)(
    'a pattern of %s that the engine cannot use is 422',
    async (field) => {
      const body = { name: 'A', sourceManifestUrl: 'https://origin.example/a.m3u8' };
      for (const regex of ['(', '(?=a)b', '(a)\\1']) {
        const create = plane.client(user)(contract.channels.create, {
          body: { ...body, [field]: { regex, defaultReplacement: 'x' } },
        });
        expect(await failure(create)).toMatchObject({
          status: 422,
          code: 'INVALID_FIELDS',
          details: { errors: { [`${field}.regex`]: expect.stringContaining('no look-around') } },
        });
      }
    },
  );

  it.each(['', 'nonsense', 'ftp://hooks.example', 'javascript:alert(1)'])(
    'PROF-011 a webhook at %j is 422',
    async (webhookUrl) => {
      const rule = { topic: 'workflow.jobs.failed', listenTo: 'own', webhookUrl } as const;
      for (const channel of ['webhook', 'slack'] as const) {
        const save = plane.client(user)(contract.userSubscriptions.update, {
          params: { id: user.userId },
          body: { subscriptions: [{ ...rule, channel }] },
        });
        expect(await failure(save)).toMatchObject({
          status: 422,
          details: { errors: { 'subscriptions.0.webhookUrl': 'Enter a valid url' } },
        });
      }
    },
  );

  it('a name that is too long and an empty one have different answers', async () => {
    const create = plane.client(user)(contract.titles.create, {
      body: { name: 'x'.repeat(301), type: 'movie' },
    });
    expect(await failure(create)).toMatchObject({
      details: { errors: { name: 'I should not be longer than 300 characters!' } },
    });
  });
});

/** The answer to bytes as they are; the connection ends with them. */
function raw(bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(plane.plane.port, '127.0.0.1', () => socket.write(bytes));
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
      if (answer.includes('\r\n\r\n{') && answer.trimEnd().endsWith('}')) socket.destroy();
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

describe('SEC-S46 an upload', () => {
  it('without its end boundary is 4xx, also after the head of a film', async () => {
    const title = await plane.client(user)(contract.titles.create, {
      body: { name: 'An asset', type: 'movie' },
    });
    const head = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex');
    const body = Buffer.concat([
      Buffer.from(
        '--x\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\ncontent-type: video/mp4\r\n\r\n',
      ),
      head,
      Buffer.alloc(100_000),
    ]);
    const answer = await raw(
      Buffer.concat([
        Buffer.from(
          [
            `POST /api/v2/titles/${title.id}/upload-media HTTP/1.1`,
            'host: x',
            `authorization: Bearer ${user.token}`,
            'content-type: multipart/form-data; boundary=x',
            `content-length: ${body.length}`,
            'connection: close\r\n\r\n',
          ].join('\r\n'),
        ),
        body,
      ]),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).toContain('UPLOAD_INVALID');
  });
});
