import { chargeCents } from '@interlude/billing';
import { type BillingDetails, tierPlans } from '@interlude/contract';
import { type StripeStandIn, startStripeStandIn } from '@interlude/testkit/stripe-stand-in';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Payments } from '../payments.ts';
import { createStripePayments } from './stripe-payments.ts';

const dayMs = 86_400_000;
const start = Date.UTC(2026, 0, 30, 9);
let nowMs = start;
let stripe: StripeStandIn;
let payments: Payments;

const details: BillingDetails = {
  ...{ contactName: 'Jane', companyName: 'Acme', address: 'Main St 1', city: 'Berlin' },
  ...{ postalCode: '10115', country: 'DE', phone: '+49 30 1234567' },
  ...{ taxType: 'eu_vat', taxId: 'DE123456789' },
};
const customerOf = (tenantId: string, customerId = '') => ({
  ...{ tenantId, customerId, email: 'pay@example.org', details },
});

beforeAll(async () => {
  stripe = await startStripeStandIn(() => nowMs);
  const { url: apiUrl, secretKey, webhookSecret } = stripe;
  payments = createStripePayments({ apiUrl, secretKey, webhookSecret, timeoutMs: 500 });
});
afterAll(() => stripe.stop());
afterEach(() => {
  stripe.manner = 'ok';
});

describe('customers', () => {
  it('SEC-S120 a company has one, whoever asks at a time, and after its making was cut short', async () => {
    const both = await Promise.all([
      payments.saveCustomer(customerOf('t1')),
      payments.saveCustomer(customerOf('t1')),
    ]);
    nowMs += 2 * dayMs;
    const later = await payments.saveCustomer(customerOf('t1'));
    expect(new Set([...both, later]).size).toBe(1);
    const kept = stripe.account.customers.get(later);
    expect(kept?.taxIds.map(({ type, value }) => [type, value])).toContainEqual([
      'eu_vat',
      'DE123456789',
    ]);
    expect(kept?.fields['address']).toEqual({
      ...{ line1: 'Main St 1', city: 'Berlin', postal_code: '10115', country: 'DE' },
    });
  });

  it('OP-39 what Stripe refuses names the field, and nothing of Stripe', async () => {
    const wrong = { ...customerOf('t2'), details: { ...details, taxId: '?' } };
    await expect(payments.saveCustomer(wrong)).rejects.toMatchObject({
      code: 'PAYMENTS_REFUSED',
      message: 'The payment provider refused the tax ID. Correct it and try again.',
    });
  });
});

describe('subscriptions', () => {
  const request = (customerId: string, revision = 1) => ({
    ...{ tenantId: 't1', customerId, tier: 'basic' as const, revision },
    anchorMs: Math.ceil(nowMs / dayMs) * dayMs,
  });

  it('SEC-S120 two clicks and an answer that is lost make one subscription', async () => {
    const customerId = await payments.saveCustomer(customerOf('t1'));
    stripe.manner = 'lose';
    await expect(payments.subscribe(request(customerId))).rejects.toMatchObject({
      code: 'PAYMENTS_FAILED',
    });
    stripe.manner = 'ok';
    const made = await Promise.all([
      payments.subscribe(request(customerId)),
      payments.subscribe(request(customerId)),
    ]);
    nowMs += 3 * dayMs;
    expect(await payments.subscribe(request(customerId))).toMatchObject({ id: made[0].id });
    expect(stripe.account.subscriptions.size).toBe(1);
    expect(stripe.account.prices.size).toBe(1);
  });

  it('SUB-011 the invoice of a period is what the platform says that its ad events cost', async () => {
    const customerId = await payments.saveCustomer(customerOf('t1'));
    const [subscription] = stripe.account.subscriptions.values();
    stripe.account.endPeriods();
    const period = (subscription?.periodStart ?? 0) * 1_000;
    for (const [identifier, adEvents] of [
      ['a', 111_235],
      ['b', 54_321],
    ] as const) {
      const usage = { identifier, customerId, adEvents, atMs: period + dayMs / 2 };
      await payments.report(usage);
      await payments.report(usage);
    }
    nowMs = (subscription?.periodEnd ?? 0) * 1_000 + 1;
    const [made] = stripe.account.endPeriods();
    const read = await payments.findInvoice(made?.id ?? '');
    expect(read).toMatchObject({
      ...{ customerId, subscriptionId: subscription?.id, currency: 'eur', periodStartMs: period },
      amountCents: chargeCents(tierPlans.basic, 165_556),
    });
    expect(read?.amountCents).toBe(9_900 + Math.round(54_321 * 0.089));
    const { periodStartMs = 0, periodEndMs = 0 } = read ?? {};
    expect(await payments.reported(customerId, periodStartMs, periodEndMs)).toBe(165_556);
  });

  it('SEC-S120 a report that was answered to nobody counts once', async () => {
    const customerId = await payments.saveCustomer(customerOf('t1'));
    const usage = { identifier: 'lost', customerId, adEvents: 7, atMs: nowMs };
    stripe.manner = 'lose';
    await expect(payments.report(usage)).rejects.toMatchObject({ code: 'PAYMENTS_FAILED' });
    stripe.manner = 'ok';
    await payments.report(usage);
    await payments.report({ ...usage, adEvents: 7 });
    expect(stripe.account.usage.filter(({ identifier }) => identifier === 'lost')).toHaveLength(1);
  });

  it('SUB-012 a larger plan ends the ones before it, and has their use invoiced', async () => {
    const customerId = await payments.saveCustomer(customerOf('t1'));
    const next = await payments.subscribe({ ...request(customerId, 2), tier: 'professional' });
    const before = stripe.account.invoices.size;
    await payments.endSubscriptions(customerId, 't1', 2);
    await payments.endSubscriptions(customerId, 't1', 2);
    const states = [...stripe.account.subscriptions.values()].map(({ status }) => status);
    expect(states).toEqual(['canceled', 'trialing']);
    expect(stripe.account.invoices.size).toBe(before + 1);
    expect(await payments.findSubscription(next.id)).toMatchObject({ revision: 2, tenantId: 't1' });
    expect(await payments.findSubscription('sub_none')).toBeUndefined();
  });
});

describe('messages', () => {
  it('SEC-S120 only what Stripe has signed within five minutes is read', async () => {
    const object = { id: 'sub_1' };
    const good = stripe.message('customer.subscription.updated', object, { atMs: Date.now() });
    expect(await payments.readEvent(good.body, good.signature)).toEqual({
      ...{ id: 'evt_1', kind: 'subscription', objectId: 'sub_1' },
    });
    const old = stripe.message('invoice.paid', object, { atMs: Date.now() - 301_000 });
    const forged = stripe.message('invoice.paid', object, { atMs: Date.now(), secret: 'whsec_x' });
    const changed = { ...good, body: good.body.replace('sub_1', 'sub_2') };
    const unsigned = { ...good, signature: '' };
    for (const { body, signature } of [old, forged, changed, unsigned, { ...good, body: '{' }]) {
      expect(await payments.readEvent(body, signature)).toBeUndefined();
    }
  });

  it('SEC-S120 a kind that is not known is read as such, whatever its object is', async () => {
    const given = stripe.message(
      'radar.early_fraud_warning.created',
      { id: 'x' },
      { atMs: Date.now() },
    );
    expect(await payments.readEvent(given.body, given.signature)).toMatchObject({ kind: 'other' });
  });
});

describe('a Stripe that fails', () => {
  it('OP-39 is an error without the key, and without what it said', async () => {
    stripe.manner = 'sleep';
    const error: unknown = await payments
      .openPortal('cus_1', 'http://x')
      .catch((it: unknown) => it);
    expect(error).toMatchObject({ code: 'PAYMENTS_FAILED' });
    expect(JSON.stringify(error) + String(error) + String((error as Error).cause)).not.toContain(
      'sk_',
    );
  });
});
