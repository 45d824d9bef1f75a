import { contract } from '@interlude/contract/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startTestPlane,
  type TestPlane,
  type TestUser,
} from '../../testing/control-plane.suite.ts';

const { tenants } = contract;
let plane: TestPlane;
let user: TestUser;

beforeAll(async () => {
  plane = await startTestPlane();
  user = await plane.user(await plane.tenant('Acme'), 'Viewer');
  await plane.tenant('Beta');
});
afterAll(() => plane.stop());

describe('GET /api/v2/tenants', () => {
  it('DATA-007 SEC-S4 lists the own tenants only', async () => {
    const rows = await plane.client(user)(tenants.list, {});
    expect(rows.totalCount).toBe(1);
    expect(rows[0]).toEqual({
      id: user.tenantId,
      name: 'Acme',
      apiKeyHash: '',
      tier: 'trial',
      expiresAt: null,
      paymentContactEmail: '',
      stripePaymentMethod: '',
      stripeCustomerId: '',
      stripeSubscriptionId: '',
      secondFactorRequired: false,
      language: 'en',
      createdAt: expect.any(String),
    });
  });
});

describe('GET /api/v2/tenants/:id', () => {
  it('API-029 OP-73 reads by id and by name', async () => {
    const client = plane.client(user);
    const byId = await client(tenants.read, { params: { id: user.tenantId } });
    expect(await client(tenants.read, { params: { id: 'acme' } })).toEqual(byId);
  });

  it('API-029 SEC-S4 a tenant of others is 404 by name, too', async () => {
    const call = plane.client(user)(tenants.read, { params: { id: 'Beta' } });
    await expect(call).rejects.toMatchObject({ status: 404, message: 'Tenant not found' });
  });
});

describe('PUT /api/v2/tenants/:id', () => {
  it('saves the language of mails, and keeps it when it is left out', async () => {
    const id = await plane.tenant('Sprache');
    const client = plane.client(await plane.user(id, 'Admin'));
    const save = (body: { name: string; language?: 'en' | 'de' }) =>
      client(tenants.update, { params: { id }, body });
    expect((await save({ name: 'Sprache', language: 'de' })).language).toBe('de');
    expect(await save({ name: 'Sprachen' })).toMatchObject({ name: 'Sprachen', language: 'de' });
  });
});
