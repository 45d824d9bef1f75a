import { type Client, contract } from '@interlude/contract/api';
import { createAccountStore } from '@interlude/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../../auth/accounts/password.ts';
import {
  type AuthEnvironment,
  startAuthEnvironment,
  tokensOf,
} from '../../testing/auth-calls.suite.ts';
import {
  bearer,
  failure,
  type TestPlane,
  testPassword,
} from '../../testing/control-plane.suite.ts';

const { invitations, users } = contract;
const password = 'My-First-Pass-1!';
let environment: AuthEnvironment;
let plane: TestPlane;
let calls: AuthEnvironment['calls'];
let tenantId: string;
let asAdmin: Client;
let anonymous: Client;

beforeAll(async () => {
  environment = await startAuthEnvironment();
  ({ plane, calls, tenantId } = environment);
  asAdmin = plane.client(environment.admin);
  anonymous = plane.client();
});
afterAll(() => plane.stop());

const dayMs = 86_400_000;
const invite = (email: string, client = asAdmin) =>
  client(users.invite, { body: { email, invitedBy: 'somebody@else.example' } });

async function invited(email: string): Promise<string> {
  expect(await invite(email)).toEqual({ message: `${email} has been invited!` });
  return calls.tokenOfNewestMail(email);
}

const accept = (token: string, secret?: string) =>
  anonymous(invitations.accept, {
    body: { token, ...(secret !== undefined && { password: secret }) },
  });

describe('POST /api/v2/users/invite', () => {
  it('API-025 ROLE-002 SEC-S41 invites a Viewer, who accepts by the link of the mail', async () => {
    const email = 'guest@else.example';
    expect(await invite('Guest@Else.example')).toEqual({ message: `${email} has been invited!` });
    const text = (await calls.newestMail(email))?.text ?? '';
    expect(text).toContain('invited by boss@acme.example to “Acme”');
    const token = await calls.tokenOfNewestMail(email);
    expect(text).toContain(`${plane.url}/accept-invitation?token=${token}`);
    expect(await asAdmin(users.list, { query: { search: email } })).toHaveLength(0);
    expect(await anonymous(invitations.read, { body: { token } })).toEqual({
      company: 'Acme',
      email,
      needsPassword: true,
    });
    expect(await failure(accept(token))).toMatchObject({ status: 400, code: 'PASSWORD_TOO_WEAK' });
    expect(await accept(token, password)).toEqual({
      message: 'You are a member of Acme now. You can log in.',
    });
    expect((await calls.login(email, password)).status).toBe(200);
    const [row] = await asAdmin(users.list, { query: { search: email } });
    expect(row).toMatchObject({ email_verified: true, app_metadata: { role: 'Viewer' } });
    expect(await failure(accept(token, password))).toMatchObject({
      status: 410,
      code: 'LINK_EXPIRED',
    });
  });

  it("API-025 USR-005 answers 'The user already exists.' for a member", async () => {
    expect(await invite(environment.admin.email)).toEqual({ message: 'The user already exists.' });
  });

  it('SEC-S41 a person of another company stays unknown, untouched and outside until it accepts', async () => {
    const victim = await plane.user(await plane.tenant('Gamma'), 'Admin', 'vic@gamma.example');
    const token = await invited(victim.email);
    const params = { params: { id: victim.userId } };
    expect(await asAdmin(users.list, { query: { search: victim.email } })).toHaveLength(0);
    for (const call of [
      () => asAdmin(users.read, params),
      () => asAdmin(users.update, { ...params, body: { nickname: 'Renamed' } }),
      () => asAdmin(users.remove, params),
    ]) {
      expect(await failure(call())).toMatchObject({ status: 404, code: 'USER_NOT_FOUND' });
    }
    const list = (tenant: string) =>
      fetch(`${plane.url}/api/v2/channels`, { headers: bearer(victim.token, tenant) });
    expect((await list(victim.tenantId)).status).toBe(200);
    expect((await list(tenantId)).status).toBe(403);
    expect(await anonymous(invitations.read, { body: { token } })).toMatchObject({
      needsPassword: true,
    });
    await accept(token, testPassword);
    await expect.poll(async () => (await list(tenantId)).status, { timeout: 4_000 }).toBe(200);
    expect((await calls.login(victim.email, testPassword)).status).toBe(200);
  });

  it('SEC-S41 a password that was set by a mailed link is neither asked nor replaced', async () => {
    const person = await plane.user(await plane.tenant('Epsilon'), 'Admin');
    await calls.post('/api/sendPasswordReset', { email: person.email });
    const reset = await calls.tokenOfNewestMail(person.email);
    await calls.post('/api/resetPassword', { token: reset, password });
    const token = await invited(person.email);
    expect(await anonymous(invitations.read, { body: { token } })).toMatchObject({
      needsPassword: false,
    });
    await accept(token, 'Not-My-Password-1!');
    expect((await calls.login(person.email, 'Not-My-Password-1!')).status).toBe(403);
    expect((await calls.login(person.email, password)).status).toBe(200);
  });

  it('SEC-S41 a stranger who registered the address loses the password also when its owner followed the mail of that registration', async () => {
    const email = 'confirmed@acme.example';
    const register = { company: 'Squatters', email, password: 'Squatter-Pass-1!' };
    expect((await calls.post('/api/register', register)).status).toBe(201);
    const confirmation = await calls.tokenOfNewestMail(email);
    expect((await calls.post('/api/verifyEmail', { token: confirmation })).status).toBe(200);
    const { access_token } = await tokensOf(await calls.login(email, 'Squatter-Pass-1!'));
    await accept(await invited(email), password);
    expect((await calls.login(email, 'Squatter-Pass-1!')).status).toBe(403);
    expect((await calls.login(email, password)).status).toBe(200);
    const squatter = () =>
      fetch(`${plane.url}/api/v2/channels`, { headers: bearer(access_token, tenantId) });
    await expect.poll(async () => (await squatter()).status, { timeout: 4_000 }).toBe(401);
  });

  it('SEC-S41 a stranger who registered the address before loses the password when its owner accepts', async () => {
    const email = 'taken@acme.example';
    const squatted = await hashPassword(testPassword);
    await createAccountStore(plane.database).createAccount(
      { email, passwordHash: squatted, emailVerified: false },
      { kind: 'joiner', tenantId: await plane.tenant('Squatters') },
    );
    await calls.post('/api/sendVerificationEmail', { email });
    const verification = await calls.tokenOfNewestMail(email);
    const token = await invited(email);
    expect(await anonymous(invitations.read, { body: { token } })).toMatchObject({
      needsPassword: true,
    });
    await accept(token, password);
    expect((await calls.login(email, testPassword)).status).toBe(403);
    expect((await calls.login(email, password)).status).toBe(200);
    expect((await calls.post('/api/verifyEmail', { token: verification })).status).toBe(410);
  });

  it('SEC-S43 one address gets three invitations of a company a day, then 429', async () => {
    const email = 'pestered@else.example';
    for (let round = 0; round < 3; round += 1) await invited(email);
    const token = await calls.tokenOfNewestMail(email);
    expect(await failure(invite(email))).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    expect(await anonymous(invitations.read, { body: { token } })).toMatchObject({ email });
    environment.aheadMs += dayMs;
    asAdmin = plane.client({ ...environment.admin, ...(await freshToken()) });
    await invited(email);
  });

  it('API-025 refuses an address that is none', async () => {
    expect(await failure(invite('nonsense'))).toMatchObject({ status: 400, code: 'EMAIL_INVALID' });
  });
});

async function freshToken(): Promise<{ token: string }> {
  const answer = await calls.login(environment.admin.email);
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return { token };
}

describe('GET and DELETE /api/v2/invitations', () => {
  it('SEC-S41 an Admin sees who was invited, and withdraws an invitation', async () => {
    const email = 'maybe@else.example';
    const token = await invited(email);
    const [row] = await asAdmin(invitations.list, { query: { search: 'maybe' } });
    expect(row).toMatchObject({ email, role: 'Viewer', invitedBy: environment.admin.email });
    expect(JSON.stringify(row)).not.toContain(token);
    const params = { params: { id: row?.id ?? '' } };
    await asAdmin(invitations.remove, params);
    expect(await failure(accept(token, password))).toMatchObject({ status: 410 });
    expect(await failure(asAdmin(invitations.remove, params))).toMatchObject({
      status: 404,
      code: 'INVITATION_NOT_FOUND',
    });
  });
});
