/** Objects as Stripe's API writes them. */
import { textOf } from './form.ts';
import type {
  StandInCustomer,
  StandInInvoice,
  StandInPrice,
  StandInSubscription,
} from './stripe-account.ts';

export const listObject = (data: readonly unknown[], url: string) => ({
  ...{ object: 'list', url, has_more: false, data },
});

export const customerObject = ({ id, fields, metadata }: StandInCustomer) => ({
  ...{ id, object: 'customer', livemode: false, metadata },
  ...{ email: textOf(fields['email']) || null, name: textOf(fields['name']) || null },
  phone: textOf(fields['phone']) || null,
  address: fields['address'] ?? null,
});

export const priceObject = ({ id, lookupKey, currency }: StandInPrice) => ({
  ...{ id, object: 'price', active: true, livemode: false, currency, lookup_key: lookupKey },
  ...{ billing_scheme: 'tiered', tiers_mode: 'graduated', type: 'recurring' },
});

export const subscriptionObject = (given: StandInSubscription) => {
  const { id, customer, status, metadata, price, anchor, periodStart, periodEnd } = given;
  const period = { current_period_start: periodStart, current_period_end: periodEnd };
  const item = {
    id: `si_${id}`,
    object: 'subscription_item',
    price: priceObject(price),
    ...period,
  };
  return {
    ...{ id, object: 'subscription', livemode: false, customer, status, metadata },
    ...{ billing_cycle_anchor: anchor, collection_method: 'send_invoice' },
    items: listObject([item], '/v1/subscription_items'),
  };
};

export const invoiceObject = (given: StandInInvoice) => {
  const { id, customer, subscription, number, status, currency, total, quantity } = given;
  const line = {
    ...{ id: `il_${id}`, object: 'line_item', amount: total, currency, quantity },
    period: { start: given.start, end: given.end },
  };
  return {
    ...{ id, object: 'invoice', livemode: false, customer, number, status, currency, total },
    ...{ subtotal: total, total_excluding_tax: total, created: given.created },
    ...{ period_start: given.start, period_end: given.end },
    parent: { type: 'subscription_details', subscription_details: { subscription } },
    lines: listObject([line], `/v1/invoices/${id}/lines`),
    hosted_invoice_url: `https://invoice.stripe.example/${id}`,
  };
};
