/** What the cards of the tiers say (SUB-010 to SUB-013), from the figures that the platform charges by. */
import { type Tenant, tierPlans, trialDays } from '@interlude/contract';

type Tier = Tenant['tier'];

export const tierNames: Readonly<Record<Tier, string>> = {
  trial: 'Trial',
  basic: 'Basic',
  professional: 'Professional',
  enterprise: 'Enterprise',
};

/** The specification's cards are in English figures. */
const figure = new Intl.NumberFormat('en');

/** `0.89 EUR` */
export const euros = (cents: number) => `${figure.format(cents / 100)} EUR`;

const { basic, professional, enterprise, trial } = tierPlans;
const committed = (tier: Tier) =>
  `${figure.format(tierPlans[tier].committedAdEvents)} committed events`;
const scale = (sessions: number) => `Scale up to ${figure.format(sessions)}`;

export const tierLines: Readonly<Record<Tier, readonly string[]>> = {
  trial: [`${trialDays}-day free`, scale(trial.sessions)],
  basic: [
    ...['Monthly', committed('basic'), scale(basic.sessions), 'Shared cluster'],
    `Minimum fee ${euros(basic.minimumFeeCents)} per month`,
  ],
  professional: [
    ...['Yearly', committed('professional'), scale(professional.sessions)],
    'Managed dedicated cluster',
  ],
  enterprise: [
    `${enterprise.termMonths / 12}-yearly`,
    committed('enterprise'),
    'Customer-set scale',
    'Bring-your-own cloud subscription',
  ],
};

export const tierPrice = (tier: Tier) => euros(tierPlans[tier].cpmCents);
