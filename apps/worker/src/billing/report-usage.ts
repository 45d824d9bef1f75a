/**
 * Reports ad events to the payment provider, each once. A report is a row with an id before it is sent; the provider
 * counts an id once for a day. Whatever was sent longer ago without a known outcome is looked up in the provider's meter.
 */
import type { Payments } from '@interlude/payments';
import type { ChargedCompany, UsageReport, UsageReportStore } from '@interlude/persistence';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The provider keeps identifiers of reports for 24 hours. */
const knownForMs = 23 * hourMs;
/** The provider accepts times of the last 35 days. */
const oldestMs = 34 * dayMs;

export interface ReportUsageParts {
  readonly store: UsageReportStore;
  readonly payments: Payments;
  readonly now: () => number;
  /** Called with the error of each company whose reports failed; those of other companies are sent. */
  readonly failed: (error: unknown) => void;
  /** The worker is about to stop. */
  readonly isStopping: () => boolean;
}

/** True when a report of unknown outcome was counted, by the provider's sum for its UTC day. */
async function wasCounted(
  { store, payments }: ReportUsageParts,
  { tenantId, customerId, adEvents, atMs }: UsageReport,
): Promise<boolean> {
  const from = Math.floor(atMs / dayMs) * dayMs;
  const counted = await payments.reported(customerId, from, from + dayMs);
  const known = await store.sentBetween(tenantId, customerId, from, from + dayMs);
  return counted - known >= adEvents;
}

async function send(parts: ReportUsageParts, given: UsageReport): Promise<void> {
  const { store, payments, now } = parts;
  let report = given;
  const { attemptedMs } = report;
  const isForgotten = attemptedMs !== undefined && now() - attemptedMs > knownForMs;
  if (isForgotten && (await wasCounted(parts, report))) {
    await store.sent(report);
    return;
  }
  if (now() - report.atMs > oldestMs) report = await store.moveToNow(report);
  await store.attempt(report);
  const { id: identifier, customerId, adEvents, atMs } = report;
  await payments.report({ identifier, customerId, adEvents, atMs });
  await store.sent(report);
}

async function reportCompany(parts: ReportUsageParts, company: ChargedCompany): Promise<void> {
  await parts.store.plan(company);
  for (const report of await parts.store.waiting(company.tenantId)) {
    if (parts.isStopping()) return;
    await send(parts, report);
  }
}

/** One round over all companies that are charged. */
export async function reportUsage(parts: ReportUsageParts): Promise<void> {
  for (const company of await parts.store.charged()) {
    if (parts.isStopping()) return;
    await reportCompany(parts, company).catch(parts.failed);
  }
}
