/**
 * Outbox of deliveries, for workers. A worker claims a delivery to an address for a limited time; when it dies, the
 * next worker sends it again under the same id. Mails are made in one transaction with the state of their deliveries.
 */
import {
  defaultLanguage,
  type ExchangedMessage,
  knownLanguage,
  knownSentence,
  type Language,
  type SaidSentence,
  type UserSubscription,
} from '@interlude/contract';
import { type Kysely, sql } from 'kysely';
import { notifyChange } from '../changes/change-feed.ts';
import type { Database } from '../database.ts';
import { insertMail, type NewMail } from '../mails/mail-store.ts';
import { deliveriesChannel } from '../notifications/emit-notification.ts';
import { insertNotification } from '../notifications/notification-store.ts';
import type { Schema } from '../schema.ts';
import { openSubscription } from '../user-subscriptions/user-subscription-row.ts';
import type { DeliveryRow } from './delivery-row.ts';

/** A subscription that has failed for this long is switched off, ms. */
const offAfterMs = 24 * 60 * 60_000;

export interface ClaimedDelivery extends SaidSentence {
  readonly tenantId: string;
  readonly id: string;
  readonly userId: string;
  readonly topic: string;
  /** Language of the subscription's owner. */
  readonly language: Language;
  readonly path: string;
  readonly createdAtMs: number;
  /** Number of this attempt, from 1. */
  readonly attempt: number;
  /** Failed attempts before this one. */
  readonly failures: number;
  /** With its secrets in plain text. */
  readonly subscription: UserSubscription;
}

export interface AttemptOutcome {
  readonly durationMs: number;
  readonly request: ExchangedMessage;
  readonly status: number | null;
  readonly answer: ExchangedMessage | null;
  /** Empty when it was delivered. */
  readonly error: string;
  /** Time of the next attempt after a failure; undefined = none. */
  readonly retryAtMs?: number | undefined;
  /** The receiver answered that it is gone for good: the subscription is switched off at once. */
  readonly gone?: boolean;
}

export interface DeliveryOwner {
  readonly email: string;
  readonly language: Language;
  /** IANA time zone of the company. */
  readonly timeZone: string;
  readonly tenantName: string;
}

/** Makes the notification and the mail to the owner of a subscription that is switched off. */
export type OffNotice = (
  owner: DeliveryOwner,
  off: { readonly subscription: UserSubscription; readonly reason: string },
) => SaidSentence & { readonly mail: NewMail };

export const subscriptionOffTopic = 'subscription.off';

/** Due deliveries by mail to one user. */
export interface WaitingMails {
  readonly tenantId: string;
  readonly userId: string;
  readonly owner: DeliveryOwner;
  /** Oldest first. */
  readonly deliveries: readonly (SaidSentence & {
    readonly id: string;
    readonly subscriptionId: string;
    readonly topic: string;
    readonly path: string;
    readonly createdAtMs: number;
  })[];
  /** Mails made for this user within the last minute: time, epoch ms, and number of deliveries. */
  readonly made: readonly { readonly atMs: number; readonly deliveries: number }[];
}

export interface MailPlan {
  /** Each mail with the ids of the deliveries that it contains. */
  readonly mails: readonly { readonly mail: NewMail; readonly deliveryIds: readonly string[] }[];
  /** When the other deliveries become due again, epoch ms. */
  readonly othersAtMs?: number | undefined;
}

export interface DeliveryQueue {
  /**
   * Claims the next due delivery to Slack or a webhook for `leaseMs`.
   * @param busyTenants companies that have enough deliveries in flight: theirs are left out
   */
  claimNext(options: {
    readonly leaseMs: number;
    readonly busyTenants: readonly string[];
  }): Promise<ClaimedDelivery | undefined>;
  /** Records the attempt. @returns whether it switched the subscription off */
  finish(
    delivery: ClaimedDelivery,
    outcome: AttemptOutcome,
    offNotice: OffNotice,
  ): Promise<boolean>;
  /** Gives a claim back because the worker stops. */
  release(delivery: ClaimedDelivery): Promise<void>;
  /**
   * Makes the mails of one user with due deliveries.
   * @returns false when no user has any
   */
  mailNext(plan: (waiting: WaitingMails) => MailPlan): Promise<boolean>;
  /** Calls `onDelivery` when a delivery was added; the returned function ends the subscription. */
  watch(onDelivery: () => void): Promise<() => void>;
  /** Removes older deliveries, and ended ones beyond the newest 1,000 of a subscription. @returns rows removed */
  purge(olderThanMs: number): Promise<number>;
}

/** Age up to which mails are given to the plan as made lately, ms. */
const latelyMs = 60_000;
const keptDeliveries = 1_000;

const languageIn = (
  row: { language: string | null; company_language: string | null } | undefined,
) => knownLanguage(row?.language) ?? knownLanguage(row?.company_language) ?? defaultLanguage;

async function languageOf(db: Kysely<Schema>, tenantId: string, userId: string): Promise<Language> {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('tenants as t', (join) => join.on('t.id', '=', tenantId))
    .select(['u.language', 't.language as company_language'])
    .where('u.id', '=', userId)
    .executeTakeFirst();
  return languageIn(row);
}

async function ownerOf(
  db: Kysely<Schema>,
  tenantId: string,
  userId: string,
): Promise<DeliveryOwner> {
  const row = await db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('tenants as t', 't.id', 'm.tenant_id')
    .leftJoin('report_settings as r', 'r.tenant_id', 'm.tenant_id')
    .select(['u.email', 'u.language', 't.language as company_language', 't.name', 'r.time_zone'])
    .where('m.tenant_id', '=', tenantId)
    .where('m.user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    ...{ email: row.email, tenantName: row.name, timeZone: row.time_zone ?? 'UTC' },
    language: languageIn(row),
  };
}

async function switchOff(
  db: Kysely<Schema>,
  delivery: ClaimedDelivery,
  reason: string,
  { nowMs, offNotice }: { readonly nowMs: number; readonly offNotice: OffNotice },
): Promise<boolean> {
  const { tenantId, userId, subscription } = delivery;
  const now = new Date(nowMs);
  const { numUpdatedRows } = await db
    .updateTable('user_subscriptions')
    .set({ off_at: now, off_reason: reason })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', subscription.id)
    .where('off_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await db
    .updateTable('deliveries')
    .set({ state: 'cancelled', ended_at: now })
    .where('tenant_id', '=', tenantId)
    .where('subscription_id', '=', subscription.id)
    .where('state', '=', 'waiting')
    .execute();
  const { mail, ...said } = offNotice(await ownerOf(db, tenantId, userId), {
    subscription,
    reason,
  });
  await insertNotification(db, { ...said, tenantId, userId, topic: subscriptionOffTopic }, nowMs);
  await insertMail(db, mail, nowMs);
  const change = { tenant: tenantId, kind: 'userSubscriptions', action: 'updated' } as const;
  await notifyChange(db, { ...change, id: userId, user: userId });
  return true;
}

async function recordAttempt(
  db: Kysely<Schema>,
  { tenantId, id, attempt }: ClaimedDelivery,
  outcome: AttemptOutcome,
): Promise<void> {
  await db
    .updateTable('delivery_attempts')
    .set({
      duration_ms: Math.round(outcome.durationMs),
      request: JSON.stringify(outcome.request),
      status: outcome.status,
      answer: JSON.stringify(outcome.answer ?? {}),
      error: outcome.error,
    })
    .where('tenant_id', '=', tenantId)
    .where('delivery_id', '=', id)
    .where('number', '=', attempt)
    .execute();
}

async function finishDelivery(
  db: Kysely<Schema>,
  delivery: ClaimedDelivery,
  outcome: AttemptOutcome,
  { nowMs, offNotice }: { readonly nowMs: number; readonly offNotice: OffNotice },
): Promise<boolean> {
  const { tenantId, id, attempt, subscription } = delivery;
  const now = new Date(nowMs);
  const { error, retryAtMs, gone = false } = outcome;
  await recordAttempt(db, delivery, outcome);
  const isOver = error === '' || retryAtMs === undefined || gone;
  await db
    .updateTable('deliveries')
    .set({
      error,
      claimed_until: new Date(0),
      ...(error !== '' && { failures: delivery.failures + 1 }),
      ...(isOver
        ? { state: error === '' ? 'delivered' : 'failed', ended_at: now }
        : { due_at: new Date(retryAtMs ?? nowMs) }),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    // A failure does not change a delivery that another worker has attempted since; a success is recorded in any case.
    .where((of) => (error === '' ? of.lit(true) : of('attempts', '=', attempt)))
    .execute();
  const change = { tenant: tenantId, kind: 'deliveries', id, action: 'updated' } as const;
  await notifyChange(db, { ...change, user: delivery.userId });
  const { failing_since: since } = (await db
    .updateTable('user_subscriptions')
    .set({
      failing_since: error === '' ? null : sql<Date>`coalesce(failing_since, ${now}::timestamptz)`,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', subscription.id)
    .returning('failing_since')
    .executeTakeFirst()) ?? { failing_since: null };
  const isOld = since !== null && nowMs - since.getTime() >= offAfterMs;
  if (error === '' || !(gone || isOld)) return false;
  return switchOff(db, delivery, error, { nowMs, offNotice });
}

async function madeLately(db: Kysely<Schema>, tenantId: string, userId: string, nowMs: number) {
  const { rows } = await sql<{ at: Date; deliveries: number }>`
    select max(ended_at) as at, count(*) as deliveries from deliveries
    where tenant_id = ${tenantId} and user_id = ${userId} and mail_id <> ''
      and ended_at > ${new Date(nowMs - latelyMs)}
    group by mail_id order by 1`.execute(db);
  return rows.map(({ at, deliveries }) => ({ atMs: at.getTime(), deliveries }));
}

/** Users that one call considers. */
const maxUsers = 100;

/** Locks all due deliveries of the user who has waited longest and whose mails no other worker is making. */
async function lockMailsOfOne(db: Kysely<Schema>, nowMs: number): Promise<DeliveryRow[]> {
  const due = db
    .selectFrom('deliveries')
    .where('state', '=', 'waiting')
    .where('channel', '=', 'email')
    .where('due_at', '<=', new Date(nowMs));
  const users = await due
    .select(['tenant_id', 'user_id'])
    .groupBy(['tenant_id', 'user_id'])
    .orderBy((of) => of.fn.min('due_at'))
    .limit(maxUsers)
    .execute();
  for (const { tenant_id, user_id } of users) {
    const key = `mails of ${tenant_id} ${user_id}`;
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as locked`.execute(db);
    if (rows[0]?.locked !== true) continue;
    const found = await due
      .selectAll()
      .where('tenant_id', '=', tenant_id)
      .where('user_id', '=', user_id)
      .orderBy('created_at')
      .orderBy('id')
      .forUpdate()
      .execute();
    if (found.length > 0) return found;
  }
  return [];
}

async function mailNext(
  db: Kysely<Schema>,
  nowMs: number,
  plan: (waiting: WaitingMails) => MailPlan,
): Promise<boolean> {
  const rows = await lockMailsOfOne(db, nowMs);
  const [first] = rows;
  if (first === undefined) return false;
  const { tenant_id: tenantId, user_id: userId } = first;
  const made = await madeLately(db, tenantId, userId, nowMs);
  const { mails, othersAtMs } = plan({
    ...{ tenantId, userId, made },
    owner: await ownerOf(db, tenantId, userId),
    deliveries: rows.map((row) => ({
      id: row.id,
      subscriptionId: row.subscription_id,
      topic: row.topic,
      content: row.content,
      sentence: knownSentence(row.sentence),
      path: row.path,
      createdAtMs: row.created_at.getTime(),
    })),
  });
  const mine = () => db.updateTable('deliveries').where('tenant_id', '=', tenantId);
  for (const { mail, deliveryIds } of mails) {
    const mail_id = await insertMail(db, mail, nowMs);
    await mine()
      .set({
        ...{ state: 'mailed', mail_id, error: '', ended_at: new Date(nowMs) },
        attempts: sql<number>`attempts + 1`,
      })
      .where('id', 'in', deliveryIds)
      .execute();
  }
  const taken = new Set(mails.flatMap(({ deliveryIds }) => deliveryIds));
  const others = rows.map(({ id }) => id).filter((id) => !taken.has(id));
  if (others.length > 0) {
    await mine()
      .set({ due_at: new Date(Math.max(othersAtMs ?? 0, nowMs + 1)) })
      .where('id', 'in', others)
      .execute();
  }
  const change = { tenant: tenantId, kind: 'deliveries', action: 'updated' } as const;
  await notifyChange(db, { ...change, id: first.id, user: userId });
  return true;
}

async function claimNext(
  db: Kysely<Schema>,
  { now, until, busyTenants }: { now: Date; until: Date; busyTenants: readonly string[] },
): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    update deliveries set claimed_until = ${until}, attempts = attempts + 1
    where (tenant_id, id) = (
      select tenant_id, id from deliveries
      where state = 'waiting' and channel <> 'email' and due_at <= ${now} and claimed_until <= ${now}
        and tenant_id <> all(${busyTenants}::text[])
      order by due_at limit 1 for update skip locked)
    returning *`.execute(db);
  return rows[0];
}

/**
 * Queue of due deliveries.
 * @returns a queue from which one worker at a time claims a delivery
 * @see ADR 0040
 */
export function createDeliveryQueue(database: Database): DeliveryQueue {
  const { system, clock, secretKey } = database;
  return {
    claimNext: ({ leaseMs, busyTenants }) =>
      database.transaction(async ({ db }) => {
        const now = new Date(clock.now());
        const until = new Date(now.getTime() + leaseMs);
        const row = await claimNext(db, { now, until, busyTenants });
        if (row === undefined) return undefined;
        const subscription = await db
          .selectFrom('user_subscriptions')
          .selectAll()
          .where('tenant_id', '=', row.tenant_id)
          .where('id', '=', row.subscription_id)
          .executeTakeFirstOrThrow();
        await db
          .insertInto('delivery_attempts')
          .values({
            tenant_id: row.tenant_id,
            delivery_id: row.id,
            number: row.attempts,
            at: now,
          })
          .execute();
        return {
          tenantId: row.tenant_id,
          id: row.id,
          userId: row.user_id,
          topic: row.topic,
          content: row.content,
          sentence: knownSentence(row.sentence),
          language: await languageOf(db, row.tenant_id, row.user_id),
          path: row.path,
          createdAtMs: row.created_at.getTime(),
          attempt: row.attempts,
          failures: row.failures,
          subscription: openSubscription(secretKey, subscription),
        };
      }),
    finish: (delivery, outcome, offNotice) =>
      database.transaction(({ db }) =>
        finishDelivery(db, delivery, outcome, { nowMs: clock.now(), offNotice }),
      ),
    async release({ tenantId, id, attempt }) {
      await system
        .updateTable('deliveries')
        .set({ claimed_until: new Date(0) })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .where('attempts', '=', attempt)
        .execute();
    },
    mailNext: (plan) => database.transaction(({ db }) => mailNext(db, clock.now(), plan)),
    watch: (onDelivery) => database.listen(deliveriesChannel, onDelivery, onDelivery),
    async purge(olderThanMs) {
      const old = await system
        .deleteFrom('deliveries')
        .where('created_at', '<', new Date(olderThanMs))
        .executeTakeFirst();
      const { rows } = await sql`
        delete from deliveries where (tenant_id, id) in (
          select tenant_id, id from (
            select tenant_id, id, row_number() over (
              partition by tenant_id, subscription_id order by created_at desc, id desc) as place
            from deliveries where state <> 'waiting') as placed
          where place > ${keptDeliveries}) returning 1`.execute(system);
      return Number(old.numDeletedRows) + rows.length;
    },
  };
}
