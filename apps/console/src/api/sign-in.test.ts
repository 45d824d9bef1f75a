import { ApiError, type Client, type ClientFetch } from '@interlude/contract/api';
import { describe, expect, it } from 'vitest';
import { apiBaseUrl } from './api-base.ts';
import { cannotDoText, requestFailedText } from './api-error.ts';
import { createAuthorisedFetch } from './authorised-fetch.ts';
import { logIn } from './login.ts';
import { createProvider, providerSettings, returnTarget } from './provider.ts';
import { createRefreshToken } from './refresh-token.ts';
import { createTokenStorage } from './token-storage.ts';
import { chooseTenant, signedInUser, userFromToken } from './token-user.ts';

function memory() {
  const values = new Map<string, string>();
  const storage = createTokenStorage({
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  });
  return { values, storage };
}
const tokenOf = (claims: object) =>
  `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
const jane = { sub: 'u1', name: 'Jänе', email: 'j@e.org', company: 't1', companies: ['t1', 't2'] };
const createPkce = async () => ({ verifier: 'v', challenge: 'c' });
const invalidToken = JSON.stringify({
  code: 401,
  name: 'UnAuthorizedError',
  message: 'Request cannot be authenticated. Invalid token.',
});
const answer = (status: number, body: string) => ({
  ok: status < 400,
  status,
  statusText: '',
  headers: { get: () => null },
  text: async () => body,
});

describe('login with credentials', () => {
  const loginClient = (token: string, seen: unknown[]): Client =>
    (async (route: { path: string }, input: unknown) => {
      seen.push([route.path, input]);
      return { access_token: token, refresh_token: 'r1' };
    }) as unknown as Client;

  it('AUTH-001 clears stored tokens before the call', async () => {
    const { storage } = memory();
    storage.store({ token: 'old', refreshToken: 'old' });
    const api = (async () => {
      expect(storage.token()).toBeUndefined();
      expect(storage.refreshToken()).toBeUndefined();
      throw new ApiError(403, 'Forbidden', '{}');
    }) as unknown as Client;
    await expect(
      logIn({ email: 'a', password: 'b' }, { api, storage, createPkce }),
    ).rejects.toThrow();
  });

  it('AUTH-002 DATA-036 stores both tokens under token and refresh_token', async () => {
    const { storage, values } = memory();
    const token = tokenOf({ ...jane, role: 'Editor' });
    const user = await logIn(
      { email: 'a', password: 'b' },
      { api: loginClient(token, []), storage, createPkce },
    );
    expect(user.role).toBe('Editor');
    expect(Object.fromEntries(values)).toEqual({ token, refresh_token: 'r1' });
    storage.selectTenant('t2');
    expect(values.get('selected-tenant')).toBe('t2');
  });

  it('AUTH-003 fails for a user without a role and notifies the Admins', async () => {
    const { storage, values } = memory();
    const seen: unknown[] = [];
    const api = loginClient(tokenOf(jane), seen);
    await expect(
      logIn({ email: 'j@e.org', password: 'b' }, { api, storage, createPkce }),
    ).rejects.toThrow('Admin must first set a role for this user.');
    expect(seen.at(-1)).toEqual([
      '/api/notifyLoginNoRole',
      { body: { company: 't1', email: 'j@e.org' } },
    ]);
    expect(values.size).toBe(0);
  });

  it('ERR-015 ERR-018 names a failed call and a missing token', async () => {
    const { storage } = memory();
    const broken = (async () => {
      throw new TypeError('fetch failed');
    }) as unknown as Client;
    const login = (api: Client) =>
      logIn({ email: 'a', password: 'b' }, { api, storage, createPkce });
    await expect(login(broken)).rejects.toThrow('Error logging in: fetch failed');
    await expect(login(loginClient('', []))).rejects.toThrow('Cannot get token');
  });
});

describe('the user of a token', () => {
  it('AUTH-014 ROLE-001 reads id, name, email, company, companies and role', () => {
    expect(userFromToken(tokenOf({ ...jane, role: 'SuperAdmin' }))).toEqual({
      id: 'u1',
      name: jane.name,
      email: 'j@e.org',
      company: 't1',
      companies: ['t1', 't2'],
      role: 'SuperAdmin',
      roles: {},
    });
  });

  it('AUTH-005 ERR-016 ERR-017 no token, no user, no role: nobody may use the app', () => {
    expect(() => userFromToken('')).toThrow('No Token Transferred');
    expect(() => userFromToken('nonsense')).toThrow('User object is null or empty');
    expect(() => userFromToken(tokenOf({ role: 'Admin' }))).toThrow('User object is null or empty');
    expect(signedInUser(undefined)).toBeUndefined();
    expect(signedInUser(tokenOf(jane))).toBeUndefined();
  });

  it('DATA-037 selects the stored tenant, else the current company, else the first', () => {
    const user = { company: 't2', companies: ['t1', 't2'] };
    expect(chooseTenant('t1', user)).toBe('t1');
    expect(chooseTenant('foreign', user)).toBe('t2');
    expect(chooseTenant(undefined, { company: '', companies: ['t1'] })).toBe('t1');
  });
});

describe('401', () => {
  function client(options: {
    answers: ReturnType<typeof answer>[];
    refresh?: () => Promise<string>;
  }) {
    const { storage } = memory();
    storage.store({ token: 'a1', refreshToken: 'r1' });
    const used: (string | undefined)[] = [];
    const left: string[] = [];
    const fetch: ClientFetch = async (_url, init) => {
      used.push(init.headers['authorization']);
      return options.answers.shift() ?? answer(500, '');
    };
    const refreshToken = createRefreshToken({
      storage,
      exclusively: (task) => task(),
      exchange: async () => ({ token: (await options.refresh?.()) ?? 'a2', refreshToken: 'r2' }),
    });
    const send = createAuthorisedFetch({
      fetch,
      storage,
      refreshToken,
      onSignedOut: () => left.push('login'),
    });
    return { call: () => send('/x', { method: 'GET', headers: {} }), storage, used, left };
  }

  it('AUTH-007 refreshes for the invalid-token body and retries once with the new token', async () => {
    const { call, used, storage, left } = client({
      answers: [answer(401, invalidToken), answer(200, '[]')],
    });
    expect((await call()).status).toBe(200);
    expect(used).toEqual(['Bearer a1', 'Bearer a2']);
    expect(storage.refreshToken()).toBe('r2');
    expect(left).toEqual([]);
  });

  it('AUTH-007 a second 401 is not retried', async () => {
    const answers = [answer(401, invalidToken), answer(401, invalidToken)];
    const { call, used, storage, left } = client({ answers });
    expect((await call()).status).toBe(401);
    expect(used).toHaveLength(2);
    expect([storage.token(), left]).toEqual([undefined, ['login']]);
  });

  it('AUTH-007 many calls at once share one refresh', async () => {
    let refreshes = 0;
    const answers = [1, 2, 3].map(() => answer(401, invalidToken));
    answers.push(...[1, 2, 3].map(() => answer(200, '[]')));
    const { call } = client({
      answers,
      refresh: async () => {
        refreshes += 1;
        return 'a2';
      },
    });
    await Promise.all([call(), call(), call()]);
    expect(refreshes).toBe(1);
  });

  it('AUTH-006 any other 401 clears the tokens and goes to the login page', async () => {
    const { call, used, storage, left } = client({ answers: [answer(401, '{"code":401}')] });
    await call();
    expect(used).toHaveLength(1);
    expect([storage.token(), storage.refreshToken(), left]).toEqual([
      undefined,
      undefined,
      ['login'],
    ]);
  });

  it("AUTH-008 a failed refresh throws 'Cannot refresh: …' and goes to the login page", async () => {
    const { call, left } = client({
      answers: [answer(401, invalidToken)],
      refresh: async () => {
        throw new Error('expired');
      },
    });
    await expect(call()).rejects.toThrow('Cannot refresh: expired');
    expect(left).toEqual(['login']);
  });

  it('AUTH-011 leaving removes token and refresh_token', () => {
    const { storage, values } = memory();
    storage.store({ token: 'a', refreshToken: 'b' });
    storage.selectTenant('t1');
    storage.clear();
    expect([...values.keys()]).toEqual(['selected-tenant']);
  });
});

describe('the external provider', () => {
  const prop = { domain: 'https://id.example', clientId: 'console', audience: 'api' };

  it('PUB-024 asks for the scope read_write:all and opens the return path', async () => {
    expect(providerSettings(prop, 'https://c.example').scope).toContain('read_write:all');
    const silent: unknown[] = [];
    const provider = createProvider(prop, {
      signinRedirectCallback: async () => ({
        state: { returnTo: '/app/jobs' },
        access_token: 'first',
      }),
      signinSilent: async (options: unknown) => {
        silent.push(options);
        return { access_token: 'quiet', refresh_token: 'r' };
      },
    } as never);
    expect(await provider.finishSignIn()).toEqual({
      token: 'quiet',
      refreshToken: 'r',
      returnTo: '/app/jobs',
    });
    expect(silent).toEqual([{ scope: 'openid read_write:all' }]);
    expect(returnTarget({ returnTo: '//evil.example' })).toBe('/app/dashboard');
  });

  it('AUTH-013 logout returns to the origin and passes the client id', async () => {
    const seen: unknown[] = [];
    Object.assign(globalThis, { location: { origin: 'https://c.example' } });
    const provider = createProvider(prop, {
      signoutRedirect: async (o: unknown) => seen.push(o),
    } as never);
    await provider.signOut();
    Reflect.deleteProperty(globalThis, 'location');
    expect(seen).toEqual([
      { post_logout_redirect_uri: 'https://c.example', extraQueryParams: { client_id: 'console' } },
    ]);
  });
});

it('API-001 the base is the same origin; port 3001 talks to port 3000 of the same host', () => {
  const at = (port: string) => apiBaseUrl({ protocol: 'http:', hostname: 'box', port });
  expect([at('3000'), at('3001'), at('')]).toEqual(['', 'http://box:3000', '']);
});

it('ERR-010 ERR-011 sentences about failed calls', () => {
  const error = new ApiError(409, 'Conflict', '{"code":409,"message":"taken"}');
  expect(requestFailedText(error)).toBe(
    'Request failed: 409 - Conflict - {"code":409,"message":"taken"}',
  );
  expect(cannotDoText('create', 'channel', error)).toBe('Cannot create channel - Conflict - taken');
});
