import { createAccountStore, createSecondFactorStore } from '@interlude/persistence';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestBrowser } from '../../testing/browser.suite.ts';
import {
  bearer,
  pkce,
  startTestPlane,
  type TestPlane,
  type TestUser,
  testPassword,
} from '../../testing/control-plane.suite.ts';
import { limitKey, limits } from '../accounts/rate-limits.ts';

let plane: TestPlane;
let user: TestUser;
const browser = createTestBrowser();

beforeAll(async () => {
  plane = await startTestPlane();
  user = await plane.user(await plane.tenant('Acme'), 'Editor', 'eve@acme.example');
});
afterAll(() => plane.stop());
beforeEach(() => browser.clear());

const { verifier, challenge } = pkce();

function authUrl(more: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    client_id: 'interlude-console',
    response_type: 'code',
    redirect_uri: `${plane.url}/`,
    scope: 'openid profile email read_write:all',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'some-state',
    ...more,
  });
  return `${plane.url}/oidc/auth?${query}`;
}

/** Opens the sign-in page and gives its address. */
async function openSignIn(more: Record<string, string> = {}): Promise<string> {
  const answer = await browser.get(authUrl(more));
  return new URL(String(answer.headers.get('location')), plane.url).href;
}

async function signIn(password = testPassword, email = user.email) {
  const page = await openSignIn();
  return browser.follow(await browser.submit(page, { email, password }), plane.url);
}

async function exchange(location: string | undefined, more: Record<string, string> = {}) {
  const code = new URL(String(location)).searchParams.get('code') ?? '';
  const answer = await fetch(`${plane.url}/oidc/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'interlude-console',
      redirect_uri: `${plane.url}/`,
      code,
      code_verifier: verifier,
      ...more,
    }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
}

describe('sign-in by redirect', () => {
  it('PUB-001 AUTH-014 gives tokens for the API to who knows the password', async () => {
    const { location } = await signIn();
    expect(location).toContain('state=some-state');
    const { status, body } = await exchange(location);
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 900, scope: 'read_write:all' });
    expect(decodeJwt(String(body['access_token']))).toMatchObject({
      email: user.email,
      role: 'Editor',
      company: user.tenantId,
    });
    expect(decodeJwt(String(body['id_token']))).toMatchObject({ sub: user.userId });
    const list = await fetch(`${plane.url}/api/v2/channels`, {
      headers: bearer(String(body['access_token'])),
    });
    expect(list.status).toBe(200);
  });

  it('shows the page with a strict policy and without script', async () => {
    const page = await browser.get(await openSignIn({ login_hint: 'a"<b>@x.example' }));
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toMatch(
      /script-src 'none'.*frame-ancestors 'none'/,
    );
    const html = await page.text();
    expect(html).toContain('<label for="email">Email</label>');
    expect(html).toContain('a&quot;&lt;b&gt;@x.example');
    expect(html).not.toContain('<script');
  });

  it('ERR-004 says the sentence of the login mapping after a wrong password', async () => {
    const { answer } = await signIn('Wrong-Horse-12!');
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(
      'Email and Password combination does not exist. Please also check that you have verified your email.',
    );
  });

  it('ERR-003 says that a user is blocked', async () => {
    const blocked = await plane.user(user.tenantId, 'Editor');
    await createAccountStore(plane.database).setBlocked(blocked.userId, true);
    const { answer } = await signIn(testPassword, blocked.email);
    expect(await answer.text()).toContain(
      'Your account was blocked. Please contact your system administrator.',
    );
  });

  it('prompt=none signs in silently with a session and says login_required without one', async () => {
    const silent = { prompt: 'none', redirect_uri: `${plane.url}/silent.html` };
    const without = await browser.get(authUrl(silent));
    expect(without.headers.get('location')).toContain('error=login_required');
    await signIn();
    const answer = await browser.get(authUrl(silent));
    const location = String(answer.headers.get('location'));
    expect(location).toMatch(/\/silent\.html\?code=/);
    const { status } = await exchange(location, { redirect_uri: `${plane.url}/silent.html` });
    expect(status).toBe(200);
  });

  it('the silent page may be framed by the console only, and posts to its own origin only', async () => {
    const page = await fetch(`${plane.url}/silent.html?code=1`);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    expect(await page.text()).toContain('location.origin');
  });

  it('Cancel goes back with access_denied', async () => {
    const page = await openSignIn();
    const { location } = await browser.follow(
      await browser.submit(`${page}/cancel`, {}),
      plane.url,
    );
    expect(location).toContain('error=access_denied');
  });

  it('needs PKCE, with the verifier that belongs to the challenge', async () => {
    const without = await browser.get(authUrl({ code_challenge: '', code_challenge_method: '' }));
    expect(without.headers.get('location')).toContain('error=invalid_request');
    const { location } = await signIn();
    const { status, body } = await exchange(location, { code_verifier: pkce().verifier });
    expect(status).toBe(400);
    expect(body['error']).toBe('invalid_grant');
  });

  it('takes a code once; used again it ends what it gave', async () => {
    const { location } = await signIn();
    const { body } = await exchange(location);
    expect((await exchange(location)).status).toBe(400);
    const refresh = await fetch(`${plane.url}/api/refresh`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: body['refresh_token'] }),
    });
    expect(refresh.status).toBe(401);
  });

  it('does not send codes to an address that is not registered', async () => {
    const answer = await browser.get(authUrl({ redirect_uri: 'https://evil.example/' }));
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(await answer.text()).toContain('Cannot login.');
  });

  it('SEC-S6 takes the form only with its own cookie and from our own origin', async () => {
    const page = await openSignIn();
    const form = { email: user.email, password: testPassword };
    const foreign = await browser.submit(page, form, { origin: 'https://evil.example' });
    expect(foreign.status).toBe(400);
    browser.clear();
    const without = await browser.submit(page, form);
    expect(without.status).toBe(400);
    expect(await without.text()).toContain('This sign-in has expired.');
  });

  it('AUTH-013 logout through the provider asks, ends the session and goes back to the origin', async () => {
    const { location } = await signIn();
    const { body } = await exchange(location);
    const query = new URLSearchParams({
      client_id: 'interlude-console',
      id_token_hint: String(body['id_token']),
      post_logout_redirect_uri: `${plane.url}/`,
    });
    const page = await browser.get(`${plane.url}/oidc/session/end?${query}`);
    const html = await page.text();
    expect(html).toContain('Log out?');
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(html) ?? [];
    const [, action = ''] = /action="([^"]+)"/.exec(html) ?? [];
    const done = await browser.submit(action, { xsrf, logout: 'yes' });
    expect(done.headers.get('location')).toMatch(`${plane.url}/`);
    const silent = await browser.get(authUrl({ prompt: 'none' }));
    expect(silent.headers.get('location')).toContain('error=login_required');
  });

  it('describes itself under PUBLIC_URL, whatever Host a client sends', async () => {
    const answer = await fetch(`${plane.url}/oidc/.well-known/openid-configuration`, {
      headers: { 'x-forwarded-host': 'evil.example' },
    });
    const body = (await answer.json()) as Record<string, string>;
    expect(body).toMatchObject({
      issuer: `${plane.url}/oidc`,
      token_endpoint: `${plane.url}/oidc/token`,
      jwks_uri: `${plane.url}/oidc/jwks`,
    });
    const { keys } = (await (await fetch(`${plane.url}/oidc/jwks`)).json()) as { keys: object[] };
    expect(keys).toHaveLength(1);
    expect(keys[0]).not.toHaveProperty('d');
  });
});

describe('SEC-S118 SEC-S119 sessions and second factors by redirect', () => {
  const silent = () => authUrl({ prompt: 'none', redirect_uri: `${plane.url}/silent.html` });
  const sidOf = (token: string | undefined) => String(decodeJwt(String(token))['sid']);

  it('SEC-S118 the sign-in and what is fetched silently are one session, which ends with its cookie', async () => {
    const { body } = await exchange((await signIn()).location);
    const again = String((await browser.get(silent())).headers.get('location'));
    const fetched = await exchange(again, { redirect_uri: `${plane.url}/silent.html` });
    const sid = sidOf(body['access_token']);
    expect(sidOf(fetched.body['access_token'])).toBe(sid);
    const remove = await fetch(`${plane.url}/api/v2/login-sessions/${sid}`, {
      method: 'DELETE',
      headers: bearer(user.token),
    });
    expect(remove.status).toBe(204);
    const list = () =>
      fetch(`${plane.url}/api/v2/channels`, { headers: bearer(String(body['access_token'])) });
    await expect.poll(async () => (await list()).status, { timeout: 4_000 }).toBe(401);
    const after = await browser.get(silent());
    expect(after.headers.get('location')).toContain('error=login_required');
  });

  it('SEC-S119 the password is followed by a page for the second factor; the cookie from before gives nothing', async () => {
    await signIn();
    const secret = new Secret().base32;
    const factors = createSecondFactorStore(plane.database);
    await factors.add(user.userId, { kind: 'totp', name: 'Phone', secret, step: 0 }, []);
    const before = await browser.get(silent());
    expect(before.headers.get('location')).toContain('error=login_required');
    browser.clear();
    const page = await openSignIn();
    const second = await browser.submit(page, { email: user.email, password: testPassword });
    const html = await second.text();
    expect(html).toContain('Enter your second factor');
    const [, step = ''] = /name="step" value="([^"]+)"/.exec(html) ?? [];
    const wrong = await browser.submit(`${page}/second-factor`, { step, code: '000000' });
    expect(await wrong.text()).toContain('This is not right');
    const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() });
    const done = await browser.submit(`${page}/second-factor`, { step, code });
    const { location } = await browser.follow(done, plane.url);
    const { body } = await exchange(location);
    const sessions = await fetch(`${plane.url}/api/v2/login-sessions`, {
      headers: bearer(String(body['access_token'])),
    });
    expect(await sessions.json()).toContainEqual(
      expect.objectContaining({ id: sidOf(body['access_token']), secondFactor: true }),
    );
    expect((await browser.get(silent())).headers.get('location')).toContain('code=');
    await factors.removeAll(user.userId);
  });
});

describe('SEC-S61 what anybody may begin', () => {
  it('SEC-S61 is not a request of any length, nor one that is pushed', async () => {
    const long = await fetch(authUrl({ state: 'x'.repeat(9_000) }), {
      redirect: 'manual',
    });
    expect(long.status === 400 || long.headers.get('location')?.includes('error=')).toBe(true);
    const pushed = await fetch(`${plane.url}/oidc/request`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URL(authUrl()).searchParams,
    });
    expect(pushed.status).toBe(404);
    const { rows } = await sql<{ kind: string }>`select kind from oidc
      where kind = 'PushedAuthorizationRequest' or length(payload::text) > 10000`.execute(
      plane.database.system,
    );
    expect(rows).toEqual([]);
  });

  it('SEC-S61 is not a sign-out of any length: it stores a row for a client without a session, too', async () => {
    const end = (state: string) =>
      fetch(`${plane.url}/oidc/session/end?state=${state}`, { redirect: 'manual' });
    const stored = async () => {
      const { rows } = await sql<{ state: string }>`
        select payload -> 'state' ->> 'state' as state from oidc
        where kind = 'Session' and payload ->> 'accountId' is null
          and payload -> 'state' is not null`.execute(plane.database.system);
      return rows.map(({ state }) => state);
    };
    expect((await end('short')).status).toBe(200);
    expect(await stored()).toEqual(['short']);
    expect((await end('x'.repeat(9_000))).status).toBe(400);
    expect(await stored()).toEqual(['short']);
  });

  it('SEC-S61 is counted by network, whatever the address is spelt like', async () => {
    const begin = (path: string) => fetch(plane.url + path, { redirect: 'manual' });
    const { pathname, search } = new URL(authUrl());
    const key = limitKey('signInIp', '127.0.0.1');
    await sql`insert into rate_limits (key, points, resets_at)
      values (${key}, ${limits.signInIp.points}, now() + interval '1 minute')
      on conflict (key) do update set points = excluded.points, resets_at = excluded.resets_at`.execute(
      plane.database.system,
    );
    const paths = [
      ...[pathname, '/oidc/AUTH', '/oidc/auth/', '/oidc/auth/some-uid'],
      ...['/oidc/session/end', '/oidc/Session/END/'],
    ];
    for (const path of paths) {
      const refused = await begin(path + search);
      expect([path, refused.status]).toEqual([path, 429]);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await begin('/oidc/jwks')).status).toBe(200);
    await sql`delete from rate_limits where key = ${key}`.execute(plane.database.system);
  });
});
