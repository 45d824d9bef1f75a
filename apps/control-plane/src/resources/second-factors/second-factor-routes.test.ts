import type { SecondFactorProof } from '@interlude/contract';
import { contract } from '@interlude/contract/api';
import { joinByInvitation } from '@interlude/testkit';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AuthEnvironment,
  startAuthEnvironment,
  tokensOf,
} from '../../testing/auth-calls.suite.ts';
import { bearer, failure, type TestUser, testPassword } from '../../testing/control-plane.suite.ts';
import { createSoftwarePasskey } from '../../testing/software-passkey.suite.ts';

let env: AuthEnvironment;
beforeAll(async () => {
  env = await startAuthEnvironment();
});
afterAll(() => env.plane.stop());

const { auth, secondFactors } = contract;
const password = { confirmation: { password: testPassword } };
let people = 0;

const person = (tenantId = env.tenantId, role: 'Editor' | 'Admin' = 'Editor') => {
  people += 1;
  return env.plane.user(tenantId, role, `person${people}@acme.example`);
};

/** The code of an app whose clock is half a minute ahead: valid, and not used yet. */
const laterCode = (secret: string) => codeAt(secret, Date.now() + env.aheadMs + 30_000);

/** The next code of an app: each is valid once, so the clock advances. */
function nextCode(secret: string): string {
  env.aheadMs += 30_000;
  return codeAt(secret, Date.now() + env.aheadMs);
}

function codeAt(secret: string, timestamp: number): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), digits: 6, period: 30, timestamp });
}

async function addApp(user: TestUser) {
  const as = env.plane.client(user);
  const { step, secret } = await as(secondFactors.beginTotp, { body: password });
  const body = { step, name: 'Phone', code: nextCode(secret) };
  const { recoveryCodes } = await as(secondFactors.finishTotp, { body });
  return { as, secret, recoveryCodes };
}

interface LoginAnswer {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly second_factor?: {
    readonly step: string;
    readonly kinds: readonly string[];
    readonly company: string;
  };
}

async function login({ email }: Pick<TestUser, 'email'>, ip?: string): Promise<LoginAnswer> {
  const answer = await env.calls.login(email, testPassword, { rotation: true }, ip);
  return (await answer.json()) as LoginAnswer;
}

const show = (step: string | undefined, proof: SecondFactorProof) =>
  env.plane.client()(auth.showSecondFactor, { body: { step: step ?? '', ...proof } });

const list = (token: string) =>
  fetch(`${env.plane.url}/api/v2/channels`, { headers: bearer(token, env.tenantId) });

const localhost = () => env.plane.url.replace('127.0.0.1', 'localhost');

describe('an authenticator app', () => {
  it('SEC-S119 is added with the password and a code, reported by mail, and asked for at the next login', async () => {
    const user = await person();
    const { as, secret, recoveryCodes } = await addApp(user);
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await env.calls.newestMail(user.email))?.subject).toContain(
      'A second factor was added',
    );
    const { second_factor: next, ...tokens } = await login(user);
    expect(tokens).toEqual({ access_token: '', refresh_token: '' });
    expect(next).toMatchObject({ kinds: ['totp'], company: '' });
    const shown = await show(next?.step, { code: nextCode(secret) });
    expect((await list(shown.access_token)).status).toBe(200);
    expect(await as(secondFactors.read, {})).toMatchObject({
      external: false,
      factors: [{ kind: 'totp', name: 'Phone' }],
      recoveryCodesLeft: 10,
    });
    const { rows } = await env.plane.database.system
      .selectFrom('second_factors')
      .selectAll()
      .execute()
      .then((all) => ({ rows: JSON.stringify(all) }));
    expect(rows).not.toContain(secret);
  });

  it('SEC-S119 each code is good once, also at the same moment, and an earlier one never', async () => {
    const user = await person();
    const { secret } = await addApp(user);
    const old = nextCode(secret);
    const code = nextCode(secret);
    const [one, two] = [await login(user), await login(user)];
    const both = await Promise.allSettled([
      show(one.second_factor?.step, { code }),
      show(two.second_factor?.step, { code }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const third = await login(user);
    expect(await failure(show(third.second_factor?.step, { code: old }))).toMatchObject({
      ...{ status: 403, code: 'SECOND_FACTOR_WRONG' },
    });
  });

  it('SEC-S119 the ticket is good once, for its person, and until a new password', async () => {
    const user = await person();
    const { secret } = await addApp(user);
    const { second_factor: next } = await login(user);
    await show(next?.step, { code: nextCode(secret) });
    expect(await failure(show(next?.step, { code: nextCode(secret) }))).toMatchObject({
      ...{ status: 404, code: 'STEP_EXPIRED' },
    });
    const { second_factor: late } = await login(user);
    await env.calls.post('/api/sendPasswordReset', { email: user.email });
    const token = await env.calls.tokenOfNewestMail(user.email);
    await env.calls.post('/api/resetPassword', { token, password: testPassword });
    expect(await failure(show(late?.step, { code: nextCode(secret) }))).toMatchObject({
      code: 'STEP_EXPIRED',
    });
    // A new password by mail is no second factor.
    expect((await login(user)).second_factor?.kinds).toEqual(['totp']);
  });

  it('SEC-S119 attempts wait longer each time; the network of the person does not wait for a stranger', async () => {
    const user = await person();
    const { secret } = await addApp(user);
    const own = '198.51.100.200';
    const from = (step: string | undefined, code: string, ip: string) =>
      fetch(`${env.plane.url}/api/login/second-factor`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
        body: JSON.stringify({ step, code }),
      });
    const first = await login(user, own);
    expect((await from(first.second_factor?.step, nextCode(secret), own)).status).toBe(200);
    const thief = await login(user, '203.0.113.66');
    const statuses: number[] = [];
    for (let tried = 0; tried < 7; tried += 1) {
      const answer = await from(thief.second_factor?.step, '000000', '203.0.113.66');
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429, 429]);
    const elsewhere = await login(user, '203.0.113.67');
    const right = await from(elsewhere.second_factor?.step, laterCode(secret), '203.0.113.67');
    expect(right.status).toBe(429);
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
    const again = await login(user, own);
    expect((await from(again.second_factor?.step, nextCode(secret), own)).status).toBe(200);
  });

  it('SEC-S119 a recovery code opens it once, in any spelling, and a mail reports it', async () => {
    const user = await person();
    const { as, recoveryCodes } = await addApp(user);
    const [code = ''] = recoveryCodes;
    const { second_factor: next } = await login(user);
    await show(next?.step, { code: ` ${code.toUpperCase().replaceAll('-', ' ')} ` });
    expect((await env.calls.newestMail(user.email))?.subject).toContain('recovery code was used');
    expect(await as(secondFactors.read, {})).toMatchObject({ recoveryCodesLeft: 9 });
    const { second_factor: again } = await login(user);
    expect(await failure(show(again?.step, { code }))).toMatchObject({
      code: 'SECOND_FACTOR_WRONG',
    });
    const stored = await env.plane.database.system
      .selectFrom('recovery_codes')
      .selectAll()
      .execute();
    expect(JSON.stringify(stored)).not.toContain(recoveryCodes[1]?.replaceAll('-', ''));
  });
});

describe('a change of second factors', () => {
  it('SEC-S119 is confirmed: by the password without one, by the second factor with one', async () => {
    const user = await person();
    const as = env.plane.client(user);
    const begin = (confirmation: object) =>
      failure(as(secondFactors.beginTotp, { body: { confirmation } }));
    expect(await begin({})).toMatchObject({
      ...{ status: 403, code: 'CONFIRMATION_NEEDED', details: { proof: 'password' } },
    });
    expect(await begin({ password: 'Wrong-Horse-12!' })).toMatchObject({
      code: 'CONFIRMATION_WRONG',
    });
    const { secret } = await addApp(user);
    expect(await begin({ password: testPassword })).toMatchObject({
      ...{ code: 'CONFIRMATION_NEEDED', details: { proof: 'second factor' } },
    });
    const { factors } = await as(secondFactors.read, {});
    const params = { id: factors[0]?.id ?? '' };
    const body = (code: string) => ({ confirmation: { code } });
    const wrong = as(secondFactors.remove, { params, body: body('000000') });
    expect(await failure(wrong)).toMatchObject({ code: 'SECOND_FACTOR_WRONG' });
    const renewed = await as(secondFactors.renewRecoveryCodes, { body: body(nextCode(secret)) });
    expect(renewed.recoveryCodes).toHaveLength(10);
    await as(secondFactors.remove, { params, body: body(renewed.recoveryCodes[0] ?? '') });
    expect((await env.calls.newestMail(user.email))?.subject).toContain('was removed');
    expect(await as(secondFactors.read, {})).toMatchObject({ factors: [], recoveryCodesLeft: 0 });
    expect((await login(user)).access_token).not.toBe('');
  });

  it('SEC-S119 a step that another person has begun is none', async () => {
    const [one, two] = [await person(), await person()];
    const { step, secret } = await env.plane.client(one)(secondFactors.beginTotp, {
      body: password,
    });
    const body = { step, name: 'Stolen', code: nextCode(secret) };
    expect(await failure(env.plane.client(two)(secondFactors.finishTotp, { body }))).toMatchObject({
      ...{ status: 404, code: 'STEP_EXPIRED' },
    });
  });
});

describe('a passkey', () => {
  async function addPasskey(user: TestUser) {
    const as = env.plane.client(user);
    const passkey = createSoftwarePasskey(localhost());
    const { step, options } = await as(secondFactors.beginPasskey, { body: password });
    const response = passkey.create(options) as never;
    const made = await as(secondFactors.finishPasskey, {
      body: { step, name: 'Laptop', response },
    });
    return { as, passkey, made };
  }
  const ask = (step: string | undefined) =>
    env.plane.client()(auth.askForPasskey, { body: { step: step ?? '' } });

  it('SEC-S119 is added, verified with its person, and opens the login', async () => {
    const user = await person();
    const { passkey, made } = await addPasskey(user);
    expect(made.recoveryCodes).toHaveLength(10);
    const { second_factor: next } = await login(user);
    expect(next?.kinds).toEqual(['passkey']);
    const { step, options } = await ask(next?.step);
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    const response = passkey.get(options) as never;
    const shown = await show(next?.step, { passkey: { step, response } });
    expect((await list(shown.access_token)).status).toBe(200);
  });

  it.each([
    ['without verification of the person', { flags: 1 }, {}],
    ['of another origin', { origin: 'https://evil.example' }, {}],
    ['with a counter that was used', { counter: 0 }, { counter: 7 }],
  ])('SEC-S119 an answer %s is refused, and its challenge used up', async (_what, bad, before) => {
    const user = await person();
    const { passkey } = await addPasskey(user);
    const first = await login(user);
    const asked = await ask(first.second_factor?.step);
    const good = { step: asked.step, response: passkey.get(asked.options, before) as never };
    await show(first.second_factor?.step, { passkey: good });
    const { second_factor: next } = await login(user);
    const { step, options } = await ask(next?.step);
    const wrong = { step, response: passkey.get(options, bad) as never };
    expect(await failure(show(next?.step, { passkey: wrong }))).toMatchObject({
      code: 'SECOND_FACTOR_WRONG',
    });
    const late = { step, response: passkey.get(options, { counter: 99 }) as never };
    expect(await failure(show(next?.step, { passkey: late }))).toMatchObject({
      code: 'SECOND_FACTOR_WRONG',
    });
  });

  it('SEC-S119 an answer for another challenge, and one that was made without verification, add nothing', async () => {
    const user = await person();
    const as = env.plane.client(user);
    const passkey = createSoftwarePasskey(localhost());
    const finish = async (answer: (options: Record<string, unknown>) => object) => {
      const { step, options } = await as(secondFactors.beginPasskey, { body: password });
      const body = { step, name: 'Laptop', response: answer(options) as never };
      return failure(as(secondFactors.finishPasskey, { body }));
    };
    const refused = { status: 422, code: 'PASSKEY_REFUSED' };
    expect(
      await finish((options) => passkey.create({ ...options, challenge: 'AAAA' })),
    ).toMatchObject(refused);
    expect(await finish((options) => passkey.create(options, { flags: 1 }))).toMatchObject(refused);
    expect((await as(secondFactors.read, {})).factors).toEqual([]);
  });
});

describe('a company that requires a second factor', () => {
  async function strictCompany() {
    people += 1;
    const name = `Strict ${people}`;
    const tenantId = await env.plane.tenant(name);
    const admin = await person(tenantId, 'Admin');
    const member = await person(tenantId);
    const before = await login(member);
    await env.plane.client(admin)(contract.tenants.update, {
      params: { id: tenantId },
      body: { name, apiKeyHash: '', secondFactorRequired: true },
    });
    return { name, tenantId, admin, member, before };
  }

  it('SEC-S119 leads its members to one before they get a token, and tells them', async () => {
    const { name, tenantId, member } = await strictCompany();
    const { second_factor: next, access_token } = await login(member);
    expect([access_token, next?.kinds, next?.company]).toEqual(['', [], name]);
    const anybody = env.plane.client();
    const step = next?.step ?? '';
    const begun = await anybody(auth.beginEnrolment, { body: { step, kind: 'totp' } });
    const { step: enrolment = '', secret = '' } = begun.totp ?? {};
    const wrong = anybody(auth.finishEnrolment, { body: { step, enrolment, code: '000000' } });
    expect(await failure(wrong)).toMatchObject({ code: 'SECOND_FACTOR_WRONG' });
    const done = await anybody(auth.finishEnrolment, {
      body: { step, enrolment, code: nextCode(secret) },
    });
    expect(done.recoveryCodes).toHaveLength(10);
    const channels = await fetch(`${env.plane.url}/api/v2/channels`, {
      headers: bearer(done.access_token, tenantId),
    });
    expect(channels.status).toBe(200);
    expect((await env.calls.newestMail(member.email))?.subject).toContain('was added');
    const entries = await env.plane.database.system
      .selectFrom('audit_entries')
      .select(['route', 'kind', 'user_email'])
      .where('tenant_id', '=', tenantId)
      .where('kind', '=', 'secondFactors')
      .execute();
    expect(entries).toEqual([
      { route: 'auth.finishEnrolment', kind: 'secondFactors', user_email: member.email },
    ]);
  });

  it('SEC-S119 with the password alone nobody replaces a second factor that is there', async () => {
    const { member } = await strictCompany();
    const { second_factor: early } = await login(member);
    await addApp(member);
    const { second_factor: late } = await login(member);
    for (const step of [early?.step ?? '', late?.step ?? '']) {
      const call = env.plane.client()(auth.beginEnrolment, { body: { step, kind: 'totp' } });
      expect(await failure(call)).toMatchObject({ code: 'STEP_EXPIRED' });
    }
  });

  it('SEC-S119 asks sessions that exist at their next renewal, and the last factor stays', async () => {
    const { member, before, name } = await strictCompany();
    const refused = await env.calls.refresh(before.refresh_token);
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ errorCode: 'SECOND_FACTOR_NEEDED' });
    const direct = await fetch(`${env.plane.url}/oidc/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        ...{ grant_type: 'refresh_token', client_id: 'interlude-console' },
        refresh_token: before.refresh_token,
      }),
    });
    expect(direct.status).toBe(400);
    const { as, secret } = await addApp(member);
    const { factors } = await as(secondFactors.read, {});
    const removal = as(secondFactors.remove, {
      params: { id: factors[0]?.id ?? '' },
      body: { confirmation: { code: nextCode(secret) } },
    });
    expect(await failure(removal)).toMatchObject({
      ...{ status: 409, code: 'SECOND_FACTOR_REQUIRED', details: { company: name } },
    });
  });

  it('SEC-S119 a session in which the factor was added is renewed; the others are asked', async () => {
    const user = await person();
    const other = await login(user);
    const here = await login(user);
    const { second_factor } = await login(user);
    expect(second_factor).toBeUndefined();
    await addApp({ ...user, token: here.access_token });
    expect((await env.calls.refresh(here.refresh_token)).status).toBe(200);
    expect((await env.calls.refresh(other.refresh_token)).status).toBe(401);
  });
});

describe('an Admin', () => {
  it('SEC-S119 resets the factors of a user of this company alone: mail, log, end of the sessions', async () => {
    const user = await person();
    const { secret } = await addApp(user);
    const { second_factor: next } = await login(user);
    const { refresh_token } = await show(next?.step, { code: nextCode(secret) });
    const asAdmin = env.plane.client(env.admin);
    const params = { id: user.userId };
    expect(await asAdmin(secondFactors.readOfUser, { params })).toEqual({
      ...{ external: false, enrolled: true, mayReset: true },
    });
    await asAdmin(secondFactors.resetOfUser, { params });
    expect((await env.calls.refresh(refresh_token)).status).toBe(401);
    expect((await env.calls.newestMail(user.email))?.text).toContain('boss@acme.example');
    expect(await tokensOf(await env.calls.login(user.email))).not.toMatchObject({
      access_token: '',
    });
    expect(await failure(asAdmin(secondFactors.resetOfUser, { params }))).toMatchObject({
      code: 'SECOND_FACTOR_NOT_FOUND',
    });
  });

  it('SEC-S119 resets nobody of two companies, no SuperAdmin and not oneself', async () => {
    const user = await person();
    await joinByInvitation(env.plane.database, await env.plane.tenant('Second'), user.email);
    await addApp(user);
    await addApp(env.admin);
    const chief = await env.plane.user(env.tenantId, 'SuperAdmin', 'chief@acme.example');
    const asAdmin = env.plane.client(env.admin);
    const reset = (id: string) => failure(asAdmin(secondFactors.resetOfUser, { params: { id } }));
    expect(await reset(user.userId)).toMatchObject({
      ...{ status: 403, code: 'SECOND_FACTOR_RESET_REFUSED' },
    });
    for (const { userId } of [chief, env.admin]) {
      expect(await reset(userId)).toMatchObject({ code: 'ACTION_NOT_PERMITTED' });
    }
    await env.plane.client(chief)(secondFactors.resetOfUser, { params: { id: user.userId } });
    expect((await login(user)).second_factor).toBeUndefined();
  });
});
