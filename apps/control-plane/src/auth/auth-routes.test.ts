import { type ClientAnswer, contract } from '@interlude/contract';
import { createAccountStore, createMailStore, createTenantStore } from '@interlude/persistence';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  pkce,
  postJson,
  startTestPlane,
  type TestPlane,
  type TestUser,
  testPassword,
} from '../control-plane.suite.ts';
import { hashPassword } from './accounts/password.ts';

let plane: TestPlane;
let tenantId: string;
let admin: TestUser;
let offsetMs = 0;

beforeAll(async () => {
  plane = await startTestPlane({ clock: { now: () => Date.now() + offsetMs } });
  tenantId = await plane.tenant('Acme');
  admin = await plane.user(tenantId, 'Admin', 'boss@acme.example');
});
afterAll(() => plane.stop());

const post = (path: string, body: unknown) => postJson(`${plane.url}${path}`, body);
let clients = 0;
/** Each login comes from a client of its own unless `ip` is given. */
const login = (email: string, password = testPassword, more: object = {}, ip?: string) => {
  clients += 1;
  const address = ip ?? `198.51.${Math.floor(clients / 250)}.${clients % 250}`;
  const body = { email, password, ...pkce(), ...more };
  return postJson(`${plane.url}/api/login`, body, { 'x-forwarded-for': address });
};
const refresh = (token: string) => post('/api/refresh', { refresh_token: token });
const hourMs = 3_600_000;

async function newestMail(to: string) {
  const page = await createMailStore(plane.database).list({
    limit: 10,
    offset: 0,
    search: to,
    sort: '-createdAt',
  });
  return page.rows[0];
}

async function tokenOfNewestMail(to: string): Promise<string> {
  const [, token = ''] = /token=([\w-]+)/.exec((await newestMail(to))?.text ?? '') ?? [];
  return token;
}

async function tokens(answer: Response) {
  return (await answer.json()) as { access_token: string; refresh_token?: string };
}

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
    const answer = await login(admin.email);
    expect(answer.status).toBe(200);
    const { access_token, refresh_token } = await tokens(answer);
    expect(refresh_token).toMatch(/^[\w-]{20,}$/);
    expect(decodeJwt(access_token)).toMatchObject({
      iss: `${plane.url}/oidc`,
      aud: `${plane.url}/api`,
      scope: 'read_write:all',
    });
  });

  it('AUTH-014 the token tells id, name, email, company, companies and role', async () => {
    const { access_token } = await tokens(await login(admin.email));
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
    expect((await login('BOSS@Acme.Example')).status).toBe(200);
  });

  it('AUTH-003 a user without a role gets a token without a role', async () => {
    const nobody = await plane.user(tenantId, null);
    expect(decodeJwt(nobody.token)).toMatchObject({ role: '' });
  });

  it.each(['nobody@acme.example', 'boss@acme.example'])(
    'ERR-004 a wrong password for %s is 403 invalid_grant with the same body',
    async (email) => {
      const answer = await login(email, 'Wrong-Horse-12!');
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

  it('S6 known and unknown addresses take the same time', async () => {
    const measure = async (email: string) => {
      const times = [];
      for (let index = 0; index < 5; index += 1) {
        const started = performance.now();
        await login(email, 'Wrong-Horse-12!');
        times.push(performance.now() - started);
      }
      return times.sort((a, b) => a - b)[1] ?? 0;
    };
    const other = await plane.user(tenantId, 'Viewer');
    const known = await measure(other.email);
    const unknown = await measure('unknown@acme.example');
    expect(Math.abs(known - unknown)).toBeLessThan(Math.max(known, unknown) * 0.6);
  });

  it('ERR-001 a verifier that does not match is 401 invalid_client', async () => {
    const body = { email: admin.email, password: testPassword, verifier: 'x', challenge: 'y' };
    const answer = await post('/api/login', body);
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
    const answer = await login(email);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({
      error: 'unauthorized',
      error_description: expect.stringContaining('verify your email'),
    });
    expect((await login(email, 'Wrong-Horse-12!')).status).toBe(403);
  });

  it("ERR-003 a blocked user is 403 invalid_grant 'user is blocked'", async () => {
    const user = await plane.user(tenantId, 'Editor');
    await createAccountStore(plane.database).setBlocked(user.userId, true);
    const answer = await login(user.email);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      error: 'invalid_grant',
      error_description: 'user is blocked',
    });
  });

  it('ERR-007 too many wrong passwords are 429 too_many_attempts, also with the right one', async () => {
    const user = await plane.user(tenantId, 'Editor');
    for (let attempt = 0; attempt < 8; attempt += 1) {
      expect((await login(user.email, 'Wrong-Horse-12!', {}, '192.0.2.1')).status).toBe(403);
    }
    const answer = await login(user.email, testPassword, {}, '192.0.2.1');
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await answer.json()).toMatchObject({ error: 'too_many_attempts', statusCode: 429 });
    expect((await login(user.email, testPassword, {}, '192.0.2.2')).status).toBe(200);
    offsetMs += hourMs / 2;
    expect((await login(user.email, testPassword, {}, '192.0.2.1')).status).toBe(200);
  });

  it('S6 wrong passwords for one address from many clients are 429 at last', async () => {
    const user = await plane.user(tenantId, 'Editor');
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async () => (await login(user.email, 'Wrong-Horse-12!')).status),
    );
    expect(statuses.filter((status) => status === 403)).toHaveLength(50);
    expect((await login(user.email)).status).toBe(429);
    offsetMs += hourMs / 2;
  });

  it('S6 one client that tries many addresses is 429, and good logins do not count', async () => {
    const user = await plane.user(tenantId, 'Editor');
    const from = (email: string, password: string) => login(email, password, {}, '192.0.2.9');
    for (let round = 0; round < 25; round += 1) {
      expect((await from(user.email, testPassword)).status).toBe(200);
    }
    for (let round = 0; round < 20; round += 1) {
      expect((await from(`spray${round}@acme.example`, 'Wrong-Horse-12!')).status).toBe(403);
    }
    expect((await from(user.email, testPassword)).status).toBe(429);
    offsetMs += hourMs / 2;
  });

  it('AUTH-002 a good login clears what was counted against the address', async () => {
    const user = await plane.user(tenantId, 'Editor');
    for (let round = 0; round < 3; round += 1) {
      for (let attempt = 0; attempt < 4; attempt += 1) {
        await login(user.email, 'Wrong-Horse-12!', {}, '192.0.2.4');
      }
      expect((await login(user.email, testPassword, {}, '192.0.2.4')).status).toBe(200);
    }
  });
});

describe('POST /api/refresh', () => {
  it('API-008 without rotation the same refresh token keeps working for 12 hours', async () => {
    const user = await plane.user(tenantId, 'Editor');
    const { refresh_token = '' } = await tokens(await login(user.email));
    for (let round = 0; round < 3; round += 1) {
      const answer = await refresh(refresh_token);
      expect(answer.status).toBe(200);
      const body = await tokens(answer);
      expect(body.refresh_token).toBeUndefined();
      expect(decodeJwt(body.access_token)).toMatchObject({ sub: user.userId, role: 'Editor' });
    }
    offsetMs += 12 * hourMs;
    expect((await refresh(refresh_token)).status).toBe(401);
  });

  it('S5 with rotation each refresh gives a new token and the old one dies with its family', async () => {
    const user = await plane.user(tenantId, 'Editor');
    const first = await tokens(await login(user.email, testPassword, { rotation: true }));
    const second = await tokens(await refresh(first.refresh_token ?? ''));
    expect(second.refresh_token).toMatch(/^[\w-]{20,}$/);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    offsetMs += 61_000;
    const replay = await refresh(first.refresh_token ?? '');
    expect(replay.status).toBe(401);
    expect(await replay.json()).toMatchObject({ errorCode: 'REFRESH_REFUSED' });
    expect((await refresh(second.refresh_token ?? '')).status).toBe(401);
  });

  it('S5 two tabs that refresh at the same moment both go on', async () => {
    const user = await plane.user(tenantId, 'Editor');
    const first = await tokens(await login(user.email, testPassword, { rotation: true }));
    const answers = await Promise.all([1, 2, 3].map(() => refresh(first.refresh_token ?? '')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    offsetMs += 20_000;
    expect((await refresh(first.refresh_token ?? '')).status).toBe(200);
    for (const answer of answers) {
      const { refresh_token = '' } = await tokens(answer);
      expect((await refresh(refresh_token)).status).toBe(200);
    }
  });

  it('API-008 a token that nobody issued is 401', async () => {
    const answer = await refresh('nonsense');
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: 'invalid_grant' });
  });

  it('ROLE-001 the new token tells the new role', async () => {
    const user = await plane.user(tenantId, 'Viewer');
    const { refresh_token = '' } = await tokens(await login(user.email));
    await plane.client(admin)(contract.users.update, {
      params: { id: user.userId },
      body: { app_metadata: { role: 'Editor' } },
    });
    const { access_token } = await tokens(await refresh(refresh_token));
    expect(decodeJwt(access_token)).toMatchObject({ role: 'Editor' });
  });
});

describe('POST /api/register', () => {
  const strong = 'Sunny-Meadow-77!';

  it('API-004 a new company gets a tenant on trial and its founder is Admin after confirming', async () => {
    const email = 'founder@new.example';
    const answer = await post('/api/register', { company: 'New Co', email, password: strong });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({
      message:
        'You have been successfully registered with Interlude. You will receive an email, which you need to confirm before you can login.',
    });
    expect((await login(email, strong)).status).toBe(401);
    const token = await tokenOfNewestMail(email);
    expect((await post('/api/verifyEmail', { token })).status).toBe(200);
    const { access_token } = await tokens(await login(email, strong));
    expect(decodeJwt(access_token)).toMatchObject({ role: 'Admin' });
    const tenant = await createTenantStore(plane.database).find('new co');
    expect(tenant).toMatchObject({ name: 'New Co', tier: 'trial' });
    const days = (Date.parse(tenant?.expiresAt ?? '') - Date.now() - offsetMs) / 86_400_000;
    expect(days).toBeCloseTo(30, 1);
  });

  it('ROLE-002 an existing company is joined without a role and without access (OP-62)', async () => {
    const email = 'joiner@acme.example';
    await post('/api/register', { company: 'ACME', email, password: strong });
    await post('/api/verifyEmail', { token: await tokenOfNewestMail(email) });
    const { access_token } = await tokens(await login(email, strong));
    expect(decodeJwt(access_token)).toMatchObject({ company: tenantId, role: '' });
    const answer = await fetch(`${plane.url}/api/v2/channels`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      errorCode: 'ROLE_MISSING',
      message: 'Admin must first set a role for this user.',
    });
  });

  it('S6 a known address gets the same answer, and its owner a mail', async () => {
    const body = { company: 'Other', email: admin.email, password: strong };
    const answer = await post('/api/register', body);
    expect(answer.status).toBe(201);
    expect((await newestMail(admin.email))?.subject).toContain('already have');
    expect((await login(admin.email, strong)).status).toBe(403);
    expect(await createTenantStore(plane.database).find('Other')).toBeUndefined();
  });

  it.each([
    'short-A1!',
    'nouppercase-12345!',
    'NOLOWERCASE-12345!',
    'No-Digits-At-All-Here!',
    'NoSpecials1234567',
  ])('API-051 refuses the password %s', async (password) => {
    const answer = await post('/api/register', {
      company: 'Weak',
      email: 'weak@weak.example',
      password,
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      name: 'PasswordStrengthError',
      message:
        'Password must be at least 14 characters long, must have special characters (!@#$%^&*), lower case (a-z), upper case (A-Z) and numbers (0-9)',
    });
  });

  it("API-004 an address that is none is 'Bad Request'", async () => {
    const body = { company: 'Weak', email: 'no address', password: strong };
    const answer = await post('/api/register', body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      name: 'Bad Request',
      errorCode: 'EMAIL_INVALID',
      message: 'Please enter a valid Email.',
    });
  });

  it('S12 many registrations from one client are 429', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 22 }, async (_, index) => {
        const body = { company: 'Acme', email: `many${index}@acme.example`, password: strong };
        return (await post('/api/register', body)).status;
      }),
    );
    expect(statuses).toContain(429);
    offsetMs += hourMs;
  });
});

describe('mails about an account', () => {
  const sent = async (path: string, email: string) => {
    const answer = await post(path, { email });
    return { status: answer.status, body: await answer.json() };
  };

  it('API-005 sends the verification again, and answers the same for an unknown address', async () => {
    const email = 'again@acme.example';
    const passwordHash = await hashPassword(testPassword);
    await createAccountStore(plane.database).createAccount(
      { email, passwordHash, emailVerified: false },
      { kind: 'joiner', tenantId },
    );
    const known = await sent('/api/sendVerificationEmail', email);
    const unknown = await sent('/api/sendVerificationEmail', 'never@acme.example');
    expect(known).toEqual(unknown);
    expect(known).toEqual({
      status: 200,
      body: {
        message: 'You will receive a verification email, if your address exists in our database.',
      },
    });
    expect(await newestMail('never@acme.example')).toBeUndefined();
    const token = await tokenOfNewestMail(email);
    expect((await newestMail(email))?.text).toContain(`${plane.url}/verify-email?token=${token}`);
    expect((await post('/api/verifyEmail', { token })).status).toBe(200);
    expect((await login(email)).status).toBe(200);
  });

  it('API-006 resets a password once, ends all sessions, and refuses the used link', async () => {
    const user = await plane.user(tenantId, 'Editor');
    const { refresh_token = '' } = await tokens(await login(user.email));
    const known = await sent('/api/sendPasswordReset', user.email);
    expect(known).toEqual(await sent('/api/sendPasswordReset', 'never@acme.example'));
    expect(known.body).toEqual({ message: 'Password reset mail sent. Please check your email!' });
    const token = await tokenOfNewestMail(user.email);
    const weak = await post('/api/resetPassword', { token, password: 'weak' });
    expect(weak.status).toBe(400);
    const set = await post('/api/resetPassword', { token, password: 'Brand-New-Day-5!' });
    expect(set.status).toBe(200);
    expect((await login(user.email, 'Brand-New-Day-5!')).status).toBe(200);
    expect((await login(user.email)).status).toBe(403);
    expect((await refresh(refresh_token)).status).toBe(401);
    const again = await post('/api/resetPassword', { token, password: 'Brand-New-Day-6!' });
    expect(again.status).toBe(410);
    expect(await again.json()).toMatchObject({ errorCode: 'LINK_EXPIRED' });
  });

  it('API-006 a link works for one hour only', async () => {
    const user = await plane.user(tenantId, 'Editor');
    await sent('/api/sendPasswordReset', user.email);
    const token = await tokenOfNewestMail(user.email);
    offsetMs += hourMs + 1;
    const answer = await post('/api/resetPassword', { token, password: 'Brand-New-Day-5!' });
    expect(answer.status).toBe(410);
  });

  it('API-006 refuses an address that is none', async () => {
    expect(await sent('/api/sendPasswordReset', 'no address')).toMatchObject({
      status: 400,
      body: { errorCode: 'EMAIL_INVALID' },
    });
  });

  it('S12 sends an address at most four mails an hour and does not say so', async () => {
    const user = await plane.user(tenantId, 'Editor');
    for (let mail = 0; mail < 6; mail += 1) {
      expect((await sent('/api/sendPasswordReset', user.email)).status).toBe(200);
    }
    const page = await createMailStore(plane.database).list({
      limit: 10,
      offset: 0,
      search: user.email,
      sort: '-createdAt',
    });
    expect(page.total).toBe(4);
    offsetMs += hourMs;
  });

  it('S13 tokens are stored as hashes only', async () => {
    const user = await plane.user(tenantId, 'Editor');
    await sent('/api/sendPasswordReset', user.email);
    const token = await tokenOfNewestMail(user.email);
    const rows = await plane.database.system.selectFrom('one_time_tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(plane.logLines.join('')).not.toContain(token);
  });
});

describe('POST /api/notifyLoginNoRole', () => {
  type Notes = ClientAnswer<typeof contract.notifications.list>;
  const notes = (user: TestUser): Promise<Notes> =>
    plane.client(user)(contract.notifications.list, { query: { userOnly: 'true', limit: -1 } });

  it('API-007 tells the Admins of the tenant, once an hour', async () => {
    const waiting = await plane.user(tenantId, null);
    const before = (await notes(admin)).totalCount;
    for (let call = 0; call < 3; call += 1) {
      const body = { company: tenantId, email: waiting.email };
      expect((await post('/api/notifyLoginNoRole', body)).status).toBe(200);
    }
    const after = await notes(admin);
    expect(after.totalCount).toBe(before + 1);
    expect(after[0]?.content).toContain(waiting.email);
  });

  it('API-007 answers the same, and tells nobody, when there is no such case', async () => {
    const before = (await notes(admin)).totalCount;
    const one = await post('/api/notifyLoginNoRole', { company: tenantId, email: 'x@y.example' });
    const two = await post('/api/notifyLoginNoRole', { company: 'None', email: admin.email });
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(await one.json()).toEqual(await two.json());
    expect((await notes(admin)).totalCount).toBe(before);
  });
});
