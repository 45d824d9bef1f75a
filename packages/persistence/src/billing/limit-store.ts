/** Use of limits by all companies, for the worker that warns them. */

import {
  admins,
  defaultLanguage,
  knownLanguage,
  type Language,
  type SaidSentence,
  type Tenant,
  tenantTiers,
} from '@interlude/contract';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import { insertMail, type NewMail } from '../mails/mail-store.ts';
import { insertNotification } from '../notifications/notification-store.ts';
import type { Schema } from '../schema.ts';
import { companyDay } from './company-day.ts';

export interface CompanyUse {
  readonly tenantId: string;
  readonly tier: Tenant['tier'];
  /** Day since 1970-01-01 in the company's time zone. */
  readonly today: number;
  /** First day of the running subscription, else the day on which the company was created. */
  readonly firstDay: number;
  /** Set for a trial that ends within `trialWarnedDays`, else null. */
  readonly trial: { readonly daysLeft: number; readonly endDay: number } | null;
}

export interface LimitWarning extends SaidSentence {
  readonly tenantId: string;
  readonly kind: 'adEvents' | 'sessions' | 'trial';
  /** First day of the term, or last day of the trial; each of them is warned of once. */
  readonly termFirstDay: number;
}

/** An Admin of the warned company. */
export interface WarnedAdmin {
  readonly email: string;
  readonly language: Language;
  readonly tenantName: string;
}

export interface LimitStore {
  /** Raises the day's peak of each company to the sessions that stitchers hold now, where these are more. */
  samplePeaks(): Promise<void>;
  /** Companies with ad events or sessions in the last days, and those whose trial ends soon. */
  inUse(days: number): Promise<CompanyUse[]>;
  /**
   * Notifies the company, and its Admins by mail, in one transaction.
   * @returns false when it was warned in this term before
   */
  warn(warning: LimitWarning, mailTo: (admin: WarnedAdmin) => NewMail): Promise<boolean>;
  /** Removes peaks, warnings and messages of the provider that are older, epoch ms. */
  purge(before: { readonly peaksMs: number; readonly eventsMs: number }): Promise<number>;
}

/** Admins of a company who get the mail: those with the oldest memberships. */
const maxMailed = 20;
/** Topic of the notification. */
const topic = 'account.limits';
/** After this time without a report a stitcher counts as gone, seconds. */
const goneAfterSeconds = 30;
const dayMs = 86_400_000;
/** Warns when four fifths of a trial of 30 days are over. */
const trialWarnedDays = 6;

async function findAdmins(db: Kysely<Schema>, tenantId: string): Promise<WarnedAdmin[]> {
  const rows = await db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('tenants as t', 't.id', 'm.tenant_id')
    .select(['u.email', 'u.language', 't.language as company_language', 't.name'])
    .where('m.tenant_id', '=', tenantId)
    .where('m.role', 'in', [...admins])
    .where('u.email_verified', '=', true)
    .where('u.blocked', '=', false)
    .orderBy('m.created_at')
    .orderBy('u.id')
    .limit(maxMailed)
    .execute();
  return rows.map((row) => ({
    ...{ email: row.email, tenantName: row.name },
    language: knownLanguage(row.language) ?? knownLanguage(row.company_language) ?? defaultLanguage,
  }));
}

/**
 * Use of limits, and warnings already sent, across companies.
 * @see ADR 0047
 */
export function createLimitStore(database: Database): LimitStore {
  const { system, clock } = database;
  const now = () => new Date(clock.now());
  return {
    async samplePeaks() {
      await sql`
        insert into session_peaks as p (tenant_id, day, sessions)
        select held.tenant_id, floor(${companyDay(sql`held.tenant_id`, now())})::integer, held.sessions
        from (
          select each.key as tenant_id, sum(each.value::integer)::integer as sessions
          from stitcher_sessions s cross join lateral jsonb_each_text(s.sessions) as each
          where s.seen_at > now() - make_interval(secs => ${goneAfterSeconds})
          group by each.key
        ) held join tenants t on t.id = held.tenant_id
        where held.sessions > 0
        on conflict (tenant_id, day) do update set sessions = greatest(p.sessions, excluded.sessions)`.execute(
        system,
      );
    },
    inUse: async (days) => {
      const from = Math.floor(clock.now() / dayMs) - days;
      const endsSoon = sql<boolean>`t.tier = 'trial' and t.expires_at > ${now()}
        and t.expires_at <= ${new Date(clock.now() + trialWarnedDays * dayMs)}`;
      const { rows } = await sql<Omit<CompanyUse, 'trial'> & { tier: string; endsAt: Date | null }>`
        select t.id as "tenantId", t.tier, floor(${companyDay(sql`t.id`, now())})::integer as today,
          coalesce((select s.first_day from billing_subscriptions s
            where s.tenant_id = t.id and s.state in ('active', 'pastDue')),
            floor(extract(epoch from t.created_at) / 86400)::integer) as "firstDay",
          case when ${endsSoon} then t.expires_at end as "endsAt"
        from tenants t
        where exists (select from usage u where u.tenant_id = t.id and u.day >= ${from})
          or exists (select from session_peaks p where p.tenant_id = t.id and p.day >= ${from})
          or (${endsSoon})
        order by t.id`.execute(system);
      return rows.map(({ endsAt, ...row }) => ({
        ...row,
        trial: endsAt && {
          daysLeft: Math.ceil((endsAt.getTime() - clock.now()) / dayMs),
          endDay: Math.floor(endsAt.getTime() / dayMs),
        },
        tier: tenantTiers.find((tier) => tier === row.tier) ?? 'trial',
      }));
    },
    warn: ({ tenantId, kind, termFirstDay, content, sentence }, mailTo) =>
      database.transaction(async ({ db }) => {
        const made = await db
          .insertInto('limit_warnings')
          .values({ tenant_id: tenantId, kind, term_first_day: termFirstDay, at: now() })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (made.numInsertedOrUpdatedRows !== 1n) return false;
        await insertNotification(db, { tenantId, topic, content, sentence }, clock.now());
        for (const admin of await findAdmins(db, tenantId)) {
          await insertMail(db, mailTo(admin), clock.now());
        }
        return true;
      }),
    purge: async ({ peaksMs, eventsMs }) => {
      const peaks =
        await sql`delete from session_peaks where day < ${Math.floor(peaksMs / dayMs)}`.execute(
          system,
        );
      const warnings =
        await sql`delete from limit_warnings where at < ${new Date(peaksMs)}`.execute(system);
      const events = await sql`delete from payment_events where at < ${new Date(eventsMs)}`.execute(
        system,
      );
      return [peaks, warnings, events].reduce(
        (sum, { numAffectedRows = 0n }) => sum + Number(numAffectedRows),
        0,
      );
    },
  };
}
