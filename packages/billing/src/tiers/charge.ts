/** Charge of a term, in cents and as a price at the payment provider, from one set of figures. */
import { type Tenant, type TierPlan, tierPlans } from '@interlude/contract';

/** Ad events that the fee of a term includes. */
export function includedAdEvents({ cpmCents, minimumFeeCents }: TierPlan): number {
  return cpmCents === 0 ? 0 : Math.floor((minimumFeeCents * 1_000) / cpmCents);
}

/** Net, in cents: the fee of the term, and the ad events beyond those that it includes. */
export function chargeCents(plan: TierPlan, adEvents: number): number {
  const beyond = Math.max(0, adEvents - includedAdEvents(plan));
  // Whole cents of 1,000 ad events: the cents of one have no exact binary form, and their sum would be off.
  return plan.minimumFeeCents + Math.round((beyond * plan.cpmCents) / 1_000);
}

/** A graduated price: the first tier is the fee of the term. */
export interface ProviderPrice {
  /** Contains the figures: other figures make another price, and existing subscriptions keep theirs. */
  readonly lookupKey: string;
  readonly interval: 'month' | 'year';
  readonly intervalCount: number;
  readonly feeCents: number;
  readonly includedAdEvents: number;
  /** Cents of each ad event beyond the included ones, as a decimal fraction. */
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
