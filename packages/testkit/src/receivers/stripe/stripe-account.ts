/** The objects of a Stripe account, and its own actions: it counts usage and invoices periods. */
import { createHash } from 'node:crypto';
import { type Form, formOf, listOf, textOf } from './form.ts';

export interface StandInCustomer {
  readonly id: string;
  fields: Form;
  metadata: Record<string, string>;
  taxIds: { id: string; type: string; value: string }[];
}

interface PriceTier {
  /** Undefined: without end. */
  readonly upTo: number | undefined;
  readonly flat: number;
  readonly unit: number;
}

export interface StandInPrice {
  readonly id: string;
  readonly lookupKey: string;
  readonly currency: string;
  readonly months: number;
  readonly tiers: readonly PriceTier[];
}

export interface StandInSubscription {
  readonly id: string;
  readonly customer: string;
  readonly price: StandInPrice;
  readonly metadata: Record<string, string>;
  /** Seconds. */
  readonly anchor: number;
  periodStart: number;
  periodEnd: number;
  /** Periods that have ended. */
  periods: number;
  status: string;
}

export interface StandInInvoice {
  readonly id: string;
  readonly customer: string;
  readonly subscription: string;
  readonly number: string;
  status: string;
  readonly currency: string;
  readonly total: number;
  readonly quantity: number;
  readonly start: number;
  readonly end: number;
  readonly created: number;
}

export interface CountedUsage {
  readonly identifier: string;
  readonly customer: string;
  readonly value: number;
  readonly timestamp: number;
  readonly receivedAt: number;
}

/** An error answer of Stripe: status and body. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, string>>;
  constructor(status: number, body: Readonly<Record<string, string>>) {
    super(body['message']);
    this.status = status;
    this.body = body;
  }
}

export const refused = (message: string, more: Readonly<Record<string, string>> = {}) =>
  new Refusal(400, { type: 'invalid_request_error', message, ...more });
export const missing = (id: string) =>
  new Refusal(404, {
    ...{ type: 'invalid_request_error', code: 'resource_missing', param: 'id' },
    message: `No such object: '${id}'`,
  });

const day = 86_400;
const windowSeconds = 35 * day;

/** Periods follow the day of the month of their anchor, or the last of a shorter month. */
export function periodEdge(anchor: number, months: number): number {
  const from = new Date(anchor * 1_000);
  const year = from.getUTCFullYear();
  const month = from.getUTCMonth() + months;
  const lengthOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const edge = new Date(from);
  edge.setUTCDate(1);
  edge.setUTCFullYear(year, month, Math.min(from.getUTCDate(), lengthOfMonth));
  return edge.getTime() / 1_000;
}

/** Cents; each tier of a graduated price rounds for itself. */
export function priceFor({ tiers }: StandInPrice, quantity: number): number {
  let from = 0;
  let sum = 0;
  for (const { upTo = Number.POSITIVE_INFINITY, flat, unit } of tiers) {
    const within = Math.max(0, Math.min(quantity, upTo) - from);
    if (within > 0 || from === 0) sum += flat + Math.round(within * unit);
    from = upTo;
  }
  return sum;
}

export class StripeAccount {
  readonly customers = new Map<string, StandInCustomer>();
  readonly products = new Set<string>();
  readonly prices = new Map<string, StandInPrice>();
  readonly meters = new Map<string, string>();
  readonly subscriptions = new Map<string, StandInSubscription>();
  readonly invoices = new Map<string, StandInInvoice>();
  readonly usage: CountedUsage[] = [];
  readonly #nowMs: () => number;
  #made = 0;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  get now(): number {
    return Math.floor(this.#nowMs() / 1_000);
  }

  id(prefix: string): string {
    this.#made += 1;
    const digest = createHash('sha256').update(`${prefix}${this.#made}`).digest('hex');
    return `${prefix}_${digest.slice(0, 24)}`;
  }

  price(fields: Form): StandInPrice {
    const recurring = formOf(fields['recurring']);
    const count = Number(textOf(recurring['interval_count']) || '1');
    const tiers = listOf(fields['tiers']).map((given) => {
      const tier = formOf(given);
      const upTo = textOf(tier['up_to']);
      return {
        upTo: upTo === 'inf' ? undefined : Number(upTo),
        flat: Number(textOf(tier['flat_amount']) || '0'),
        unit: Number(textOf(tier['unit_amount_decimal']) || textOf(tier['unit_amount']) || '0'),
      };
    });
    if (textOf(recurring['usage_type']) !== 'metered' || tiers.length === 0) {
      throw refused('The stand-in knows metered prices with tiers only.');
    }
    if (![...this.meters.values()].includes(textOf(recurring['meter']))) {
      throw missing(textOf(recurring['meter']));
    }
    if (!this.products.has(textOf(fields['product']))) throw missing(textOf(fields['product']));
    const price: StandInPrice = {
      id: this.id('price'),
      lookupKey: textOf(fields['lookup_key']),
      currency: textOf(fields['currency']),
      months: count * (textOf(recurring['interval']) === 'year' ? 12 : 1),
      tiers,
    };
    if ([...this.prices.values()].some(({ lookupKey }) => lookupKey === price.lookupKey)) {
      throw refused('A price with this lookup key exists.', { code: 'resource_already_exists' });
    }
    this.prices.set(price.id, price);
    return price;
  }

  subscription(fields: Form): StandInSubscription {
    const customer = textOf(fields['customer']);
    if (!this.customers.has(customer)) throw missing(customer);
    const [item] = listOf(fields['items']);
    const price = this.prices.get(textOf(formOf(item)['price']));
    if (price === undefined) throw missing(textOf(formOf(item)['price']));
    const trialEnd = Number(textOf(fields['trial_end']) || '0');
    if (trialEnd !== 0 && trialEnd <= this.now) {
      throw refused('Invalid timestamp: must be in the future', { param: 'trial_end' });
    }
    const made: StandInSubscription = {
      ...{ id: this.id('sub'), customer, price, periods: 0 },
      metadata: Object.fromEntries(
        Object.entries(formOf(fields['metadata'])).map(([key, value]) => [key, textOf(value)]),
      ),
      anchor: trialEnd || this.now,
      periodStart: this.now,
      periodEnd: trialEnd || periodEdge(this.now, price.months),
      status: trialEnd === 0 ? 'active' : 'trialing',
    };
    this.subscriptions.set(made.id, made);
    return made;
  }

  count(fields: Form): CountedUsage {
    const payload = formOf(fields['payload']);
    const identifier = textOf(fields['identifier']);
    const timestamp = Number(textOf(fields['timestamp']) || this.now);
    const isKnown = this.usage.some(
      (known) => known.identifier === identifier && known.receivedAt > this.now - day,
    );
    if (isKnown) throw refused(`An event already exists with identifier ${identifier}.`);
    if (!this.meters.has(textOf(fields['event_name']))) throw missing('meter');
    if (timestamp < this.now - windowSeconds)
      throw refused('The timestamp is too far in the past.');
    if (timestamp > this.now + 300) throw refused('The timestamp is in the future.');
    const counted: CountedUsage = {
      ...{ identifier, timestamp, receivedAt: this.now },
      customer: textOf(payload['stripe_customer_id']),
      value: Number(textOf(payload['value'])),
    };
    if (!Number.isSafeInteger(counted.value) || counted.value < 0) throw refused('Invalid value.');
    this.usage.push(counted);
    return counted;
  }

  counted(customer: string, start: number, end: number): number {
    return this.usage
      .filter((one) => one.customer === customer && one.timestamp >= start && one.timestamp < end)
      .reduce((sum, { value }) => sum + value, 0);
  }

  #invoice(subscription: StandInSubscription, start: number, end: number): StandInInvoice {
    const { customer, price, id } = subscription;
    const quantity = this.counted(customer, start, end);
    const made: StandInInvoice = {
      ...{ id: this.id('in'), customer, subscription: id, quantity, start, end },
      number: `INV-${String(this.invoices.size + 1).padStart(4, '0')}`,
      ...{ status: 'open', currency: price.currency, total: priceFor(price, quantity) },
      created: this.now,
    };
    this.invoices.set(made.id, made);
    return made;
  }

  /** Ends the periods that are over. @returns the invoices of those that were no trial */
  endPeriods(): StandInInvoice[] {
    const made: StandInInvoice[] = [];
    for (const each of this.subscriptions.values()) {
      while (each.status !== 'canceled' && each.periodEnd <= this.now) {
        if (each.status === 'trialing') each.status = 'active';
        else made.push(this.#invoice(each, each.periodStart, each.periodEnd));
        each.periods += 1;
        each.periodStart = each.periodEnd;
        each.periodEnd = periodEdge(each.anchor, each.periods * each.price.months);
      }
    }
    return made;
  }

  cancel(id: string, fields: Form): StandInSubscription {
    const subscription = this.subscriptions.get(id);
    if (subscription === undefined) throw missing(id);
    if (subscription.status === 'canceled') throw missing(id);
    if (textOf(fields['invoice_now']) === 'true' && subscription.status !== 'trialing') {
      this.#invoice(subscription, subscription.periodStart, this.now);
    }
    subscription.status = 'canceled';
    return subscription;
  }
}
