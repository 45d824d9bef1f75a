import { maxLoginSessions } from '@interlude/contract';
import { contract } from '@interlude/contract/api';
import { createLoginSessionStore } from '@interlude/persistence';
import { joinByInvitation } from '@interlude/testkit';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AuthEnvironment,
  startAuthEnvironment,
  tokensOf,
} from '../../testing/auth-calls.suite.ts';
import { bearer, failure, testClient } from '../../testing/control-plane.suite.ts';

let env: AuthEnvironment;
beforeAll(async () => {
  env = await startAuthEnvironment();
});
afterAll(() => env.plane.stop());

const { loginSessions } = contract;

async function signIn(email: string, ip?: string) {
  const { access_token: token, refresh_token: refreshToken = '' } = await tokensOf(
    await env.calls.login(email, undefined, { rotation: true }, ip),
  );
  return {
    token,
    refreshToken,
    id: String(decodeJwt(token)['sid']),
    as: (tenant: string) => testClient(env.plane.url, () => bearer(token, tenant)),
    status: async (tenant: string) =>
      (await fetch(`${env.plane.url}/api/v2/jobs`, { headers: bearer(token, tenant) })).status,
    renewed: async () => (await env.calls.refresh(refreshToken)).status,
  };
}

async function person(name: string) {
  const email = `${name}@acme.example`;
  const { userId } = await env.plane.user(env.tenantId, 'Editor', email);
  return { email, userId };
}

describe('own login sessions', () => {
  it('SEC-S118 are listed with family and network alone, this one first', async () => {
    const { email } = await person('lister');
    await signIn(email, '203.0.113.9');
    const here = await signIn(email, '2001:db8:1:2::3');
    const listed = await here.as(env.tenantId)(loginSessions.list, {});
    expect(listed.map(({ current }) => current)).toEqual([true, false, false]);
    expect(listed[0]).toEqual({
      ...{ id: here.id, browser: 'Node.js', network: '2001:db8:1::/48', current: true },
      ...{ begunAt: expect.any(String), lastUsedAt: expect.any(String), secondFactor: false },
    });
    expect(listed.map(({ network }) => network)).toContain('203.0.113.0/24');
  });

  it('SEC-S118 one is ended: its tokens are refused at once, those of the others are not', async () => {
    const { email } = await person('ender');
    const [here, there] = [await signIn(email), await signIn(email)];
    expect(await there.status(env.tenantId)).toBe(200);
    await here.as(env.tenantId)(loginSessions.end, { params: { id: there.id } });
    await expect.poll(() => there.status(env.tenantId), { timeout: 4_000 }).toBe(401);
    expect(await there.renewed()).toBe(401);
    expect(await here.status(env.tenantId)).toBe(200);
    expect(await here.renewed()).toBe(200);
    const again = here.as(env.tenantId)(loginSessions.end, { params: { id: there.id } });
    expect(await failure(again)).toMatchObject({ status: 404, code: 'LOGIN_SESSION_NOT_FOUND' });
  });

  it('SEC-S118 all others are ended, and then this one by logging out', async () => {
    const { email } = await person('leaver');
    const [one, two, here] = [await signIn(email), await signIn(email), await signIn(email)];
    await here.as(env.tenantId)(loginSessions.endOthers, {});
    expect([await one.renewed(), await two.renewed()]).toEqual([401, 401]);
    expect(await here.as(env.tenantId)(loginSessions.list, {})).toHaveLength(1);
    await here.as(env.tenantId)(loginSessions.end, { params: { id: 'current' } });
    await expect.poll(() => here.status(env.tenantId), { timeout: 4_000 }).toBe(401);
  });

  it('SEC-S118 nobody ends those of another person, by whatever id', async () => {
    const { email } = await person('victim');
    const { email: other } = await person('stranger');
    const victim = await signIn(email);
    const stranger = (await signIn(other)).as(env.tenantId);
    for (const id of [victim.id, '', '%']) {
      const call = stranger(loginSessions.end, { params: { id: id || ' ' } });
      expect(await failure(call)).toMatchObject({ code: 'LOGIN_SESSION_NOT_FOUND' });
    }
    expect(await victim.status(env.tenantId)).toBe(200);
  });

  it('SEC-S118 a renewal notes its time; beyond 200 sessions the one used longest ago ends', async () => {
    const { email, userId } = await person('many');
    const [oldest, renewed] = [await signIn(email), await signIn(email)];
    env.aheadMs += 60_000;
    const { refresh_token: refreshToken = '' } = await tokensOf(
      await env.calls.refresh(renewed.refreshToken),
    );
    const store = createLoginSessionStore(env.plane.database);
    for (let made = 0; made < maxLoginSessions - 1; made += 1) {
      await store.begin({
        ...{ userId, grantId: `grant-${made}`, browser: 'b', network: 'n' },
        ...{ secondFactor: false, lifetimeMs: 3_600_000 },
      });
    }
    const left = await store.list(userId, '');
    expect(left).toHaveLength(maxLoginSessions);
    expect(left.map(({ id }) => id)).toContain(renewed.id);
    expect(left.map(({ id }) => id)).not.toContain(oldest.id);
    expect(await oldest.renewed()).toBe(401);
    expect((await env.calls.refresh(refreshToken)).status).toBe(200);
  });

  it('SEC-S118 a stolen refresh token that is used late ends the session', async () => {
    const { email } = await person('robbed');
    const session = await signIn(email);
    expect(await session.renewed()).toBe(200);
    env.aheadMs += 61_000;
    expect(await session.renewed()).toBe(401);
    await expect.poll(() => session.status(env.tenantId), { timeout: 4_000 }).toBe(401);
  });
});

describe('the sessions of a user, to an Admin', () => {
  it('SEC-S118 are those that were used for this company, ended for it alone', async () => {
    const { email, userId } = await person('shared');
    const abroad = await env.plane.tenant('Abroad');
    await joinByInvitation(env.plane.database, abroad, email);
    const boss = await env.plane.user(abroad, 'Admin', 'boss@abroad.example');
    const [home, away] = [await signIn(email), await signIn(email)];
    expect([await home.status(env.tenantId), await away.status(abroad)]).toEqual([200, 403]);
    const asBoss = env.plane.client(boss);
    const params = { id: userId };
    // Of a Viewer the list of jobs is refused by the role: that is no use of a session.
    expect(await asBoss(loginSessions.listOfUser, { params })).toEqual([]);
    await away
      .as(abroad)(contract.channels.list, {})
      .catch(() => undefined);
    await away.as(abroad)(contract.users.read, { params });
    const listed = await asBoss(loginSessions.listOfUser, { params });
    expect(listed.map(({ id }) => id)).toEqual([away.id]);
    expect(listed[0]).not.toHaveProperty('secondFactor');

    const end = (sessionId: string) =>
      asBoss(loginSessions.endOfUser, { params: { id: userId, sessionId } });
    expect(await failure(end(home.id))).toMatchObject({ code: 'LOGIN_SESSION_NOT_FOUND' });
    await end(away.id);
    const profile = async (tenant: string) =>
      (
        await fetch(`${env.plane.url}/api/v2/users/${userId}`, {
          headers: bearer(away.token, tenant),
        })
      ).status;
    await expect.poll(() => profile(abroad), { timeout: 4_000 }).toBe(401);
    expect(await profile(env.tenantId)).toBe(200);
    expect(await away.renewed()).toBe(200);
    expect(await asBoss(loginSessions.listOfUser, { params })).toEqual([]);
  });

  it('SEC-S118 end altogether where the user works for no other company', async () => {
    const { email, userId } = await person('local');
    const session = await signIn(email);
    await session.status(env.tenantId);
    const params = { id: userId, sessionId: session.id };
    await env.plane.client(env.admin)(loginSessions.endOfUser, { params });
    await expect.poll(() => session.status(env.tenantId), { timeout: 4_000 }).toBe(401);
    expect(await session.renewed()).toBe(401);
  });

  it('SEC-S118 of a SuperAdmin are not ended by an Admin; users of other companies are unknown', async () => {
    const chief = await env.plane.user(env.tenantId, 'SuperAdmin', 'chief@acme.example');
    const session = await signIn(chief.email);
    await session.status(env.tenantId);
    const asAdmin = env.plane.client(env.admin);
    const end = asAdmin(loginSessions.endOfUser, {
      params: { id: chief.userId, sessionId: session.id },
    });
    expect(await failure(end)).toMatchObject({ status: 403, code: 'ACTION_NOT_PERMITTED' });
    const other = await env.plane.user(await env.plane.tenant('Gamma'), 'Editor');
    const list = asAdmin(loginSessions.listOfUser, { params: { id: other.userId } });
    expect(await failure(list)).toMatchObject({ status: 404, code: 'USER_NOT_FOUND' });
  });
});
