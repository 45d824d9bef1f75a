/** Warns companies that use four fifths of a limit, once a term. */
import { adEventUse, sessionUse, termOf, warnedShare } from '@interlude/billing';
import { tierPlans } from '@interlude/contract';
import { limitMail, saidLimit } from '@interlude/mails';
import type { BillingStore, CompanyUse, LimitStore, LimitWarning } from '@interlude/persistence';
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
  const { tenantId, tier, today, firstDay } = company;
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
    if (use.share < warnedShare) continue;
    const warning: LimitWarning = {
      ...{ tenantId, kind, termFirstDay: term.firstDay },
      ...saidLimit(kind, use),
    };
    await limits.warn(warning, ({ email, language, tenantName }) => ({
      to: email,
      ...limitMail({ productName, publicUrl, language }, { tenantName, kind, use }),
    }));
  }
}

/** One look at all companies that are active. */
export async function warnLimits(parts: WarnLimitsParts): Promise<void> {
  for (const use of await parts.limits.inUse(activeDays)) {
    await warnCompany(parts, use).catch(parts.failed);
  }
}
