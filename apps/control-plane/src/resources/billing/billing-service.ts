/** Subscriptions of companies to tiers: stored, and created at the payment provider where one is set (OP-39). */
import { anchorMs, countryOf, subscriptionState, termOf } from '@interlude/billing';
import {
  type Billing,
  type BillingDetails,
  type Tenant,
  tierPlans,
  type UsageTerm,
} from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { PaymentEvent, Payments } from '@interlude/payments';
import type { BillingAccount, BillingStore } from '@interlude/persistence';
import type { RateLimits } from '../../auth/accounts/account-ports.ts';
import { takeOrThrow } from '../../auth/accounts/rate-limits.ts';
import { billingView, currentTerm, firstUsageDay, usageView } from './billing-view.ts';

export interface BillingServiceOptions {
  readonly billing: BillingStore;
  /** Undefined: no key is set. */
  readonly payments: Payments | undefined;
  readonly rateLimits: RateLimits;
  /** Where the provider's pages lead back to. */
  readonly accountUrl: string;
  readonly now: () => number;
}

/** The part of a company's update that is about its subscription. */
export interface SubscribeInput {
  readonly tier?: Tenant['tier'] | undefined;
  readonly paymentContactEmail?: string | undefined;
  readonly billingDetails?: BillingDetails | undefined;
}

export interface BillingService {
  read(tenantId: string): Promise<Billing>;
  usage(tenantId: string): Promise<UsageTerm[]>;
  /** @throws {DomainError} PAYMENTS_NOT_SET, PAYMENTS_FAILED, TOO_MANY_REQUESTS */
  openPortal(tenantId: string): Promise<{ url: string }>;
  /**
   * @throws {DomainError} BILLING_DETAILS_MISSING, BILLING_COUNTRY_UNKNOWN, TIER_NOT_OFFERED, PAYMENTS_FAILED,
   * PAYMENTS_REFUSED, TOO_MANY_REQUESTS
   */
  subscribe(tenantId: string, input: SubscribeInput): Promise<void>;
  /**
   * Handles a message of the provider. Its subject is read again from the provider, so neither order nor content of
   * messages matters.
   */
  take(event: PaymentEvent): Promise<void>;
}

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** Meters are read by whole minutes. */
const wholeMinute = (ms: number) => Math.floor(ms / minuteMs) * minuteMs;
/** Before the term, for the forecast. */
const forecastDays = 7;

/** @throws {DomainError} BILLING_COUNTRY_UNKNOWN, BILLING_DETAILS_MISSING, TIER_NOT_OFFERED */
function checkInput(account: BillingAccount, input: SubscribeInput): void {
  const { tier, paymentContactEmail: email, billingDetails: details } = input;
  if (details !== undefined && countryOf(details.country) === undefined) {
    throw domainError('BILLING_COUNTRY_UNKNOWN', { country: details.country });
  }
  if (tier === undefined) return;
  if (tier === 'trial') {
    if (account.tier !== 'trial') throw domainError('TIER_NOT_OFFERED', { tier: account.tier });
    return;
  }
  const isComplete = (details ?? account.details) !== null;
  const isReachable = (email ?? account.paymentContactEmail) !== '';
  if (!(isComplete && isReachable)) throw domainError('BILLING_DETAILS_MISSING');
}

export function createBillingService(options: BillingServiceOptions): BillingService {
  const { billing, payments, rateLimits, now } = options;

  async function saveCustomer(tenantId: string): Promise<string> {
    const { stripeCustomerId, paymentContactEmail, details } = await billing.read(tenantId);
    if (payments === undefined || details === null) return '';
    const known = { tenantId, customerId: stripeCustomerId, email: paymentContactEmail, details };
    const customerId = await payments.saveCustomer(known);
    return billing.setCustomer(tenantId, customerId, stripeCustomerId);
  }

  async function makeSubscription(
    tenantId: string,
    wanted: Awaited<ReturnType<BillingStore['want']>>,
  ): Promise<void> {
    const { tier, revision, firstDay } = wanted;
    if (payments === undefined) {
      await billing.update(tenantId, { revision, state: 'active', stripeSubscriptionId: '' });
      return;
    }
    const customerId = await saveCustomer(tenantId);
    const request = { tenantId, customerId, tier, revision, anchorMs: anchorMs(firstDay) };
    const { id, status } = await payments.subscribe(request);
    const state = subscriptionState(status) ?? 'pending';
    await billing.update(tenantId, { revision, state, stripeSubscriptionId: id });
    await payments.endSubscriptions(customerId, tenantId, revision);
  }

  async function subscribe(tenantId: string, input: SubscribeInput): Promise<void> {
    const { tier, paymentContactEmail: email, billingDetails: details } = input;
    if (tier === undefined && email === undefined && details === undefined) return;
    const account = await billing.read(tenantId);
    checkInput(account, input);
    if (payments !== undefined) await takeOrThrow(rateLimits, 'paymentsTenant', [tenantId]);
    await billing.saveDetails(tenantId, { email, details });
    if (tier !== undefined && tier !== 'trial') {
      const provider = payments === undefined ? 'none' : 'stripe';
      const wanted = await billing.want(tenantId, { tier, provider });
      await makeSubscription(tenantId, wanted);
    } else if (account.stripeCustomerId !== '') {
      await saveCustomer(tenantId);
    }
  }

  async function takeSubscription(id: string): Promise<void> {
    const found = await payments?.findSubscription(id);
    if (found === undefined) return;
    const tenantId = await billing.tenantOfCustomer(found.customerId);
    // Created by hand at the provider, or under the name of another company: the company of the customer and that of
    // the subscription have to be the same.
    if (tenantId === undefined || tenantId !== found.tenantId) return;
    const state = subscriptionState(found.status);
    if (state === undefined) return;
    const { revision } = found;
    await billing.update(tenantId, { revision, state, stripeSubscriptionId: id });
  }

  async function takeInvoice(id: string): Promise<void> {
    const found = await payments?.findInvoice(id);
    if (payments === undefined || found === undefined) return;
    const { customerId, subscriptionId, periodStartMs, periodEndMs } = found;
    const tenantId = await billing.tenantOfCustomer(customerId);
    if (tenantId === undefined) return;
    const { subscriptions } = await billing.read(tenantId);
    const own = subscriptions.find((one) => one.stripeSubscriptionId === subscriptionId);
    if (own === undefined || subscriptionId === '') return;
    const day = Math.floor(periodStartMs / dayMs) - 1;
    // The days before its first term are free.
    if (day < own.firstDay) return;
    const { firstDay: termFirstDay } = termOf(own.firstDay, tierPlans[own.tier].termMonths, day);
    const [from, to] = [wholeMinute(periodStartMs), wholeMinute(periodEndMs)];
    await billing.saveInvoice(tenantId, {
      ...{ id, revision: own.revision, termFirstDay, number: found.number },
      ...{ status: found.status, currency: found.currency, amountCents: found.amountCents },
      adEvents: to > from ? await payments.reported(customerId, from, to) : 0,
      ...{ address: found.address, createdAt: new Date(found.createdMs).toISOString() },
    });
  }

  return {
    read: async (tenantId) => {
      const account = await billing.read(tenantId);
      const { firstDay, endDay } = currentTerm(account);
      const [days, sessionPeak] = await Promise.all([
        billing.days(tenantId, firstDay - forecastDays, endDay),
        billing.sessionPeak(tenantId, firstDay, endDay),
      ]);
      const provider = payments === undefined ? 'none' : 'stripe';
      return billingView({ account, days, sessionPeak, nowMs: now(), provider });
    },
    usage: async (tenantId) => {
      const account = await billing.read(tenantId);
      const from = Math.floor(firstUsageDay(account));
      const [days, reports, invoices] = await Promise.all([
        billing.days(tenantId, from, Math.floor(account.today) + 2),
        billing.reports(tenantId),
        billing.invoices(tenantId),
      ]);
      return usageView({ account, days, reports, invoices });
    },
    openPortal: async (tenantId) => {
      const { stripeCustomerId } = await billing.read(tenantId);
      if (payments === undefined || stripeCustomerId === '') throw domainError('PAYMENTS_NOT_SET');
      await takeOrThrow(rateLimits, 'paymentsTenant', [tenantId]);
      return { url: await payments.openPortal(stripeCustomerId, options.accountUrl) };
    },
    subscribe,
    take: async ({ id, kind, objectId }) => {
      if (kind === 'other') return;
      await billing.once(id, () =>
        kind === 'subscription' ? takeSubscription(objectId) : takeInvoice(objectId),
      );
    },
  };
}
