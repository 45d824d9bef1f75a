import { createHash, randomUUID } from 'node:crypto';
import type { ApiKey, UserRole } from '@interlude/contract';
import { contract } from '@interlude/contract/api';
import { fixedClock } from '@interlude/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  failure,
  startTestPlane,
  type TestPlane,
  type TestUser,
  testClient,
} from '../../testing/control-plane.suite.ts';

const { apiKeys, auditLog, channels, tenants } = contract;
const clock = fixedClock(Date.now());
const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

let plane: TestPlane;
let admin: TestUser;

beforeAll(async () => {
  plane = await startTestPlane({ clock });
  admin = await plane.user(await plane.tenant('Acme'), 'Admin', 'admin@example.org');
});
afterAll(() => plane.stop());

const withKey = (key: string) => testClient(plane.url, () => ({ authorization: `Bearer ${key}` }));

async function addKey(part: Partial<Parameters<typeof body>[1]> = {}) {
  const key = randomUUID();
  const made: ApiKey = await plane.client(admin)(apiKeys.create, { body: body(key, part) });
  return { key, made, client: withKey(key) };
}
const body = (
  key: string,
  part: {
    role?: UserRole;
    scopes?: ('read' | 'write' | 'sessions')[];
    requestsPerMinute?: number;
    expiresAt?: string;
  },
) => ({ name: 'CI', keyHash: hashOf(key), role: 'Editor' as const, ...part });
const channelBody = { name: 'News', sourceManifestUrl: 'https://origin.example/a.m3u8' };

describe('API keys', () => {
  it('SEC-S115 neither key nor hash comes back, and the use is noted to the minute', async () => {
    const { key, made, client } = await addKey({ scopes: ['read', 'write'] });
    expect(made).toMatchObject({ name: 'CI', createdBy: 'admin@example.org', lastUsedAt: null });
    await client(channels.create, { body: channelBody });
    const [listed] = await plane.client(admin)(apiKeys.list, {});
    expect(listed?.lastUsedAt).toBe(new Date(clock.now()).toISOString());
    const text = JSON.stringify([made, listed]);
    expect([text.includes(key), text.includes(hashOf(key))]).toEqual([false, false]);
  });

  it('SEC-S113 what a key changes is in the audit log under its name', async () => {
    const { client } = await addKey({ scopes: ['write'] });
    const { id } = await client(channels.create, { body: channelBody });
    const [entry] = await plane.client(admin)(auditLog.list, { query: { target: id } });
    expect(entry).toMatchObject({ apiKey: 'CI', userEmail: '', kind: 'channels' });
  });

  it('SEC-S115 a key that is revoked or over opens nothing from then on', async () => {
    const { made, client } = await addKey();
    await client(channels.list, {});
    await plane.client(admin)(apiKeys.remove, { params: { id: made.id } });
    expect((await failure(client(channels.list, {}))).status).toBe(401);
    const expiresAt = new Date(clock.now() + 60_000).toISOString();
    const ending = await addKey({ expiresAt });
    await ending.client(channels.list, {});
    clock.advance(60_000);
    expect((await failure(ending.client(channels.list, {}))).status).toBe(401);
  });

  it('SEC-S115 each key has a limit of its own', async () => {
    const { client } = await addKey({ requestsPerMinute: 2 });
    const other = await addKey({ requestsPerMinute: 2 });
    await client(channels.list, {});
    await client(channels.list, {});
    expect(await failure(client(channels.list, {}))).toMatchObject({
      ...{ status: 429, code: 'TOO_MANY_REQUESTS' },
    });
    await other.client(channels.list, {});
    clock.advance(60_000);
    await client(channels.list, {});
  });

  it('SEC-S115 nobody makes a key above the own role, and no key makes a key', async () => {
    expect(await failure(addKey({ role: 'SuperAdmin' }))).toMatchObject({
      ...{ status: 403, code: 'ACTION_NOT_PERMITTED' },
    });
    const { client } = await addKey({ role: 'Admin', scopes: ['read', 'write'] });
    const more = client(apiKeys.create, { body: body(randomUUID(), {}) });
    expect(await failure(more)).toMatchObject({ status: 403, code: 'API_KEY_REFUSED' });
  });

  it('SEC-S115 a hash that is in use, or none, is refused', async () => {
    const { key } = await addKey();
    const again = plane.client(admin)(apiKeys.create, { body: body(key, {}) });
    expect((await failure(again)).code).toBe('API_KEY_TAKEN');
    const short = { ...body(key, {}), keyHash: key };
    expect((await failure(plane.client(admin)(apiKeys.create, { body: short }))).status).toBe(422);
  });
});

describe('PUT /api/v2/tenants/:id', () => {
  it('APIK-003 APIK-006 saves id, name and the hash of the key, which works from then on; another one replaces it', async () => {
    const client = plane.client(admin);
    const save = async (key: string) =>
      await client(tenants.update, {
        params: { id: admin.tenantId },
        body: { id: admin.tenantId, name: 'Acme', apiKeyHash: key === '' ? '' : hashOf(key) },
      });
    const [first, second] = [randomUUID(), randomUUID()];
    const saved = await save(first);
    expect([saved.id, saved.name, saved.apiKeyHash]).toEqual([
      admin.tenantId,
      'Acme',
      hashOf(first),
    ]);
    await withKey(first)(channels.create, { body: channelBody });
    await save(second);
    expect((await failure(withKey(first)(channels.list, {}))).status).toBe(401);
    await withKey(second)(channels.list, {});
    await save('');
    expect((await failure(withKey(second)(channels.list, {}))).status).toBe(401);
  });

  it('SEC-S4 a company of others, and a name that is taken, are refused', async () => {
    const other = await plane.tenant('Beta');
    const update = (id: string, name: string) =>
      failure(
        plane.client(admin)(tenants.update, { params: { id }, body: { name, apiKeyHash: '' } }),
      );
    expect((await update(other, 'Gamma')).code).toBe('TENANT_NOT_FOUND');
    expect((await update(admin.tenantId, 'beta')).code).toBe('TENANT_NAME_TAKEN');
  });
});
