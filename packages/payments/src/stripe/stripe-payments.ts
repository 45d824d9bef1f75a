/** Payments by Stripe, with Stripe's library. */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import Stripe from 'stripe';
import type { PaymentEvent, PaymentInvoice, Payments } from '../payments.ts';
import { createStripeCatalogue, meterEvent } from './stripe-catalogue.ts';
import { saveCustomer } from './stripe-customers.ts';
import { isCounted, isMissing, paymentFailure } from './stripe-failure.ts';
import { endSubscriptions, idOf, subscribe, toSubscription } from './stripe-subscriptions.ts';

export interface StripeOptions {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Origin of Stripe's API. */
  readonly apiUrl: string;
  /** Timeout of one request, milliseconds; left out: 20 seconds. */
  readonly timeoutMs?: number | undefined;
}

/** Timeout of one request; the library retries it twice under the same idempotency key. */
const usualTimeoutMs = 20_000;
const retries = 2;
/** An older message may be a recorded one that is replayed. */
const toleranceSeconds = 300;
/** Connections to Stripe that are kept open. */
const maxSockets = 8;

function connect({ secretKey, apiUrl, timeoutMs = usualTimeoutMs }: StripeOptions): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl);
  const isPlain = protocol === 'http:';
  const agent = { keepAlive: true, maxSockets };
  return new Stripe(secretKey, {
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
    protocol: isPlain ? 'http' : 'https',
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
    httpAgent: isPlain ? new HttpAgent(agent) : new HttpsAgent(agent),
    appInfo: { name: 'Interlude' },
  });
}

function toInvoice(given: Stripe.Invoice): PaymentInvoice {
  // The lines of usage have its period; the invoice's own period is the time at which it was made.
  const usage = given.lines.data.find(({ period }) => period.end > period.start);
  return {
    id: given.id,
    number: given.number ?? '',
    customerId: idOf(given.customer),
    subscriptionId: idOf(given.parent?.subscription_details?.subscription),
    status: given.status ?? 'draft',
    currency: given.currency,
    amountCents: given.total_excluding_tax ?? given.subtotal,
    periodStartMs: (usage?.period.start ?? given.period_start) * 1_000,
    periodEndMs: (usage?.period.end ?? given.period_end) * 1_000,
    address: given.hosted_invoice_url ?? '',
    createdMs: given.created * 1_000,
  };
}

function kindOf(type: string): PaymentEvent['kind'] {
  if (type.startsWith('customer.subscription.')) return 'subscription';
  return type.startsWith('invoice.') ? 'invoice' : 'other';
}

function toEvent({ id, type, data }: Stripe.Event): PaymentEvent {
  const object: unknown = data.object;
  const isNamed = typeof object === 'object' && object !== null && 'id' in object;
  const objectId = isNamed && typeof object.id === 'string' ? object.id : '';
  return { id, kind: objectId === '' ? 'other' : kindOf(type), objectId };
}

async function ask<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw paymentFailure(error);
  }
}

const ifThere = <T>(work: () => Promise<T>): Promise<T | undefined> =>
  ask(() =>
    work().catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    }),
  );

/**
 * Payments by Stripe.
 * @see Stripe API 2026-10-28; ADR 0047
 */
export function createStripePayments(options: StripeOptions): Payments {
  const stripe = connect(options);
  const catalogue = createStripeCatalogue(stripe);
  return {
    saveCustomer: (customer) => ask(() => saveCustomer(stripe, customer)),
    subscribe: (request) =>
      ask(async () => subscribe(stripe, request, await catalogue.price(request.tier))),
    endSubscriptions: (customerId, tenantId, beforeRevision) =>
      ask(() => endSubscriptions(stripe, customerId, { tenantId, beforeRevision })),
    findSubscription: (id) =>
      ifThere(async () => toSubscription(await stripe.subscriptions.retrieve(id))),
    findInvoice: (id) => ifThere(async () => toInvoice(await stripe.invoices.retrieve(id))),
    report: ({ identifier, customerId, adEvents, atMs }) =>
      ask(async () => {
        const event = {
          event_name: meterEvent,
          identifier,
          timestamp: Math.floor(atMs / 1_000),
          payload: { stripe_customer_id: customerId, value: String(adEvents) },
        };
        try {
          await stripe.billing.meterEvents.create(event, { idempotencyKey: `usage-${identifier}` });
        } catch (error) {
          if (!isCounted(error)) throw error;
        }
      }),
    reported: (customer, fromMs, toMs) =>
      ask(async () => {
        const period = { customer, start_time: fromMs / 1_000, end_time: toMs / 1_000 };
        const parts = stripe.billing.meters.listEventSummaries(await catalogue.meter(), period);
        let sum = 0;
        for await (const { aggregated_value: value } of parts) sum += value;
        return sum;
      }),
    openPortal: (customer, return_url) =>
      ask(async () => (await stripe.billingPortal.sessions.create({ customer, return_url })).url),
    readEvent: async (body, signature) => {
      const { webhooks } = stripe;
      const { webhookSecret } = options;
      try {
        return toEvent(
          await webhooks.constructEventAsync(body, signature, webhookSecret, toleranceSeconds),
        );
      } catch {
        // The signature is wrong or too old, or the body is no event.
        return undefined;
      }
    },
  };
}
