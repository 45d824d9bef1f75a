/** Usage reports to the payment provider: a report is stored first and sent afterwards, under its own id. */
import { type PaidTier, planReports } from '@interlude/billing';
import { tierPlans, type UsageDay } from '@interlude/contract';
import { newId } from '@interlude/runtime';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** A company whose ad events the provider charges. */
export interface ChargedCompany {
  readonly tenantId: string;
  readonly customerId: string;
  readonly revision: number;
  readonly tier: PaidTier;
  readonly firstDay: number;
}

export interface UsageReport {
  readonly tenantId: string;
  readonly id: string;
  readonly customerId: string;
  readonly adEvents: number;
  readonly atMs: number;
  /** When it was first sent; undefined before. */
  readonly attemptedMs: number | undefined;
}

export interface UsageReportStore {
  charged(): Promise<ChargedCompany[]>;
  /** Stores the reports that are due for a company. @returns their number */
  plan(company: ChargedCompany): Promise<number>;
  /** Reports without a confirmation that they were sent, oldest first. */
  waiting(tenantId: string): Promise<UsageReport[]>;
  attempt(report: UsageReport): Promise<void>;
  sent(report: UsageReport): Promise<void>;
  /** Moves a report to the present: the provider has not counted it, and refuses times so long ago. */
  moveToNow(report: UsageReport): Promise<UsageReport>;
  /** Ad events in confirmed reports, by the time of the report (epoch ms, `to` exclusive). */
  sentBetween(tenantId: string, customerId: string, fromMs: number, toMs: number): Promise<number>;
}

/** Days that one round reports for a company. */
const daysPerRound = 400;
/** Reports that one round sends for a company. */
const reportsPerRound = 200;

/**
 * Usage reports across companies. A lock of the company makes each counted ad event part of one report only.
 * @see ADR 0047; rule SEC-S120
 */
export function createUsageReportStore(database: Database): UsageReportStore {
  const { system, clock } = database;
  const now = () => new Date(clock.now());
  const of = ({ tenantId, id }: UsageReport) => sql`tenant_id = ${tenantId} and id = ${id}`;
  return {
    charged: async () => {
      const { rows } = await sql<ChargedCompany>`
        select s.tenant_id as "tenantId", t.stripe_customer_id as "customerId", s.revision, s.tier, s.first_day as "firstDay"
        from billing_subscriptions s join tenants t on t.id = s.tenant_id
        where s.provider = 'stripe' and s.state in ('active', 'pastDue', 'unpaid') and t.stripe_customer_id <> ''
        order by s.tenant_id`.execute(system);
      return rows;
    },
    plan: ({ tenantId, customerId, revision, tier, firstDay }) =>
      database.transaction(async ({ db }) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`usage-reports ${tenantId}`}, 0))`.execute(
          db,
        );
        const { rows: days } = await sql<UsageDay>`
          select u.day, u.ad_events as "adEvents", coalesce(sum(r.ad_events), 0)::bigint as reported
          from usage u left join usage_reports r on r.tenant_id = u.tenant_id and r.day = u.day
          where u.tenant_id = ${tenantId} and exists (select from billing_subscriptions s
            where s.tenant_id = u.tenant_id and s.provider = 'stripe' and s.stripe_subscription_id <> ''
              and u.day >= s.first_day and (s.end_day is null or u.day < s.end_day))
          group by u.day, u.ad_events having u.ad_events > coalesce(sum(r.ad_events), 0)
          order by u.day limit ${daysPerRound}`.execute(db);
        const { termMonths: months } = tierPlans[tier];
        const planned = planReports({ firstDay, months, days, nowMs: clock.now() });
        if (planned.length === 0) return 0;
        await db
          .insertInto('usage_reports')
          .values(
            planned.map(({ day, adEvents, atMs, termFirstDay }) => ({
              ...{ tenant_id: tenantId, id: newId(clock.now()), revision, day },
              ...{ term_first_day: termFirstDay, ad_events: adEvents, at: new Date(atMs) },
              ...{ customer_id: customerId, created_at: now() },
            })),
          )
          .execute();
        return planned.length;
      }),
    waiting: async (tenantId) => {
      const rows = await system
        .selectFrom('usage_reports')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('sent_at', 'is', null)
        .orderBy('created_at')
        .orderBy('id')
        .limit(reportsPerRound)
        .execute();
      return rows.map((row) => ({
        ...{ tenantId, id: row.id, customerId: row.customer_id, adEvents: row.ad_events },
        ...{ atMs: row.at.getTime(), attemptedMs: row.attempted_at?.getTime() },
      }));
    },
    async attempt(report) {
      await sql`update usage_reports set attempted_at = coalesce(attempted_at, ${now()}) where ${of(report)}`.execute(
        system,
      );
    },
    async sent(report) {
      await sql`update usage_reports set sent_at = ${now()} where ${of(report)}`.execute(system);
    },
    async moveToNow(report) {
      const at = new Date(Math.floor(clock.now() / 60_000) * 60_000);
      await sql`update usage_reports set at = ${at}, attempted_at = null where ${of(report)}`.execute(
        system,
      );
      return { ...report, atMs: at.getTime(), attemptedMs: undefined };
    },
    sentBetween: async (tenantId, customerId, fromMs, toMs) => {
      const { rows } = await sql<{ sum: number }>`
        select coalesce(sum(ad_events), 0)::bigint as sum from usage_reports
        where tenant_id = ${tenantId} and customer_id = ${customerId} and sent_at is not null
          and at >= ${new Date(fromMs)} and at < ${new Date(toMs)}`.execute(system);
      return rows[0]?.sum ?? 0;
    },
  };
}
