/** Subscriptions, invoices and usage of companies, for their requests and for messages of the payment provider. */
import type { PaidTier } from '@interlude/billing';
import type { BillingDetails, Invoice, UsageDay } from '@interlude/contract';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import {
  type BillingAccount,
  readAccount,
  type StoredSubscription,
  type SubscriptionUpdate,
  tenantOfCustomer,
  updateSubscription,
  wantTier,
} from './billing-account.ts';

/** An invoice with the subscription and the term that it belongs to. */
export interface StoredInvoice extends Omit<Invoice, 'term'> {
  readonly revision: number;
  readonly termFirstDay: number;
}

/** Ad events of a day that were reported to the payment provider for a term. */
export interface ReportedUsage {
  readonly revision: number;
  readonly termFirstDay: number;
  readonly day: number;
  readonly adEvents: number;
}

export interface BillingStore {
  /** @throws {DomainError} TENANT_NOT_FOUND */
  read(tenantId: string): Promise<BillingAccount>;
  saveDetails(
    tenantId: string,
    saved: {
      readonly email?: string | undefined;
      readonly details?: BillingDetails | undefined;
    },
  ): Promise<void>;
  /** @throws {DomainError} TIER_NOT_OFFERED */
  want(
    tenantId: string,
    wanted: { readonly tier: PaidTier; readonly provider: 'none' | 'stripe' },
  ): Promise<StoredSubscription>;
  /**
   * Stores the customer of a company unless another one is stored that the provider still has. @returns the stored one
   */
  setCustomer(tenantId: string, customerId: string, lost: string): Promise<string>;
  update(tenantId: string, update: SubscriptionUpdate): Promise<void>;
  tenantOfCustomer(customerId: string): Promise<string | undefined>;
  saveInvoice(tenantId: string, invoice: StoredInvoice): Promise<void>;
  /** Newest first. */
  invoices(tenantId: string): Promise<StoredInvoice[]>;
  /** Counted and reported ad events by day, from one day to another; `to` is exclusive. */
  days(tenantId: string, from: number, to: number): Promise<UsageDay[]>;
  reports(tenantId: string): Promise<ReportedUsage[]>;
  /** The highest number of concurrent sessions, `to` exclusive. */
  sessionPeak(tenantId: string, from: number, to: number): Promise<number>;
  /**
   * Runs `work` unless the provider's message was processed before; after a failure the message may be processed again.
   */
  once(eventId: string, work: () => Promise<void>): Promise<boolean>;
}

/** Invoices that a page of usage shows. */
const mostInvoices = 200;

/**
 * Billing data of companies.
 * @see ADR 0047; rule SEC-S120
 */
export function createBillingStore(database: Database): BillingStore {
  const { system, clock } = database;
  const now = () => new Date(clock.now());
  return {
    read: (tenantId) =>
      database.forTenant(tenantId, async ({ db }) => {
        const account = await readAccount(db, tenantId, now());
        if (account === undefined) throw new Error('a caller has a company');
        return account;
      }),
    saveDetails: (tenantId, { email, details }) =>
      database.transaction(async ({ db }) => {
        if (email !== undefined) {
          await db
            .updateTable('tenants')
            .set({ payment_contact_email: email })
            .where('id', '=', tenantId)
            .execute();
        }
        if (details === undefined) return;
        const saved = { details: JSON.stringify(details), updated_at: now() };
        await db
          .insertInto('billing_details')
          .values({ tenant_id: tenantId, ...saved })
          .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(saved))
          .execute();
      }),
    want: (tenantId, wanted) =>
      database.transaction(({ db }) => wantTier(db, tenantId, wanted, now())),
    setCustomer: (tenantId, customerId, lost) =>
      database.transaction(async ({ db }) => {
        await db
          .updateTable('tenants')
          .set({ stripe_customer_id: customerId })
          .where('id', '=', tenantId)
          .where('stripe_customer_id', 'in', ['', lost])
          .execute();
        const row = db
          .selectFrom('tenants')
          .select('stripe_customer_id')
          .where('id', '=', tenantId);
        return (await row.executeTakeFirstOrThrow()).stripe_customer_id;
      }),
    update: (tenantId, update) =>
      database.transaction(({ db }) => updateSubscription(db, tenantId, update, now())),
    tenantOfCustomer: (customerId) => tenantOfCustomer(system, customerId),
    async saveInvoice(tenantId, invoice) {
      const { id, revision, termFirstDay, number, status, currency, address } = invoice;
      const saved = {
        ...{ number, status, currency, address, updated_at: now() },
        ...{ amount_cents: invoice.amountCents, ad_events: invoice.adEvents },
      };
      await system
        .insertInto('invoices')
        .values({
          ...{ tenant_id: tenantId, id, revision, term_first_day: termFirstDay, ...saved },
          created_at: new Date(invoice.createdAt),
        })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doUpdateSet(saved))
        .execute();
    },
    invoices: (tenantId) =>
      database.forTenant(tenantId, async ({ db }) => {
        const rows = await db
          .selectFrom('invoices')
          .selectAll()
          .orderBy('created_at', 'desc')
          .limit(mostInvoices)
          .execute();
        return rows.map((row) => ({
          ...{ id: row.id, revision: row.revision, termFirstDay: row.term_first_day },
          ...{ number: row.number, status: row.status, currency: row.currency },
          ...{ amountCents: row.amount_cents, adEvents: row.ad_events, address: row.address },
          createdAt: row.created_at.toISOString(),
        }));
      }),
    days: (tenantId, from, to) =>
      database.forTenant(tenantId, async ({ db }) => {
        const { rows } = await sql<UsageDay>`
          select u.day, u.ad_events as "adEvents", coalesce((select sum(r.ad_events) from usage_reports r
            where r.tenant_id = u.tenant_id and r.day = u.day), 0)::bigint as reported
          from usage u where u.tenant_id = ${tenantId} and u.day >= ${from} and u.day < ${to}
          order by u.day`.execute(db);
        return rows;
      }),
    reports: (tenantId) =>
      database.forTenant(tenantId, async ({ db }) => {
        const { rows } = await sql<ReportedUsage>`
          select revision, term_first_day as "termFirstDay", day, sum(ad_events)::bigint as "adEvents"
          from usage_reports where tenant_id = ${tenantId} group by 1, 2, 3`.execute(db);
        return rows;
      }),
    sessionPeak: (tenantId, from, to) =>
      database.forTenant(tenantId, async ({ db }) => {
        const { peak } = await db
          .selectFrom('session_peaks')
          .select((of) => of.fn.max<number | null>('sessions').as('peak'))
          .where('day', '>=', from)
          .where('day', '<', to)
          .executeTakeFirstOrThrow();
        return peak ?? 0;
      }),
    once: async (id, work) => {
      const known = await system
        .selectFrom('payment_events')
        .select('id')
        .where('id', '=', id)
        .executeTakeFirst();
      if (known !== undefined) return false;
      await work();
      await system
        .insertInto('payment_events')
        .values({ id, at: now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return true;
    },
  };
}
