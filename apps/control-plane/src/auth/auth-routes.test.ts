import { contract } from '@interlude/contract/api';
import { createAccountStore } from '@interlude/persistence';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AuthEnvironment,
  startAuthEnvironment,
  tokensOf,
} from '../testing/auth-calls.suite.ts';
import {
  pkce,
  type TestPlane,
  type TestUser,
  testPassword,
} from '../testing/control-plane.suite.ts';
import { hashPassword } from './accounts/password.ts';

let environment: AuthEnvironment;
let plane: TestPlane;
let calls: AuthEnvironment['calls'];
let tenantId: string;
let admin: TestUser;

beforeAll(async () => {
  environment = await startAuthEnvironment();
  ({ plane, calls, tenantId, admin } = environment);
});
afterAll(() => plane.stop());

const hourMs = 3_600_000;

describe('GET /api/auth-prop', () => {
  it('API-002 answers domain, clientId and audience without a token', async () => {
    const answer = await fetch(`${plane.url}/api/auth-prop`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      domain: `${plane.url}/oidc`,
      clientId: 'interlude-console',
      audience: `${plane.url}/api`,
      external: false,
      productName: 'Interlude',
      mailbox: true,
    });
  });
});

describe('POST /api/login', () => {
  it('API-003 answers access_token and refresh_token for a matching PKCE pair', async () => {
    const answer = await calls.login(admin.email);
    expect(answer.status).toBe(200);
    const { access_token, refresh_token } = await tokensOf(answer);
    expect(refresh_token).toMatch(/^[\w-]{20,}$/);
    expect(decodeJwt(access_token)).toMatchObject({
      iss: `${plane.url}/oidc`,
      aud: `${plane.url}/api`,
      scope: 'read_write:all',
    });
  });

  it('AUTH-014 the token contains id, name, email, company, companies and role', async () => {
    const { access_token } = await tokensOf(await calls.login(admin.email));
    expect(decodeJwt(access_token)).toMatchObject({
      sub: admin.userId,
      name: 'boss',
      email: 'boss@acme.example',
      company: tenantId,
      companies: [tenantId],
      role: 'Admin',
    });
  });

  it('AUTH-014 the letters of an address may be upper case', async () => {
    expect((await calls.login('BOSS@Acme.Example')).status).toBe(200);
  });

  it('AUTH-003 a user without a role gets a token without a role', async () => {
    const nobody = await plane.user(tenantId, null);
    expect(decodeJwt(nobody.token)).toMatchObject({ role: '' });
  });

  it.each(['nobody@acme.example', 'boss@acme.example'])(
    'ERR-004 a wrong password for %s is 403 invalid_grant with the same body',
    async (email) => {
      const answer = await calls.login(email, 'Wrong-Horse-12!');
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({
        code: 403,
        statusCode: 403,
        name: 'invalid_grant',
        errorCode: 'LOGIN_WRONG_CREDENTIALS',
        message: 'Wrong email or password.',
        error: 'invalid_grant',
        error_description: 'Wrong email or password.',
      });
    },
  );

  it('ERR-001 a verifier that does not match is 401 invalid_client', async () => {
    const body = { email: admin.email, password: testPassword, verifier: 'x', challenge: 'y' };
    const answer = await calls.post('/api/login', body);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: 'invalid_client', statusCode: 401 });
  });

  it("ERR-002 an unverified address is 401 unauthorized with 'verify your email'", async () => {
    const accounts = createAccountStore(plane.database);
    const passwordHash = await hashPassword(testPassword);
    const email = 'unverified@acme.example';
    await accounts.createAccount(
      { email, passwordHash, emailVerified: false },
      { kind: 'joiner', tenantId },
    );
    const answer = await calls.login(email);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({
      error: 'unauthorized',
      error_description: expect.stringContaining('verify your email'),
    });
    expect((await calls.login(email, 'Wrong-Horse-12!')).status).toBe(403);
  });

  it("ERR-003 a blocked user is 403 invalid_grant 'user is blocked'", async () => {
    const user = await plane.user(tenantId, 'Editor');
    await createAccountStore(plane.database).setBlocked(user.userId, true);
    const answer = await calls.login(user.email);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      error: 'invalid_grant',
      error_description: 'user is blocked',
    });
  });

  it('ERR-007 too many wrong passwords are 429 too_many_attempts, also with the right one', async () => {
    const user = await plane.user(tenantId, 'Editor');
    for (let attempt = 0; attempt < 8; attempt += 1) {
      expect((await calls.login(user.email, 'Wrong-Horse-12!', {}, '192.0.2.1')).status).toBe(403);
    }
    const answer = await calls.login(user.email, testPassword, {}, '192.0.2.1');
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await answer.json()).toMatchObject({ error: 'too_many_attempts', statusCode: 429 });
    expect((await calls.login(user.email, testPassword, {}, '192.0.2.2')).status).toBe(200);
    environment.aheadMs += hourMs / 2;
    expect((await calls.login(user.email, testPassword, {}, '192.0.2.1')).status).toBe(200);
  });

  it('SEC-S47 wrong passwords for one account from many clients wait longer and longer; its user signs in all the while', async () => {
    const user = await plane.user(tenantId, 'Editor');
    const own = '192.0.2.77';
    expect((await calls.login(user.email, testPassword, {}, own)).status).toBe(200);
    const wrong = () => calls.login(user.email, 'Wrong-Horse-12!');
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async () => (await wrong()).status),
    );
    expect(statuses.filter((status) => status === 403)).toHaveLength(10);
    const refused = await wrong();
    expect(await refused.json()).toMatchObject({ error: 'too_many_attempts' });
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(30);
    expect((await calls.login(user.email, testPassword, {}, own)).status).toBe(200);
    expect((await calls.login(user.email)).status).toBe(429);
    environment.aheadMs += 30_000;
    expect((await wrong()).status).toBe(403);
    const later = await wrong();
    expect([later.status, Number(later.headers.get('retry-after'))]).toEqual([429, 60]);

    await calls.post('/api/sendPasswordReset', { email: user.email });
    const token = await calls.tokenOfNewestMail(user.email);
    const password = 'Brand-New-Day-5!';
    expect((await calls.post('/api/resetPassword', { token, password })).status).toBe(200);
    const login = { email: user.email, password, ...pkce() };
    expect((await calls.post('/api/login', login)).status).toBe(200);
    environment.aheadMs += hourMs / 2;
  });

  it('SEC-S12 the addresses of one IPv6 network are one client', async () => {
    const statuses: number[] = [];
    for (let round = 0; round < 21; round += 1) {
      const ip = `2001:db8:0:9:${round}::1`;
      statuses.push((await calls.login(`v6-${round}@acme.example`, 'x', {}, ip)).status);
    }
    expect(statuses.slice(-2)).toEqual([403, 429]);
    environment.aheadMs += hourMs / 2;
  });

  it('SEC-S6 one client that tries many addresses is 429, and good logins do not count', async () => {
    const user = await plane.user(tenantId, 'Editor');
    const from = (email: string, password: string) => calls.login(email, password, {}, '192.0.2.9');
    for (let round = 0; round < 25; round += 1) {
      expect((await from(user.email, testPassword)).status).toBe(200);
    }
    for (let round = 0; round < 20; round += 1) {
      expect((await from(`spray${round}@acme.example`, 'Wrong-Horse-12!')).status).toBe(403);
    }
    expect((await from(user.email, testPassword)).status).toBe(429);
    environment.aheadMs += hourMs / 2;
  });

  it('AUTH-002 a good login clears what was counted against the address', async () => {
    const user = await plane.user(tenantId, 'Editor');
    for (let round = 0; round < 3; round += 1) {
      for (let attempt = 0; attempt < 4; attempt += 1) {
        await calls.login(user.email, 'Wrong-Horse-12!', {}, '192.0.2.4');
      }
      expect((await calls.login(user.email, testPassword, {}, '192.0.2.4')).status).toBe(200);
    }
  });
});

describe('POST /api/refresh', () => {
  it('API-008 without rotation the same refresh token keeps working for 12 hours', async () => {
    const user = await plane.user(tenantId, 'Editor');
    const { refresh_token = '' } = await tokensOf(await calls.login(user.email));
    for (let round = 0; round < 3; round += 1) {
      const answer = await calls.refresh(refresh_token);
      expect(answer.status).toBe(200);
      const body = await tokensOf(answer);
      expect(body.refresh_token).toBeUndefined();
      expect(decodeJwt(body.access_token)).toMatchObject({ sub: user.userId, role: 'Editor' });
    }
    environment.aheadMs += 12 * hourMs;
    expect((await calls.refresh(refresh_token)).status).toBe(401);
  });

  it('SEC-S5 with rotation each refresh gives a new token and the old one dies with its family', async () => {
    const user = await plane.user(tenantId, 'Editor');
    const first = await tokensOf(await calls.login(user.email, testPassword, { rotation: true }));
    const second = await tokensOf(await calls.refresh(first.refresh_token ?? ''));
    expect(second.refresh_token).toMatch(/^[\w-]{20,}$/);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    environment.aheadMs += 61_000;
    const replay = await calls.refresh(first.refresh_token ?? '');
    expect(replay.status).toBe(401);
    expect(await replay.json()).toMatchObject({ errorCode: 'REFRESH_REFUSED' });
    expect((await calls.refresh(second.refresh_token ?? '')).status).toBe(401);
  });

  it('SEC-S5 two tabs that refresh at the same moment both go on', async () => {
    const user = await plane.user(tenantId, 'Editor');
    const first = await tokensOf(await calls.login(user.email, testPassword, { rotation: true }));
    const answers = await Promise.all(
      [1, 2, 3].map(() => calls.refresh(first.refresh_token ?? '')),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    environment.aheadMs += 20_000;
    expect((await calls.refresh(first.refresh_token ?? '')).status).toBe(200);
    for (const answer of answers) {
      const { refresh_token = '' } = await tokensOf(answer);
      expect((await calls.refresh(refresh_token)).status).toBe(200);
    }
  });

  it('API-008 a token that nobody issued is 401', async () => {
    const answer = await calls.refresh('nonsense');
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: 'invalid_grant' });
  });

  it('ROLE-001 the new token contains the new role', async () => {
    const user = await plane.user(tenantId, 'Viewer');
    const { refresh_token = '' } = await tokensOf(await calls.login(user.email));
    await plane.client(admin)(contract.users.update, {
      params: { id: user.userId },
      body: { app_metadata: { role: 'Editor' } },
    });
    const { access_token } = await tokensOf(await calls.refresh(refresh_token));
    expect(decodeJwt(access_token)).toMatchObject({ role: 'Editor' });
  });
});
