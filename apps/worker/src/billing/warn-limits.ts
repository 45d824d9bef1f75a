/** Warns companies that have used four fifths of a limit, once a term, and those whose trial ends soon, once. */
import { adEventUse, sessionUse, termOf, warnedShare } from '@interlude/billing';
import { tierPlans } from '@interlude/contract';
import { limitMail, type NearLimit, saidLimit } from '@interlude/mails';
import type { BillingStore, CompanyUse, LimitStore } from '@interlude/persistence';
import type { Config } from '@interlude/runtime';

/** Companies that were active in these days are looked at. */
const activeDays = 2;

export interface WarnLimitsParts {
  readonly limits: LimitStore;
  readonly billing: Pick<BillingStore, 'days' | 'sessionPeak'>;
  /** Of the mails. */
  readonly config: Pick<Config, 'productName' | 'publicUrl'>;
  readonly failed: (error: unknown) => void;
}

async function warnCompany(
  { limits, billing, config }: WarnLimitsParts,
  company: CompanyUse,
): Promise<void> {
  const { productName, publicUrl } = config;
  const { tenantId, tier, today, firstDay, trial } = company;
  const warn = (near: NearLimit, termFirstDay: number) =>
    limits.warn(
      { tenantId, kind: near.kind, termFirstDay, ...saidLimit(near) },
      ({ email, language, tenantName }) => ({
        to: email,
        ...limitMail({ productName, publicUrl, language }, tenantName, near),
      }),
    );
  if (trial) await warn({ kind: 'trial', days: trial.daysLeft }, trial.endDay);
  const { sessions, committedAdEvents: limit, termMonths } = tierPlans[tier];
  const term = termOf(firstDay, termMonths || 1, today);
  const days = await billing.days(tenantId, term.firstDay, term.endDay);
  const peak = await billing.sessionPeak(tenantId, term.firstDay, term.endDay);
  const uses = {
    sessions: sessionUse(peak, sessions),
    adEvents: adEventUse({ term, days, today, limit }),
  };
  for (const kind of ['sessions', 'adEvents'] as const) {
    const use = uses[kind];
    if (use.share >= warnedShare) await warn({ kind, use }, term.firstDay);
  }
}

/** One look at all companies that are active. */
export async function warnLimits(parts: WarnLimitsParts): Promise<void> {
  for (const use of await parts.limits.inUse(activeDays)) {
    await warnCompany(parts, use).catch(parts.failed);
  }
}
