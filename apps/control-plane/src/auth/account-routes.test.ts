import { type ClientAnswer, contract } from '@interlude/contract/api';
import { createAccountStore, createMailStore, createTenantStore } from '@interlude/persistence';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AuthEnvironment,
  startAuthEnvironment,
  tokensOf,
} from '../testing/auth-calls.suite.ts';
import {
  bearer,
  postJson,
  type TestPlane,
  type TestUser,
  testPassword,
} from '../testing/control-plane.suite.ts';
import { accountStepMs, inEqualTime } from './accounts/equal-time.ts';
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

describe('POST /api/register', () => {
  const strong = 'Sunny-Meadow-77!';

  it('API-004 a new company gets a tenant on trial and its founder is Admin after confirming', async () => {
    const email = 'founder@new.example';
    const answer = await calls.post('/api/register', {
      company: 'New Co',
      email,
      password: strong,
    });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({
      message:
        'You have been successfully registered with Interlude. You will receive an email, which you need to confirm before you can login.',
    });
    expect((await calls.login(email, strong)).status).toBe(401);
    const token = await calls.tokenOfNewestMail(email);
    expect((await calls.post('/api/verifyEmail', { token })).status).toBe(200);
    const { access_token } = await tokensOf(await calls.login(email, strong));
    expect(decodeJwt(access_token)).toMatchObject({ role: 'Admin' });
    const tenant = await createTenantStore(plane.database).find('new co');
    expect(tenant).toMatchObject({ name: 'New Co', tier: 'trial' });
    const days =
      (Date.parse(tenant?.expiresAt ?? '') - Date.now() - environment.aheadMs) / 86_400_000;
    expect(days).toBeCloseTo(30, 1);
  });

  it('mails are in the language of the browser that registered, which is that of the person and of a new company', async () => {
    const register = (email: string, company: string, languages: string) =>
      postJson(
        `${plane.url}/api/register`,
        { company, email, password: strong },
        { 'accept-language': languages },
      );
    const email = 'founder@sprache.example';
    await register(email, 'Sprache GmbH', 'de-AT,de;q=0.9,en;q=0.5');
    const confirmation = await calls.newestMail(email);
    expect(confirmation).toMatchObject({
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse für Interlude',
      text: expect.stringContaining('innerhalb von 3 Tagen'),
      html: expect.stringContaining('<html lang="de">'),
    });
    const joiner = 'joiner@sprache.example';
    await register(joiner, 'Sprache GmbH', 'fr');
    expect((await calls.newestMail(joiner))?.subject).toMatch(/^Bestätigen/);
    const english = 'english@sprache.example';
    await register(english, 'Sprache GmbH', 'en-GB, de;q=0.1');
    expect((await calls.newestMail(english))?.subject).toMatch(/^Confirm your email/);
    await postJson(`${plane.url}/api/sendPasswordReset`, { email }, { 'accept-language': 'en' });
    expect((await calls.newestMail(email))?.subject).toBe('Neues Passwort für Interlude');
  });

  it('ROLE-002 an existing company is joined without a role and without access (OP-62)', async () => {
    const email = 'joiner@acme.example';
    await calls.post('/api/register', { company: 'ACME', email, password: strong });
    await calls.post('/api/verifyEmail', { token: await calls.tokenOfNewestMail(email) });
    const { access_token } = await tokensOf(await calls.login(email, strong));
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

  it('SEC-S6 a known address gets the same answer, and its owner a mail', async () => {
    const body = { company: 'Other', email: admin.email, password: strong };
    const answer = await calls.post('/api/register', body);
    expect(answer.status).toBe(201);
    expect((await calls.newestMail(admin.email))?.subject).toContain('already have');
    expect((await calls.login(admin.email, strong)).status).toBe(403);
    expect(await createTenantStore(plane.database).find('Other')).toBeUndefined();
  });

  it.each([
    'short-A1!',
    'nouppercase-12345!',
    'NOLOWERCASE-12345!',
    'No-Digits-At-All-Here!',
    'NoSpecials1234567',
  ])('API-051 refuses the password %s', async (password) => {
    const answer = await calls.post('/api/register', {
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
    const answer = await calls.post('/api/register', body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      name: 'Bad Request',
      errorCode: 'EMAIL_INVALID',
      message: 'Please enter a valid Email.',
    });
  });

  it('SEC-S12 many registrations from one client are 429', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 22 }, async (_, index) => {
        const body = { company: 'Acme', email: `many${index}@acme.example`, password: strong };
        return (await calls.post('/api/register', body)).status;
      }),
    );
    expect(statuses).toContain(429);
    environment.aheadMs += hourMs;
  });
});

describe('mails about an account', () => {
  const sent = async (path: string, email: string) => {
    const answer = await calls.post(path, { email });
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
    expect(await calls.newestMail('never@acme.example')).toBeUndefined();
    const token = await calls.tokenOfNewestMail(email);
    expect((await calls.newestMail(email))?.text).toContain(
      `${plane.url}/verify-email?token=${token}`,
    );
    expect((await calls.post('/api/verifyEmail', { token })).status).toBe(200);
    expect((await calls.login(email)).status).toBe(200);
  });

  it('API-006 resets a password once, ends all sessions, and refuses the used link', async () => {
    const user = await plane.user(tenantId, 'Editor');
    const { refresh_token = '' } = await tokensOf(await calls.login(user.email));
    const known = await sent('/api/sendPasswordReset', user.email);
    expect(known).toEqual(await sent('/api/sendPasswordReset', 'never@acme.example'));
    expect(known.body).toEqual({ message: 'Password reset mail sent. Please check your email!' });
    const token = await calls.tokenOfNewestMail(user.email);
    const weak = await calls.post('/api/resetPassword', { token, password: 'weak' });
    expect(weak.status).toBe(400);
    const set = await calls.post('/api/resetPassword', { token, password: 'Brand-New-Day-5!' });
    expect(set.status).toBe(200);
    expect((await calls.login(user.email, 'Brand-New-Day-5!')).status).toBe(200);
    expect((await calls.login(user.email)).status).toBe(403);
    expect((await calls.refresh(refresh_token)).status).toBe(401);
    const again = await calls.post('/api/resetPassword', { token, password: 'Brand-New-Day-6!' });
    expect(again.status).toBe(410);
    expect(await again.json()).toMatchObject({ errorCode: 'LINK_EXPIRED' });
  });

  it('SEC-S44 a new password ends the access tokens issued before, in every company', async () => {
    const user = await plane.user(tenantId, 'Editor');
    const { access_token: stolen } = await tokensOf(await calls.login(user.email));
    const list = (token: string) =>
      fetch(`${plane.url}/api/v2/channels`, { headers: bearer(token, tenantId) });
    expect((await list(stolen)).status).toBe(200);
    await sent('/api/sendPasswordReset', user.email);
    const token = await calls.tokenOfNewestMail(user.email);
    const password = 'Brand-New-Day-5!';
    expect((await calls.post('/api/resetPassword', { token, password })).status).toBe(200);
    await expect.poll(async () => (await list(stolen)).status, { timeout: 4_000 }).toBe(401);
    const { access_token: fresh } = await tokensOf(await calls.login(user.email, password));
    expect((await list(fresh)).status).toBe(200);
    expect((await list(stolen)).status).toBe(401);
  });

  it('API-006 a link works for one hour only', async () => {
    const user = await plane.user(tenantId, 'Editor');
    await sent('/api/sendPasswordReset', user.email);
    const token = await calls.tokenOfNewestMail(user.email);
    environment.aheadMs += hourMs + 1;
    const answer = await calls.post('/api/resetPassword', { token, password: 'Brand-New-Day-5!' });
    expect(answer.status).toBe(410);
  });

  it('API-006 refuses an address that is none', async () => {
    expect(await sent('/api/sendPasswordReset', 'no address')).toMatchObject({
      status: 400,
      body: { errorCode: 'EMAIL_INVALID' },
    });
  });

  it('SEC-S12 sends an address at most four mails an hour and does not say so', async () => {
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
    environment.aheadMs += hourMs;
  });

  it('SEC-S43 a request beyond the limit of the recipient leaves the link that was sent', async () => {
    const user = await plane.user(tenantId, 'Editor');
    for (let mail = 0; mail < 4; mail += 1) await sent('/api/sendPasswordReset', user.email);
    const token = await calls.tokenOfNewestMail(user.email);
    for (let mail = 0; mail < 2; mail += 1) await sent('/api/sendPasswordReset', user.email);
    const set = await calls.post('/api/resetPassword', { token, password: 'Brand-New-Day-5!' });
    expect(set.status).toBe(200);
    environment.aheadMs += hourMs;
  });

  it('SEC-S13 tokens are stored as hashes only', async () => {
    const user = await plane.user(tenantId, 'Editor');
    await sent('/api/sendPasswordReset', user.email);
    const token = await calls.tokenOfNewestMail(user.email);
    const rows = await plane.database.system.selectFrom('one_time_tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(plane.logLines.join('')).not.toContain(token);
  });
});

describe('POST /api/notifyLoginNoRole', () => {
  type Notes = ClientAnswer<typeof contract.notifications.list>;
  const notes = (user: TestUser): Promise<Notes> =>
    plane.client(user)(contract.notifications.list, { query: { userOnly: 'true', limit: -1 } });

  it('API-007 notifies the Admins of the tenant, once per hour', async () => {
    const waiting = await plane.user(tenantId, null);
    const before = (await notes(admin)).totalCount;
    for (let call = 0; call < 3; call += 1) {
      const body = { company: tenantId, email: waiting.email };
      expect((await calls.post('/api/notifyLoginNoRole', body)).status).toBe(200);
    }
    const after = await notes(admin);
    expect(after.totalCount).toBe(before + 1);
    expect(after[0]?.content).toContain(waiting.email);
  });

  it('API-007 answers the same, and notifies nobody, when there is no such case', async () => {
    const before = (await notes(admin)).totalCount;
    const one = await calls.post('/api/notifyLoginNoRole', {
      company: tenantId,
      email: 'x@y.example',
    });
    const two = await calls.post('/api/notifyLoginNoRole', { company: 'None', email: admin.email });
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(await one.json()).toEqual(await two.json());
    expect((await notes(admin)).totalCount).toBe(before);
  });
});

describe('the time of an answer', () => {
  let timed: AuthEnvironment;
  beforeAll(async () => {
    timed = await startAuthEnvironment(inEqualTime);
  });
  afterAll(() => timed.plane.stop());

  it.each([
    ['/api/sendPasswordReset', {}],
    ['/api/sendVerificationEmail', {}],
    ['/api/notifyLoginNoRole', { company: 'Acme' }],
    ['/api/register', { company: 'Acme', password: 'Sunny-Meadow-77!' }],
  ])('SEC-S45 %s answers known and unknown addresses at the end of a step', async (path, more) => {
    const user = await timed.plane.user(timed.tenantId, null);
    for (const email of [user.email, `timing-${path.length}@acme.example`]) {
      const started = performance.now();
      expect((await timed.calls.post(path, { ...more, email })).ok).toBe(true);
      expect(performance.now() - started).toBeGreaterThan(accountStepMs * 0.98);
    }
    timed.aheadMs += hourMs;
  });

  it('SEC-S6 SEC-S45 known and unknown addresses take the same time', async () => {
    const measure = async (email: string, times: number[]) => {
      const started = performance.now();
      await timed.calls.login(email, 'Wrong-Horse-12!');
      times.push(performance.now() - started);
    };
    const other = await timed.plane.user(timed.tenantId, 'Viewer');
    const [knownTimes, unknownTimes]: [number[], number[]] = [[], []];
    // Requests alternate: other load on the machine slows both alike.
    for (let index = 0; index < 5; index += 1) {
      await measure(other.email, knownTimes);
      await measure('unknown@acme.example', unknownTimes);
    }
    const second = (times: number[]) => times.sort((a, b) => a - b)[1] ?? 0;
    const [known, unknown] = [second(knownTimes), second(unknownTimes)];
    expect(Math.abs(known - unknown)).toBeLessThan(Math.max(known, unknown) * 0.6);
  });
});
