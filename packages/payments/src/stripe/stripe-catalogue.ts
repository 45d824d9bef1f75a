/** Meter, product and prices at Stripe: created when they are missing, found by their names afterwards. */
import { type PaidTier, providerPrice } from '@interlude/billing';
import Stripe from 'stripe';

/** Name of the events that the meter counts. */
export const meterEvent = 'interlude_ad_events';
const productId = 'interlude_ad_insertion';
const currency = 'eur';
const listed = 100;

async function findMeter(stripe: Stripe): Promise<string> {
  for await (const meter of stripe.billing.meters.list({ status: 'active', limit: listed })) {
    if (meter.event_name === meterEvent) return meter.id;
  }
  const made = await stripe.billing.meters.create(
    {
      display_name: 'Ad events',
      event_name: meterEvent,
      default_aggregation: { formula: 'sum' },
      customer_mapping: { type: 'by_id', event_payload_key: 'stripe_customer_id' },
      value_settings: { event_payload_key: 'value' },
    },
    { idempotencyKey: `meter-${meterEvent}` },
  );
  return made.id;
}

async function ensureProduct(stripe: Stripe): Promise<void> {
  try {
    await stripe.products.create(
      { id: productId, name: 'Server-side ad insertion', unit_label: 'ad event' },
      { idempotencyKey: `product-${productId}` },
    );
  } catch (error) {
    const isThere =
      error instanceof Stripe.errors.StripeError && error.code === 'resource_already_exists';
    if (!isThere) throw error;
  }
}

async function findPrice(stripe: Stripe, tier: PaidTier, meter: string): Promise<string> {
  const wanted = providerPrice(tier);
  const known = await stripe.prices.list({ lookup_keys: [wanted.lookupKey], active: true });
  const [price] = known.data;
  if (price !== undefined) return price.id;
  await ensureProduct(stripe);
  const made = await stripe.prices.create(
    {
      product: productId,
      currency,
      nickname: tier,
      lookup_key: wanted.lookupKey,
      billing_scheme: 'tiered',
      tiers_mode: 'graduated',
      tax_behavior: 'exclusive',
      recurring: {
        interval: wanted.interval,
        interval_count: wanted.intervalCount,
        usage_type: 'metered',
        meter,
      },
      tiers: [
        { up_to: wanted.includedAdEvents, flat_amount: wanted.feeCents, unit_amount: 0 },
        { up_to: 'inf', unit_amount_decimal: Stripe.Decimal.from(wanted.cents) },
      ],
    },
    { idempotencyKey: `price-${wanted.lookupKey}` },
  );
  return made.id;
}

export interface StripeCatalogue {
  meter(): Promise<string>;
  price(tier: PaidTier): Promise<string>;
}

/** Keeps the ids that were found; a search that failed is repeated. */
export function createStripeCatalogue(stripe: Stripe): StripeCatalogue {
  const kept = new Map<string, Promise<string>>();
  const once = (name: string, find: () => Promise<string>): Promise<string> => {
    const known = kept.get(name);
    if (known !== undefined) return known;
    const finding = find();
    kept.set(name, finding);
    finding.catch(() => kept.delete(name));
    return finding;
  };
  const meter = () => once('meter', () => findMeter(stripe));
  return {
    meter,
    price: (tier) => once(tier, async () => findPrice(stripe, tier, await meter())),
  };
}
