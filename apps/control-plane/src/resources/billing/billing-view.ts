/** Billing of a company as the API returns it: pure. */
import { adEventUse, chargeCents, sessionUse, termOf } from '@interlude/billing';
import {
  type Billing,
  type BillingTerm,
  type LimitUse,
  mostUsageTerms,
  tierPlans,
  type UsageDay,
  type UsageTerm,
} from '@interlude/contract';
import {
  type BillingAccount,
  currentSubscription,
  type ReportedUsage,
  type StoredInvoice,
} from '@interlude/persistence';

const dayMs = 86_400_000;

/** Of a company without a subscription: months from its first day here. */
const plainMonths = 1;

const monthsOf = (tier: Billing['tier']) => tierPlans[tier].termMonths || plainMonths;

/** The term that runs. */
export function currentTerm({
  subscriptions,
  tier,
  createdDay,
  today,
}: BillingAccount): BillingTerm {
  const current = currentSubscription(subscriptions);
  const isRunning = current !== undefined && current.state !== 'pending';
  const firstDay = isRunning ? current.firstDay : createdDay;
  return termOf(firstDay, monthsOf(isRunning ? current.tier : tier), Math.floor(today));
}

/** Whole days until a trial ends; 0 or fewer: it is over (SUB-004, SUB-005). */
export function daysLeft(expiresAt: Date | null, nowMs: number): number | null {
  return expiresAt === null ? null : Math.ceil((expiresAt.getTime() - nowMs) / dayMs);
}

export interface ViewOptions {
  readonly account: BillingAccount;
  /** From a week before the term on. */
  readonly days: readonly UsageDay[];
  readonly sessionPeak: number;
  readonly nowMs: number;
  readonly provider: Billing['provider'];
}

export function billingView(options: ViewOptions): Billing {
  const { account, days, sessionPeak, nowMs, provider } = options;
  const { tier, expiresAt, subscriptions, today } = account;
  const plan = tierPlans[tier];
  const term = currentTerm(account);
  const current = currentSubscription(subscriptions);
  const pending = subscriptions.find(({ state }) => state === 'pending');
  const adEvents: LimitUse = adEventUse({ term, days, today, limit: plan.committedAdEvents });
  return {
    tier,
    expiresAt: expiresAt?.toISOString() ?? null,
    daysLeft: tier === 'trial' ? daysLeft(expiresAt, nowMs) : null,
    // A subscription stored before the provider was set is no contract with the provider.
    state: current?.provider === provider ? current.state : 'none',
    wantedTier: pending?.tier ?? null,
    paymentContactEmail: account.paymentContactEmail,
    details: account.details,
    provider,
    hasPortal: provider !== 'none' && account.stripeCustomerId !== '',
    term,
    adEvents,
    sessions: sessionUse(sessionPeak, plan.sessions),
    amountCents: chargeCents(plan, adEvents.used),
  };
}

interface OwnTerm extends BillingTerm {
  readonly tier: UsageTerm['tier'];
  readonly revision: number;
  readonly isCharged: boolean;
}

function termsOfSubscription(
  own: BillingAccount['subscriptions'][number],
  today: number,
): OwnTerm[] {
  const { firstDay, tier, revision, provider, stripeSubscriptionId } = own;
  const end = Math.min(own.endDay ?? today + 1, today + 1);
  const isCharged = provider === 'stripe' && stripeSubscriptionId !== '';
  const made: OwnTerm[] = [];
  for (let day = firstDay; day < end; day = made.at(-1)?.endDay ?? end) {
    const term = termOf(firstDay, monthsOf(tier), day);
    const endDay = Math.min(term.endDay, own.endDay ?? term.endDay);
    made.push({ firstDay: term.firstDay, endDay, tier, revision, isCharged });
  }
  return made;
}

/** Newest first; months before the first subscription, too. */
function ownTerms(account: BillingAccount): OwnTerm[] {
  const today = Math.floor(account.today);
  const subscribed = account.subscriptions
    .filter(({ state }) => state !== 'pending')
    .flatMap((own) => termsOfSubscription(own, today));
  const before = Math.min(today + 1, ...subscribed.map(({ firstDay }) => firstDay));
  const plain: OwnTerm[] = [];
  const tier = subscribed.length === 0 ? account.tier : 'trial';
  for (let day = account.createdDay; day < before; day = plain.at(-1)?.endDay ?? before) {
    const term = termOf(account.createdDay, plainMonths, day);
    const endDay = subscribed.length === 0 ? term.endDay : Math.min(term.endDay, before);
    plain.push({ firstDay: term.firstDay, endDay, tier, revision: 0, isCharged: false });
  }
  return [...plain, ...subscribed]
    .sort((one, other) => other.firstDay - one.firstDay || other.revision - one.revision)
    .slice(0, mostUsageTerms);
}

export interface UsageOptions {
  readonly account: BillingAccount;
  readonly days: readonly UsageDay[];
  readonly reports: readonly ReportedUsage[];
  readonly invoices: readonly StoredInvoice[];
}

const sum = (values: readonly number[]) => values.reduce((one, other) => one + other, 0);

/** Ad events by day against invoices: both are the rows of the metering table. */
export function usageView({ account, days, reports, invoices }: UsageOptions): UsageTerm[] {
  const today = Math.floor(account.today);
  return ownTerms(account).map(({ revision, isCharged, tier, firstDay, endDay }) => {
    const isOwn = (one: { readonly revision: number; readonly termFirstDay: number }) =>
      one.revision === revision && one.termFirstDay === firstDay;
    const own = days.filter(({ day }) => day >= firstDay && day < endDay);
    const ofTerm = reports.filter(isOwn);
    const reported = sum(ofTerm.map(({ adEvents }) => adEvents));
    const earlier = ofTerm.filter(({ day }) => day < firstDay).map(({ adEvents }) => adEvents);
    const counted = sum(own.map(({ adEvents }) => adEvents));
    // Usage reported after the end of a term is charged in the next term.
    const isClosed = isCharged && today > endDay;
    return {
      ...{ firstDay, endDay, tier, days: own, adEvents: counted, reported },
      ofEarlierDays: sum(earlier),
      amountCents: chargeCents(tierPlans[tier], isClosed ? reported : counted + sum(earlier)),
      invoices: invoices
        .filter(isOwn)
        .map(({ revision: _revision, termFirstDay: _first, ...invoice }) => ({
          ...invoice,
          term: { firstDay, endDay },
        })),
    };
  });
}

/** The first day that a page of usage shows. */
export function firstUsageDay(account: BillingAccount): number {
  return Math.min(account.today, ...ownTerms(account).map(({ firstDay }) => firstDay));
}
