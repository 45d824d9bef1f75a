import { contract } from '@interlude/contract/api';
import { createMailStore } from '@interlude/persistence';
import { afterAll, describe, expect, it } from 'vitest';
import {
  failure,
  postJson,
  startTestPlane,
  type TestPlane,
} from '../testing/control-plane.suite.ts';

const { auth, invitations, tenants, users } = contract;
const planes: TestPlane[] = [];
afterAll(async () => {
  for (const plane of planes) await plane.stop();
});

async function start(mode: string) {
  const plane = await startTestPlane({ env: { REGISTRATION: mode } });
  planes.push(plane);
  const admin = await plane.user(await plane.tenant('Acme'), 'SuperAdmin');
  const register = { company: 'New Co', email: 'new@new.example', password: 'Sunny-Meadow-77!' };
  return {
    plane,
    client: plane.client(admin),
    anonymous: plane.client(),
    register: () => postJson(`${plane.url}/api/register`, register),
    async tokenTo(email: string): Promise<string> {
      const query = { limit: 1, offset: 0, search: email, sort: '-createdAt' };
      const page = await createMailStore(plane.database).list(query);
      return /token=([\w-]+)/.exec(page.rows[0]?.text ?? '')?.[1] ?? '';
    },
  };
}

describe('SEC-S48 REGISTRATION=invite', () => {
  it('takes no registration, and people by invitation; a SuperAdmin founds companies', async () => {
    const { client, anonymous, register, tokenTo } = await start('invite');
    expect((await anonymous(auth.authProp)).registration).toBe('invite');
    const refused = await register();
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({
      errorCode: 'REGISTRATION_CLOSED',
      message:
        'This installation takes no registrations. Ask an administrator of your company for an invitation.',
    });
    await client(users.invite, { body: { email: 'guest@else.example' } });

    const found = (name: string, email = 'chief@studio.example') =>
      client(tenants.create, { body: { name, email } });
    expect(await found('Studio')).toMatchObject({ name: 'Studio', tier: 'trial' });
    expect(await failure(found('STUDIO'))).toMatchObject({
      status: 409,
      code: 'TENANT_NAME_TAKEN',
    });
    expect(await failure(found('Other', 'no address'))).toMatchObject({ code: 'EMAIL_INVALID' });
    const token = await tokenTo('chief@studio.example');
    const password = 'Sunny-Meadow-77!';
    await anonymous(invitations.accept, { body: { token, password } });
    expect(await found('Second', 'two@studio.example')).toMatchObject({ name: 'Second' });
  });
});

describe('SEC-S48 REGISTRATION=off', () => {
  it('takes nobody, by no way, and leaves no company without people', async () => {
    const { plane, client, anonymous, register } = await start('off');
    expect((await register()).status).toBe(403);
    const closed = { status: 403, code: 'INVITATIONS_CLOSED' };
    const email = 'guest@else.example';
    expect(await failure(client(users.invite, { body: { email } }))).toMatchObject(closed);
    const found = client(tenants.create, { body: { name: 'Studio', email } });
    expect(await failure(found)).toMatchObject(closed);
    const names = await plane.database.system.selectFrom('tenants').select('name').execute();
    expect(names).toEqual([{ name: 'Acme' }]);
    const accept = anonymous(invitations.accept, { body: { token: 'any' } });
    expect(await failure(accept)).toMatchObject(closed);
  });
});
