/** Rules of every route: limits, headers, error bodies, request ids. */
import { connect } from 'node:net';
import { contract } from '@interlude/contract/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bearer,
  pkce,
  postJson,
  startTestPlane,
  type TestPlane,
  type TestUser,
} from '../testing/control-plane.suite.ts';

let plane: TestPlane;
let user: TestUser;
beforeAll(async () => {
  plane = await startTestPlane();
  user = await plane.user(await plane.tenant('Acme'), 'Editor');
});
afterAll(() => plane.stop());

function send(body: string, headers: Record<string, string> = {}, path = '/api/v2/channels') {
  return fetch(plane.url + path, {
    method: 'POST',
    headers: { ...bearer(user.token), 'content-type': 'application/json', ...headers },
    body,
  });
}

async function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(plane.plane.port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

describe('bodies', () => {
  it('SEC-S12 one of more than 1 MB is 413', async () => {
    const answer = await send(JSON.stringify({ name: 'x'.repeat(1_100_000) }));
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({
      errorCode: 'BODY_TOO_LARGE',
      details: { limit: 1_048_576 },
    });
  });

  it.each([
    ['deep JSON', `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 'nested deeper'],
    ['no JSON', '{"name":', 'the body is not JSON'],
  ])('SEC-S12 %s is 400', async (_what, body, reason) => {
    const answer = await send(body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      name: 'Bad Request',
      errorCode: 'REQUEST_INVALID',
      message: expect.stringContaining(reason),
    });
  });

  it('a body of another type is 400', async () => {
    const answer = await send('name=x', { 'content-type': 'application/x-www-form-urlencoded' });
    expect(answer.status).toBe(400);
  });

  it('no body is one without its fields', async () => {
    const answer = await send('');
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      message: expect.stringContaining('name: I should not be empty!'),
    });
  });
});

describe('requests', () => {
  it.each([
    [
      400,
      'two lengths',
      'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [400, 'no HTTP', 'G@T / HTTP/1.1\r\nhost: x\r\n\r\n'],
    [431, 'long headers', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`],
  ])(
    'SEC-S46 %i %s: a request that is none gets an error of the catalogue',
    async (status, _what, text) => {
      const answer = await raw(text);
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(JSON.parse(body)).toMatchObject({ code: status, errorCode: 'REQUEST_INVALID' });
    },
  );

  it('SEC-S12 headers of more than 16 kB are refused', async () => {
    const answer = await raw(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`);
    expect(answer).toContain('431');
  });

  it.each(['%00', 'a'.repeat(301), '%0d%0a'])('an id like %s is 400 or 404', async (id) => {
    const answer = await fetch(`${plane.url}/api/v2/channels/${id}`, {
      headers: bearer(user.token),
    });
    expect([400, 404, 414]).toContain(answer.status);
    expect(await answer.json()).toHaveProperty('errorCode');
  });

  it('HEAD of a list is answered, of the event stream it is not', async () => {
    const head = (path: string) =>
      fetch(plane.url + path, { method: 'HEAD', headers: bearer(user.token) });
    expect((await head('/api/v2/channels')).status).toBe(200);
    expect((await head('/api/v2/events')).status).toBe(404);
  });

  it('an unknown path of the API is 404 with the error body', async () => {
    const answer = await fetch(`${plane.url}/api/v2/nothing`, { headers: { accept: 'text/html' } });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({
      code: 404,
      name: 'NotFoundError',
      errorCode: 'ROUTE_NOT_FOUND',
      message: 'There is no GET /api/v2/nothing.',
      requestId: answer.headers.get('x-request-id'),
    });
  });
});

describe('the address of a client', () => {
  const tries = async (from: TestPlane, address: (round: number) => string) => {
    const statuses: number[] = [];
    for (let round = 0; round < 22; round += 1) {
      const body = { email: `u${round}@x.example`, password: 'x', ...pkce() };
      const headers = { 'x-forwarded-for': address(round) };
      statuses.push((await postJson(`${from.url}/api/login`, body, headers)).status);
    }
    return statuses;
  };

  it('SEC-S6 is what a trusted proxy says', async () => {
    expect(await tries(plane, (round) => `192.0.2.${round}`)).not.toContain(429);
    expect(await tries(plane, () => '203.0.113.7')).toContain(429);
  });

  it('SEC-S6 is the real one when nobody is trusted', async () => {
    const bare = await startTestPlane({ env: { TRUSTED_PROXIES: '10.9.9.9' } });
    expect(await tries(bare, (round) => `192.0.2.${round}`)).toContain(429);
    await bare.stop();
  });
});

describe('answers', () => {
  it('SEC-S10 carry the security headers and a request id, and are not stored', async () => {
    const answer = await fetch(`${plane.url}/api/v2/channels`, { headers: bearer(user.token) });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-total-count': '0',
    });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('SEC-S10 an https installation asks for https', async () => {
    const secure = await startTestPlane({ env: { PUBLIC_URL: 'https://console.example' } });
    const answer = await fetch(`${secure.url}/api/auth-prop`);
    expect(answer.headers.get('strict-transport-security')).toContain('max-age=');
    expect(await answer.json()).toMatchObject({ domain: 'https://console.example/oidc' });
    const query = new URLSearchParams({
      client_id: 'interlude-console',
      response_type: 'code',
      redirect_uri: 'https://console.example/',
      scope: 'openid',
      code_challenge: pkce().challenge,
      code_challenge_method: 'S256',
    });
    const page = await fetch(`${secure.url}/oidc/auth?${query}`, { redirect: 'manual' });
    for (const cookie of page.headers.getSetCookie()) {
      expect(cookie).toMatch(/; secure(;|$)/i);
      expect(cookie).toMatch(/; httponly(;|$)/i);
      expect(cookie).toMatch(/; samesite=lax(;|$)/i);
    }
    expect(page.headers.getSetCookie().length).toBeGreaterThan(0);
    await secure.stop();
  });

  it('SEC-S13 no token, password or address of a client is in a log line', async () => {
    const log = plane.logLines.join('');
    expect(log).toContain('user logged in');
    for (const secret of [user.token, 'Correct-Horse-1!', user.email, '127.0.0.1:5']) {
      expect(log).not.toContain(secret);
    }
  });

  it('ERR an unexpected failure is 500 with the request id and nothing else', async () => {
    const broken = await startTestPlane();
    const tenantId = await broken.tenant('Broken');
    const client = broken.client(await broken.user(tenantId, 'Editor'));
    await broken.database.system.schema.dropTable('channels').cascade().execute();
    const error: unknown = await client(contract.channels.list, {}).catch((reason) => reason);
    expect(error).toMatchObject({ status: 500, error: { errorCode: 'INTERNAL' } });
    expect(JSON.stringify(error)).not.toContain('relation');
    expect(broken.logLines.join('')).toContain('relation');
    await broken.stop();
  });
});

describe('health', () => {
  it.each(['/health/live', '/health/ready', '/metrics'])('%s answers 200', async (path) => {
    expect((await fetch(plane.url + path)).status).toBe(200);
  });

  it('counts requests by route, never by id', async () => {
    await plane
      .client(user)(contract.channels.read, { params: { id: 'some-id' } })
      .catch(() => 0);
    const text = await (await fetch(`${plane.url}/metrics`)).text();
    expect(text).toContain('interlude_api_request_seconds_count{route="/api/v2/channels/:id"');
    expect(text).not.toContain('some-id');
    expect(text).toContain('interlude_logins_total{outcome="ok"}');
  });
});
