/** Billing of companies: tiers, terms, use of limits and usage reports; pure functions. */
export { type Country, countries, countryOf } from './countries/countries.ts';
export { type PlannedReport, planReports, type ReportsOf } from './terms/plan-reports.ts';
export {
  addMonths,
  anchorMs,
  canStillBegin,
  closesMs,
  firstChargedDay,
  openTerm,
  reportTimeMs,
  termOf,
} from './terms/term.ts';
export {
  chargeCents,
  includedAdEvents,
  type PaidTier,
  type ProviderPrice,
  providerPrice,
} from './tiers/charge.ts';
export { grantsTier, subscriptionState } from './tiers/subscription-state.ts';
export { adEventUse, type DayCount, sessionUse, type UseOf, warnedShare } from './use/forecast.ts';
