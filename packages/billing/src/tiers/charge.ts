/** What a term costs, and the same as a price of the payment provider: one set of figures. */
import { type Tenant, type TierPlan, tierPlans } from '@interlude/contract';

/** Ad events that the fee of a term pays for. */
export function includedAdEvents({ cpmCents, minimumFeeCents }: TierPlan): number {
  return cpmCents === 0 ? 0 : Math.floor((minimumFeeCents * 1_000) / cpmCents);
}

/** Net, in cents: the fee of the term, and what goes beyond the ad events that it pays for. */
export function chargeCents(plan: TierPlan, adEvents: number): number {
  const beyond = Math.max(0, adEvents - includedAdEvents(plan));
  // Cents of 1,000 ad events are whole numbers: no sum of fractions that have no binary form.
  return plan.minimumFeeCents + Math.round((beyond * plan.cpmCents) / 1_000);
}

/** A graduated price: the first tier is the fee of the term. */
export interface ProviderPrice {
  /** Names the figures: other figures are another price, and who has subscribed keeps theirs. */
  readonly lookupKey: string;
  readonly interval: 'month' | 'year';
  readonly intervalCount: number;
  readonly feeCents: number;
  readonly includedAdEvents: number;
  /** Cents of one ad event beyond, as a decimal fraction. */
  readonly cents: string;
}

export type PaidTier = Exclude<Tenant['tier'], 'trial'>;

/** The price of a tier; the currency is EUR. */
export function providerPrice(tier: PaidTier): ProviderPrice {
  const plan = tierPlans[tier];
  const { cpmCents, minimumFeeCents: feeCents, termMonths } = plan;
  const isYears = termMonths % 12 === 0;
  const included = includedAdEvents(plan);
  return {
    lookupKey: `interlude-${tier}-${termMonths}-${feeCents}-${included}-${cpmCents}`,
    interval: isYears ? 'year' : 'month',
    intervalCount: isYears ? termMonths / 12 : termMonths,
    feeCents,
    includedAdEvents: included,
    cents: (cpmCents / 1_000).toFixed(3),
  };
}
