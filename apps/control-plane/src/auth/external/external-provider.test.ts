/** A second installation that trusts the first as its identity provider: any OIDC issuer, in small. */
import { contract } from '@interlude/contract/api';
import { createAccountStore } from '@interlude/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bearer,
  pkce,
  postJson,
  startTestPlane,
  type TestPlane,
  type TestUser,
  testClient,
  testPassword,
} from '../../testing/control-plane.suite.ts';
import { claim } from './external-accounts.ts';

let issuer: TestPlane;
let plane: TestPlane;
let user: TestUser;

beforeAll(async () => {
  issuer = await startTestPlane();
  plane = await startTestPlane({
    env: {
      OIDC_ISSUER: `${issuer.url}/oidc`,
      OIDC_CLIENT_ID: 'interlude-console',
      OIDC_AUDIENCE: `${issuer.url}/api`,
    },
  });
  user = await issuer.user(await issuer.tenant('Acme'), 'Admin', 'ada@acme.example');
});
afterAll(async () => {
  await plane.stop();
  await issuer.stop();
});

describe('an external identity provider', () => {
  it('API-002 is what auth-prop returns', async () => {
    const answer = await fetch(`${plane.url}/api/auth-prop`);
    expect(await answer.json()).toMatchObject({
      domain: `${issuer.url}/oidc`,
      clientId: 'interlude-console',
      audience: `${issuer.url}/api`,
      external: true,
    });
  });

  it('AUTH-014 brings a new user with tenant and role from the claims', async () => {
    const client = testClient(plane.url, () => bearer(user.token));
    expect(await client(contract.channels.list, {})).toHaveLength(0);
    const account = await createAccountStore(plane.database).findByEmail(user.email);
    expect(account).toMatchObject({ emailVerified: true, passwordHash: null });
    const tenants = await client(contract.tenants.list, {});
    expect(tenants.map(({ name }) => name)).toEqual([user.tenantId]);
  });

  it('SEC-S5 takes the role from its own database after that', async () => {
    const editor = await issuer.user(user.tenantId, 'Editor');
    const client = testClient(plane.url, () => bearer(editor.token));
    await client(contract.channels.list, {});
    await expect(client(contract.users.list, {})).rejects.toMatchObject({ status: 403 });
    await expect(client(contract.channels.read, { params: { id: 'x' } })).rejects.toMatchObject({
      status: 404,
    });
  });

  it('API-008 refreshes there, and passes the rotated token on', async () => {
    const body = { email: user.email, password: testPassword, rotation: true, ...pkce() };
    const login = await postJson(`${issuer.url}/api/login`, body);
    const { refresh_token } = (await login.json()) as { refresh_token: string };
    const answer = await postJson(`${plane.url}/api/refresh`, { refresh_token });
    expect(answer.status).toBe(200);
    const renewed = (await answer.json()) as { access_token: string; refresh_token?: string };
    expect(renewed.refresh_token).not.toBe(refresh_token);
    const list = await fetch(`${plane.url}/api/v2/channels`, {
      headers: bearer(renewed.access_token),
    });
    expect(list.status).toBe(200);
    const refused = await postJson(`${plane.url}/api/refresh`, { refresh_token: 'nonsense' });
    expect(refused.status).toBe(401);
  });

  it('ERR-005 refuses password logins and registrations of its own', async () => {
    const body = { email: user.email, password: testPassword, ...pkce() };
    const answer = await postJson(`${plane.url}/api/login`, body);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ error: 'unauthorized_client' });
    const register = { company: 'X', email: 'x@x.example', password: 'Sunny-Meadow-77!' };
    expect((await postJson(`${plane.url}/api/register`, register)).status).toBe(403);
  });

  it('answers 502 while it is away', async () => {
    const away = await startTestPlane({
      env: {
        OIDC_ISSUER: 'http://127.0.0.1:9/oidc',
        OIDC_CLIENT_ID: 'x',
        OIDC_AUDIENCE: 'x',
      },
    });
    const answer = await fetch(`${away.url}/api/v2/channels`, { headers: bearer(user.token) });
    expect(answer.status).toBe(502);
    expect(await answer.json()).toMatchObject({ errorCode: 'FETCH_FAILED' });
    await away.stop();
  });
});

describe('roles from a claim of the provider', () => {
  let mapped: TestPlane;
  beforeAll(async () => {
    mapped = await startTestPlane({
      env: {
        OIDC_ISSUER: `${issuer.url}/oidc`,
        OIDC_CLIENT_ID: 'interlude-console',
        OIDC_AUDIENCE: `${issuer.url}/api`,
        OIDC_ROLE_CLAIM: 'role',
        OIDC_ROLE_MAP: '{"Admin":"Editor","SuperAdmin":"Admin"}',
      },
    });
  });
  afterAll(() => mapped.stop());
  const status = async (token: string, path: string) =>
    (await fetch(`${mapped.url}${path}`, { headers: bearer(token) })).status;

  it('SEC-S119 gives what the map says, and says who the user is here', async () => {
    const place = await issuer.tenant('Mapped');
    const admin = await issuer.user(place, 'Admin', 'mapped@acme.example');
    expect(await status(admin.token, '/api/v2/channels')).toBe(200);
    expect(await status(admin.token, '/api/v2/users')).toBe(403);
    const client = testClient(mapped.url, () => bearer(admin.token));
    const member = await client(contract.users.readMembership, {});
    const account = await createAccountStore(mapped.database).findByEmail(admin.email);
    expect(member).toMatchObject({ sub: account?.id, email: admin.email, role: 'Editor' });
    expect(member.companies).toEqual([member.company]);
    expect(member.roles).toEqual({ [member.company]: 'Editor' });
  });

  it('SEC-S119 no value that stands for a role is no role, in a sentence that names the claim', async () => {
    const place = await issuer.tenant('Unmapped');
    const viewer = await issuer.user(place, 'Viewer', 'viewer@acme.example');
    const answer = await fetch(`${mapped.url}/api/v2/channels`, { headers: bearer(viewer.token) });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      errorCode: 'ROLE_UNMAPPED',
      message: expect.stringContaining('its claim role stands for one'),
    });
    expect(await createAccountStore(mapped.database).findByEmail(viewer.email)).toBeUndefined();
  });

  it('SEC-S119 the claim of the newest token counts: an older one brings no role back', async () => {
    const accounts = createAccountStore(mapped.database);
    const place = await issuer.tenant('Changing');
    const chief = await issuer.user(place, 'SuperAdmin', 'chief@changing.example');
    expect(await status(chief.token, '/api/v2/users')).toBe(200);
    const account = await accounts.findByEmail(chief.email);
    const userId = account?.id ?? '';
    const [membership] = await accounts.memberships(userId);
    const tenantId = membership?.tenantId ?? '';
    const newer = Date.now() + 60_000;
    await accounts.setClaimedRole({ userId, tenantId, role: 'Viewer', claimedAtMs: newer });
    await expect.poll(() => status(chief.token, '/api/v2/users'), { timeout: 4_000 }).toBe(403);
    expect((await accounts.memberships(userId))[0]?.role).toBe('Viewer');
  });

  it('SEC-S118 SEC-S119 sessions and second factors are the provider’s, and the answers say so', async () => {
    const place = await issuer.tenant('Elsewhere');
    const { token } = await issuer.user(place, 'SuperAdmin', 'boss@elsewhere.example');
    const client = testClient(mapped.url, () => bearer(token));
    expect(await client(contract.secondFactors.read, {})).toMatchObject({
      ...{ external: true, factors: [], passkeys: false },
    });
    expect(await client(contract.loginSessions.list, {})).toEqual([]);
    const body = { confirmation: { password: testPassword } };
    await expect(client(contract.secondFactors.beginTotp, { body })).rejects.toMatchObject({
      status: 409,
    });
    const { company: id } = await client(contract.users.readMembership, {});
    const required = client(contract.tenants.update, {
      params: { id },
      body: { name: 'Elsewhere', apiKeyHash: '', secondFactorRequired: true },
    });
    await expect(required).rejects.toMatchObject({ status: 409 });
  });
});

describe('claim', () => {
  it('reads a plain claim, else the namespaced one', () => {
    expect(claim({ email: 'a', 'https://x.example/email': 'b' }, 'email')).toBe('a');
    expect(claim({ 'https://x.example/email': 'b' }, 'email')).toBe('b');
    expect(claim({ notemail: 'c' }, 'email')).toBeUndefined();
  });
});
