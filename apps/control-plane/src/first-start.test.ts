import { createTenantStore } from '@interlude/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureFirstTenant } from './first-start.ts';
import { pkce, postJson, startTestPlane, type TestPlane } from './testing/control-plane.suite.ts';

let plane: TestPlane;
beforeAll(async () => {
  plane = await startTestPlane();
});
afterAll(() => plane.stop());

const login = (email: string, password: string) =>
  postJson(`${plane.url}/api/login`, { email, password, ...pkce() });

describe('ensureFirstTenant', () => {
  it('refuses a weak password with a sentence that names the variable', async () => {
    const call = ensureFirstTenant(plane.database, { email: 'a@b.example', password: 'weak' });
    await expect(call).rejects.toThrow('INTERLUDE_ADMIN_PASSWORD breaks the password rule');
  });

  it('makes a tenant and its SuperAdmin once, with a password that is printed once', async () => {
    const first = await ensureFirstTenant(plane.database, { email: 'Root@Interlude.local' });
    expect(first).toMatchObject({ created: true, email: 'root@interlude.local' });
    expect((await login(first.email, String(first.password))).status).toBe(200);
    const again = await ensureFirstTenant(plane.database, { email: 'root@interlude.local' });
    expect(again).toEqual({ ...first, created: false, password: undefined });
    expect(await createTenantStore(plane.database).count()).toBe(1);
  });
});
