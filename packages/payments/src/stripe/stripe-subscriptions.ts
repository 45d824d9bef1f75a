/** Subscriptions at Stripe: one for each revision of a company. */
import type Stripe from 'stripe';
import type { PaymentSubscription, PaymentSubscriptionRequest } from '../payments.ts';
import { tenantKey } from './stripe-customers.ts';

const revisionKey = 'interlude_revision';
/** Days to pay after the invoice, by the service agreement. */
const daysUntilDue = 30;
const listed = 100;

/** Id of an object that Stripe gives as its id or expanded. */
export const idOf = (given: string | { readonly id: string } | null | undefined): string =>
  typeof given === 'string' ? given : (given?.id ?? '');

export function toSubscription(given: Stripe.Subscription): PaymentSubscription {
  const revision = Number(given.metadata[revisionKey] ?? 0);
  return {
    id: given.id,
    customerId: idOf(given.customer),
    tenantId: given.metadata[tenantKey] ?? '',
    revision: Number.isSafeInteger(revision) ? revision : 0,
    status: given.status,
  };
}

async function ownSubscriptions(stripe: Stripe, customer: string, tenantId: string) {
  const own: PaymentSubscription[] = [];
  for await (const each of stripe.subscriptions.list({ customer, status: 'all', limit: listed })) {
    const subscription = toSubscription(each);
    if (subscription.tenantId === tenantId) own.push(subscription);
  }
  return own;
}

/** Searches first, because Stripe forgets an idempotency key after a day; the key covers two requests at a time. */
export async function subscribe(
  stripe: Stripe,
  request: PaymentSubscriptionRequest,
  price: string,
): Promise<PaymentSubscription> {
  const { customerId, tenantId, revision, anchorMs } = request;
  const own = await ownSubscriptions(stripe, customerId, tenantId);
  const known = own.find((each) => each.revision === revision);
  if (known !== undefined) return known;
  const made = await stripe.subscriptions.create(
    {
      customer: customerId,
      items: [{ price }],
      collection_method: 'send_invoice',
      days_until_due: daysUntilDue,
      // A trial until the anchor: nothing is charged before it, and the periods begin with it.
      trial_end: Math.floor(anchorMs / 1_000),
      metadata: { [tenantKey]: tenantId, [revisionKey]: String(revision) },
    },
    { idempotencyKey: `subscription-${tenantId}-${revision}` },
  );
  return toSubscription(made);
}

export async function endSubscriptions(
  stripe: Stripe,
  customerId: string,
  { tenantId, beforeRevision }: { readonly tenantId: string; readonly beforeRevision: number },
): Promise<void> {
  const own = await ownSubscriptions(stripe, customerId, tenantId);
  for (const { id, revision, status } of own) {
    const isOver = status === 'canceled' || status === 'incomplete_expired';
    if (isOver || revision >= beforeRevision) continue;
    await stripe.subscriptions.cancel(id, { invoice_now: true, prorate: false });
  }
}
