/** Texts of the tiers' cards (SUB-010 to SUB-013), from the figures by which the platform charges. */
import { type Tenant, tierPlans, trialDays } from '@interlude/contract';
import { onDemand } from '../../texts/on-demand.ts';
import { localeWith } from '../../texts/reader-locale.ts';
import { t } from '../../texts/t.ts';

type Tier = Tenant['tier'];

export const tierNames: Readonly<Record<Tier, string>> = {
  trial: t('Trial'),
  basic: t('Basic'),
  professional: t('Professional'),
  enterprise: t('Enterprise'),
};

/** English figures have the form of the specification's cards, whatever the browser's locale. */
const figure = onDemand(() => new Intl.NumberFormat(localeWith('en')));

/** `0.89 EUR` */
export const euros = (cents: number) => `${figure().format(cents / 100)} EUR`;

const { basic, professional, enterprise, trial } = tierPlans;
const committed = (tier: Tier) =>
  t('{committedAdEvents} committed events', {
    committedAdEvents: figure().format(tierPlans[tier].committedAdEvents),
  });
const scale = (sessions: number) =>
  t('Scale up to {sessions}', { sessions: figure().format(sessions) });

export const tierLines: Readonly<Record<Tier, readonly string[]>> = {
  trial: [t('{trialDays}-day free', { trialDays }), scale(trial.sessions)],
  basic: [
    ...[t('Monthly'), committed('basic'), scale(basic.sessions), t('Shared cluster')],
    t('Minimum fee {minimumFeeCents} per month', { minimumFeeCents: euros(basic.minimumFeeCents) }),
  ],
  professional: [
    ...[t('Yearly'), committed('professional'), scale(professional.sessions)],
    t('Managed dedicated cluster'),
  ],
  enterprise: [
    t('{years}-yearly', { years: enterprise.termMonths / 12 }),
    committed('enterprise'),
    t('Customer-set scale'),
    t('Bring-your-own cloud subscription'),
  ],
};

export const tierPrice = (tier: Tier) => euros(tierPlans[tier].cpmCents);
