import { anchorMs } from '@interlude/billing';
import type { BillingDetails } from '@interlude/contract';
import { contract } from '@interlude/contract/api';
import { fixedClock } from '@interlude/testkit';
import { type StripeStandIn, startStripeStandIn } from '@interlude/testkit/stripe-stand-in';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  failure,
  startTestPlane,
  type TestPlane,
  type TestUser,
} from '../../testing/control-plane.suite.ts';
import { stripeEventsPath } from './serve-stripe-events.ts';

const { billing, tenants } = contract;
const dayMs = 86_400_000;

const billingDetails: BillingDetails = {
  ...{ contactName: 'Jane', companyName: 'Acme', address: 'Main St 1', city: 'Berlin' },
  ...{ postalCode: '10115', country: 'DE', phone: '+49 30 1234567' },
  ...{ taxType: 'eu_vat', taxId: 'DE123456789' },
};
const order = { paymentContactEmail: 'pay@example.org', billingDetails };

const subscribe = (plane: TestPlane, user: TestUser, name: string, more: object) =>
  plane.client(user)(tenants.update, {
    params: { id: user.tenantId },
    body: { name, ...more },
  });

describe('without a payment provider', () => {
  let plane: TestPlane;
  let admin: TestUser;
  beforeAll(async () => {
    plane = await startTestPlane();
    admin = await plane.user(await plane.tenant('Plain'), 'Admin');
  });
  afterAll(() => plane.stop());

  it('SUB-006 SUB-007 OP-39 stores tier, contact email and billing inputs, and asks for all of them', async () => {
    expect(await failure(subscribe(plane, admin, 'Plain', { tier: 'basic' }))).toMatchObject({
      code: 'BILLING_DETAILS_MISSING',
    });
    const before = await plane.client(admin)(billing.read, {});
    expect(before).toMatchObject({ tier: 'trial', state: 'none', provider: 'none', details: null });
    expect(before.sessions).toMatchObject({ limit: 500, used: 0 });
    const saved = await subscribe(plane, admin, 'Plain', { ...order, tier: 'basic' });
    expect(saved).toMatchObject({
      ...{ tier: 'basic', expiresAt: null, paymentContactEmail: 'pay@example.org' },
      ...{ apiKeyHash: '', stripeCustomerId: '', stripeSubscriptionId: '' },
    });
    expect(await plane.client(admin)(billing.read, {})).toMatchObject({
      ...{ tier: 'basic', state: 'active', provider: 'none', details: billingDetails },
      ...{ adEvents: { limit: 100_000 }, sessions: { limit: 1_000 }, amountCents: 9_900 },
      hasPortal: false,
    });
    expect(await failure(plane.client(admin)(billing.openPortal, {}))).toMatchObject({
      code: 'PAYMENTS_NOT_SET',
    });
  });

  it('SUB-012 a larger plan follows, a smaller one does not, and the same is the same', async () => {
    await subscribe(plane, admin, 'Plain', { tier: 'professional' });
    await subscribe(plane, admin, 'Plain', { tier: 'professional' });
    for (const tier of ['trial', 'basic'] as const) {
      expect(await failure(subscribe(plane, admin, 'Plain', { tier }))).toMatchObject({
        code: 'TIER_NOT_OFFERED',
      });
    }
    const terms = await plane.client(admin)(billing.usage, {});
    expect(terms.map(({ tier }) => tier)[0]).toBe('professional');
  });

  it('API-030 answers the public key, empty without one', async () => {
    const viewer = await plane.user(admin.tenantId, 'Viewer', 'viewer@example.org');
    expect(await plane.client(viewer)(tenants.stripePublicKey, {})).toEqual({
      stripePublicKey: '',
    });
  });

  it('SUB-007 SUB-008 refuses forms that are not right, and what a form may not name', async () => {
    const wrong: readonly object[] = [
      { billingDetails: { ...billingDetails, country: 'Germany' } },
      { billingDetails: { ...billingDetails, taxType: 'de_vat' } },
      { billingDetails: { ...billingDetails, taxId: '' } },
      { billingDetails: { ...billingDetails, phone: 'call me' } },
      { billingDetails: { ...billingDetails, address: 'x'.repeat(201) } },
      { billingDetails: { ...billingDetails, city: 'Ber\nlin' } },
      { paymentContactEmail: 'nobody' },
      { tier: 'platinum' },
    ];
    for (const body of wrong) {
      const refused = await failure(subscribe(plane, admin, 'Plain', body));
      expect(refused.status, JSON.stringify(body)).toBe(422);
    }
    const unknown = { ...billingDetails, country: 'ZZ' };
    expect(
      await failure(subscribe(plane, admin, 'Plain', { billingDetails: unknown })),
    ).toMatchObject({ code: 'BILLING_COUNTRY_UNKNOWN' });
    const saved = await subscribe(plane, admin, 'Plain', {
      ...{ stripeCustomerId: 'cus_other', stripeSubscriptionId: 'sub_other' },
      ...{ expiresAt: '2099-01-01T00:00:00.000Z', stripePaymentMethod: 'pm_1', amountCents: 0 },
    });
    expect(saved).toMatchObject({ stripeCustomerId: '', stripeSubscriptionId: '' });
    expect(saved).toMatchObject({ expiresAt: null, stripePaymentMethod: '' });
  });

  it('SUB-004 SUB-005 a trial has days left, and is over at 0 or fewer', async () => {
    const tenantId = await plane.tenant('Trial');
    const user = await plane.user(tenantId, 'Admin', 'trial@example.org');
    const left = async (ms: number) => {
      const expires_at = new Date(Date.now() + ms);
      await plane.database.system
        .updateTable('tenants')
        .set({ expires_at })
        .where('id', '=', tenantId)
        .execute();
      return (await plane.client(user)(billing.read, {})).daysLeft;
    };
    expect(await left(11.5 * dayMs)).toBe(12);
    expect(await left(-1_000)).toBeLessThanOrEqual(0);
    expect(await left(-3 * dayMs)).toBe(-3);
  });
});

describe('with Stripe', () => {
  // Tokens are checked by the time of this clock, too: it stays near the real one.
  const clock = fixedClock(Date.now());
  let stripe: StripeStandIn;
  let plane: TestPlane;
  let admin: TestUser;
  let other: TestUser;
  beforeAll(async () => {
    stripe = await startStripeStandIn(() => clock.now());
    plane = await startTestPlane({
      env: {
        STRIPE_SECRET_KEY: stripe.secretKey,
        STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
        STRIPE_PUBLIC_KEY: 'pk_test_1',
        STRIPE_API_URL: stripe.url,
      },
    });
    admin = await plane.user(await plane.tenant('Acme'), 'Admin', 'admin@acme.example');
    other = await plane.user(await plane.tenant('Other'), 'Admin', 'admin@other.example');
  });
  afterAll(async () => {
    await plane.stop();
    await stripe.stop();
  });

  const send = async (message: { body: string; signature: string }) => {
    const response = await fetch(`${plane.url}${stripeEventsPath}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': message.signature },
      body: message.body,
    });
    return response.status;
  };
  const tell = (type: string, object: { id: string }, more: object = {}) =>
    send(stripe.message(type, object, { atMs: Date.now(), ...more }));
  const read = (user: TestUser) => plane.client(user)(billing.read, {});

  it('SUB-007 SEC-S120 a double click makes one customer with one subscription', async () => {
    const body = { ...order, tier: 'basic' };
    await Promise.all([
      subscribe(plane, admin, 'Acme', body),
      subscribe(plane, admin, 'Acme', body),
    ]);
    await subscribe(plane, admin, 'Acme', body);
    expect([stripe.account.customers.size, stripe.account.subscriptions.size]).toEqual([1, 1]);
    const [customer] = stripe.account.customers.values();
    const [subscription] = stripe.account.subscriptions.values();
    const tenant = await plane.client(admin)(tenants.read, { params: { id: admin.tenantId } });
    expect(tenant).toMatchObject({
      tier: 'basic',
      stripeCustomerId: customer?.id,
      stripeSubscriptionId: subscription?.id,
    });
    expect(subscription?.price.lookupKey).toBe('interlude-basic-1-9900-111235-89');
    expect(await read(admin)).toMatchObject({
      state: 'active',
      provider: 'stripe',
      hasPortal: true,
    });
  });

  it('OP-39 SEC-S120 a Stripe that fails leaves a subscription that the next click makes', async () => {
    stripe.manner = 'fail';
    const refused = await failure(subscribe(plane, other, 'Other', { ...order, tier: 'basic' }));
    stripe.manner = 'ok';
    expect(refused).toMatchObject({ status: 502, code: 'PAYMENTS_FAILED' });
    expect(await read(other)).toMatchObject({
      tier: 'trial',
      state: 'pending',
      wantedTier: 'basic',
    });
    await subscribe(plane, other, 'Other', { tier: 'basic' });
    expect(await read(other)).toMatchObject({ tier: 'basic', state: 'active', wantedTier: null });
    expect(stripe.account.subscriptions.size).toBe(2);
  }, 20_000);

  it('SEC-S120 only messages that Stripe has signed take effect, in whatever order they come', async () => {
    const subscription = [...stripe.account.subscriptions.values()].find(
      ({ metadata }) => metadata['interlude_tenant'] === admin.tenantId,
    );
    if (subscription === undefined) throw new Error('it was made');
    const type = 'customer.subscription.updated';
    subscription.status = 'canceled';
    const forged = { secret: 'whsec_forged_000', atMs: Date.now() };
    expect(await send(stripe.message(type, subscription, forged))).toBe(400);
    expect(await send(stripe.message(type, subscription, { atMs: Date.now() - 400_000 }))).toBe(
      400,
    );
    expect(await send({ body: '{}', signature: '' })).toBe(400);
    expect(await read(admin)).toMatchObject({ tier: 'basic', state: 'active' });
    // The message has yesterday's state; the present state at Stripe counts.
    expect(await tell(type, { ...subscription, status: 'active' } as { id: string })).toBe(200);
    expect(await read(admin)).toMatchObject({ tier: 'trial', state: 'none', daysLeft: 0 });
    subscription.status = 'unpaid';
    await tell(type, subscription);
    subscription.status = 'active';
    expect(await tell(type, subscription, { id: 'evt_again' })).toBe(200);
    expect(await read(admin)).toMatchObject({ tier: 'basic', state: 'active', daysLeft: null });
  });

  it('SEC-S120 a message counts once, and one of an unknown kind or object is answered and ignored', async () => {
    const asked = stripe.received.length;
    const [subscription] = stripe.account.subscriptions.values();
    await tell('customer.subscription.updated', subscription ?? { id: '' }, { id: 'evt_again' });
    expect(await tell('radar.early_fraud_warning.created', { id: 'issfr_1' })).toBe(200);
    expect(stripe.received.length).toBe(asked);
    expect(await tell('customer.subscription.updated', { id: 'sub_none' })).toBe(200);
    expect(await tell('invoice.paid', { id: 'in_none' })).toBe(200);
  });

  it("SEC-S120 a subscription that names a company with another's customer changes nothing", async () => {
    const [own] = stripe.account.subscriptions.values();
    const others = [...stripe.account.customers.values()].find(({ id }) => id !== own?.customer);
    if (own === undefined || others === undefined) throw new Error('both were made');
    const evil = { ...own, id: 'sub_evil', customer: others.id, status: 'canceled' };
    stripe.account.subscriptions.set(evil.id, evil);
    expect(await tell('customer.subscription.deleted', evil)).toBe(200);
    stripe.account.subscriptions.delete(evil.id);
    expect((await read(admin)).state).toBe('active');
    expect((await read(other)).state).toBe('active');
    const stolen = sql`update tenants set stripe_customer_id = ${others.id} where id = ${admin.tenantId}`;
    await expect(stolen.execute(plane.database.system)).rejects.toThrow('tenants_stripe_customer');
  });

  it("SUB-011 shows an invoice with the meter's ad events beside what was counted, to its company alone", async () => {
    const subscription = [...stripe.account.subscriptions.values()].find(
      ({ metadata }) => metadata['interlude_tenant'] === other.tenantId,
    );
    if (subscription === undefined) throw new Error('it was made');
    const firstDay = subscription.anchor / 86_400 - 1;
    expect(anchorMs(firstDay)).toBe(subscription.anchor * 1_000);
    await plane.database.system
      .insertInto('usage')
      .values({ tenant_id: other.tenantId, day: firstDay, ad_events: 120_000 })
      .execute();
    await plane.database.system
      .insertInto('usage_reports')
      .values({
        ...{ tenant_id: other.tenantId, id: 'r1', revision: 1, day: firstDay },
        ...{ term_first_day: firstDay, ad_events: 120_000, customer_id: subscription.customer },
        ...{ at: new Date(), sent_at: new Date(), created_at: new Date() },
      })
      .execute();
    const at = subscription.anchor + 43_200;
    const [identifier, customer, value] = ['r1', subscription.customer, 120_000] as const;
    const counted = { identifier, customer, value, timestamp: at, receivedAt: at };
    stripe.account.usage.push(counted);
    clock.set((subscription.anchor + 40 * 86_400) * 1_000);
    const invoice = stripe.account.endPeriods().find((one) => one.customer === customer);
    expect(await tell('invoice.finalized', invoice ?? { id: '' })).toBe(200);
    if (invoice) invoice.status = 'paid';
    expect(await tell('invoice.paid', invoice ?? { id: '' })).toBe(200);
    const terms = await plane.client(other)(billing.usage, {});
    expect(terms[0]).toMatchObject({
      ...{ firstDay, tier: 'basic', adEvents: 120_000, reported: 120_000, ofEarlierDays: 0 },
      days: [{ day: firstDay, adEvents: 120_000, reported: 120_000 }],
      invoices: [{ id: invoice?.id, status: 'paid', adEvents: 120_000, currency: 'eur' }],
    });
    expect(terms[0]?.amountCents).toBe(terms[0]?.invoices[0]?.amountCents);
    const foreign = await plane.client(admin)(billing.usage, {});
    expect(foreign.flatMap(({ invoices }) => invoices)).toEqual([]);
    expect(await plane.client(other)(billing.openPortal, {})).toEqual({
      url: expect.stringContaining('https://billing.stripe.example/'),
    });
  });

  it('SEC-S120 API-030 no key and no secret is in an answer or a log line', async () => {
    const key = await plane.client(admin)(tenants.stripePublicKey, {});
    expect(key).toEqual({ stripePublicKey: 'pk_test_1' });
    const log = plane.logLines.join('');
    expect(log).not.toContain(stripe.secretKey);
    expect(log).not.toContain(stripe.webhookSecret);
  });
});
