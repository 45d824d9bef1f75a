/** Use of a limit in a term, and its forecast. */
import type { BillingTerm, LimitUse } from '@interlude/contract';

/** Complete days that a forecast averages. */
const forecastDays = 7;
/** Share of a limit from which a company is warned. */
export const warnedShare = 0.8;

export interface DayCount {
  readonly day: number;
  readonly adEvents: number;
}

export interface UseOf {
  readonly term: BillingTerm;
  /** Days of the term, and those before it that a forecast averages. */
  readonly days: readonly DayCount[];
  /** Days since 1970-01-01 of the company's time zone, with the part of today that has passed. */
  readonly today: number;
  readonly limit: number;
}

/** Mean of ad events a day over the last complete days; over fewer when nothing was counted before. */
function meanOfLastDays(days: readonly DayCount[], today: number): number {
  const end = Math.floor(today);
  const earliest = Math.min(...days.map(({ day }) => day), end);
  const from = Math.max(end - forecastDays, earliest);
  if (from >= end) return 0;
  const counted = days.filter(({ day }) => day >= from && day < end);
  return counted.reduce((sum, { adEvents }) => sum + adEvents, 0) / (end - from);
}

const shareOf = (used: number, limit: number) => (limit === 0 ? 0 : used / limit);

/** Ad events of a term against those that its tier commits to. */
export function adEventUse({ term, days, today, limit }: UseOf): LimitUse {
  const used = days
    .filter(({ day }) => day >= term.firstDay && day < term.endDay)
    .reduce((sum, { adEvents }) => sum + adEvents, 0);
  const mean = meanOfLastDays(days, today);
  const left = Math.max(0, term.endDay - Math.max(today, term.firstDay));
  const forecast = Math.round(used + mean * left);
  const reached = used >= limit ? today : today + (limit - used) / mean;
  const isReached = limit > 0 && reached < term.endDay;
  return {
    ...{ used, limit, share: shareOf(used, limit), forecast },
    reachedOn: isReached ? Math.floor(reached) : null,
  };
}

/** Concurrent sessions: the peak of the term is also the forecast. */
export function sessionUse(peak: number, limit: number): LimitUse {
  const used = peak;
  return { used, limit, share: shareOf(used, limit), forecast: used, reachedOn: null };
}
