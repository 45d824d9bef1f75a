/** Warns companies that use four fifths of a limit, once a term. */
import { adEventUse, sessionUse, termOf, warnedShare } from '@interlude/billing';
import { type LimitUse, tierPlans } from '@interlude/contract';
import type { BillingStore, CompanyUse, LimitStore, LimitWarning } from '@interlude/persistence';

/** Companies that were active in these days are looked at. */
const activeDays = 2;
const number = new Intl.NumberFormat('en');

const percent = ({ share }: LimitUse) => `${Math.floor(share * 100)} %`;

function sessionSentence(use: LimitUse): string {
  const reached = `${number.format(use.used)} of the ${number.format(use.limit)} playback sessions`;
  return `${percent(use)} of the plan: ${reached} at a time were reached. Further viewers are refused at the limit; those who watch go on.`;
}

function adEventSentence(use: LimitUse): string {
  const used = `${number.format(use.used)} of the ${number.format(use.limit)} committed ad events`;
  return `${percent(use)} of the plan: ${used} of this term were used. Ads go on; what goes beyond is charged by ad event.`;
}

export interface WarnLimitsParts {
  readonly limits: LimitStore;
  readonly billing: Pick<BillingStore, 'days' | 'sessionPeak'>;
  readonly failed: (error: unknown) => void;
}

async function warnCompany({ limits, billing }: WarnLimitsParts, use: CompanyUse): Promise<void> {
  const { tenantId, tier, today, firstDay } = use;
  const { sessions, committedAdEvents: limit, termMonths } = tierPlans[tier];
  const term = termOf(firstDay, termMonths || 1, today);
  const days = await billing.days(tenantId, term.firstDay, term.endDay);
  const peak = await billing.sessionPeak(tenantId, term.firstDay, term.endDay);
  const uses = {
    sessions: sessionUse(peak, sessions),
    adEvents: adEventUse({ term, days, today, limit }),
  };
  const sentences: Record<keyof typeof uses, string> = {
    sessions: sessionSentence(uses.sessions),
    adEvents: adEventSentence(uses.adEvents),
  };
  for (const kind of ['sessions', 'adEvents'] as const) {
    if (uses[kind].share < warnedShare) continue;
    const warning: LimitWarning = {
      ...{ tenantId, kind, termFirstDay: term.firstDay },
      content: sentences[kind],
    };
    await limits.warn(warning);
  }
}

/** One look at all companies that are active. */
export async function warnLimits(parts: WarnLimitsParts): Promise<void> {
  for (const use of await parts.limits.inUse(activeDays)) {
    await warnCompany(parts, use).catch(parts.failed);
  }
}
