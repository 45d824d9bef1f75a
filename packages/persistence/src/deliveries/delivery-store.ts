/** The log of deliveries for their user, and the deliveries that the user requests: tests, and repetitions. */
import {
  type Delivery,
  type DeliveryDetail,
  type ListQuery,
  type Page,
  type SaidSentence,
  testTopic,
} from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import { newId } from '@interlude/runtime';
import { sql } from 'kysely';
import { notifyChange } from '../changes/change-feed.ts';
import type { Database } from '../database.ts';
import { fetchPage } from '../lists/list-page.ts';
import { deliveriesChannel } from '../notifications/emit-notification.ts';
import { storedSentence } from '../notifications/notification-store.ts';
import { scopeNow, type TenantScope } from '../scope.ts';
import { type DeliveryRow, toAttempt, toDelivery } from './delivery-row.ts';

/** Newest attempts that an answer contains. */
const shownAttempts = 20;

export interface DeliveryStore {
  /** @throws {DomainError} SORT_UNKNOWN */
  list(
    tenantId: string,
    userId: string,
    query: ListQuery & { readonly subscriptionId?: string | undefined },
  ): Promise<Page<Delivery>>;
  find(tenantId: string, userId: string, id: string): Promise<DeliveryDetail | undefined>;
  /**
   * Adds a test delivery, also to a subscription that is off. @returns undefined when the user has no such subscription
   */
  addTest(
    tenantId: string,
    userId: string,
    test: SaidSentence & { readonly subscriptionId: string; readonly path: string },
  ): Promise<Delivery | undefined>;
  /**
   * Makes a delivery due again.
   * @returns undefined when the user has no such delivery
   * @throws {DomainError} SUBSCRIPTION_OFF
   */
  sendAgain(tenantId: string, userId: string, id: string): Promise<Delivery | undefined>;
}

async function wake(
  { db, tenantId }: TenantScope,
  row: DeliveryRow,
  action: 'created' | 'updated',
) {
  const change = { tenant: tenantId, kind: 'deliveries', id: row.id, action, user: row.user_id };
  await notifyChange(db, change);
  await sql`select pg_notify(${deliveriesChannel}, '')`.execute(db);
  return toDelivery(row);
}

async function sendAgain(
  scope: TenantScope,
  userId: string,
  id: string,
): Promise<Delivery | undefined> {
  const { db } = scope;
  const row = await db
    .selectFrom('deliveries')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { off_at } = await db
    .selectFrom('user_subscriptions')
    .select('off_at')
    .where('id', '=', row.subscription_id)
    .executeTakeFirstOrThrow();
  if (off_at !== null && row.topic !== testTopic) throw domainError('SUBSCRIPTION_OFF');
  const saved = await db
    .updateTable('deliveries')
    .set({ state: 'waiting', due_at: scopeNow(scope), failures: 0, ended_at: null, mail_id: '' })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return wake(scope, saved, 'updated');
}

async function addTest(
  scope: TenantScope,
  userId: string,
  test: Parameters<DeliveryStore['addTest']>[2],
): Promise<Delivery | undefined> {
  const { db } = scope;
  const now = scopeNow(scope);
  const subscription = await db
    .selectFrom('user_subscriptions')
    .select(['id', 'channel'])
    .where('user_id', '=', userId)
    .where('id', '=', test.subscriptionId)
    .executeTakeFirst();
  if (subscription === undefined) return undefined;
  const row = await db
    .insertInto('deliveries')
    .values({
      id: newId(now.getTime()),
      subscription_id: subscription.id,
      user_id: userId,
      channel: subscription.channel,
      topic: testTopic,
      content: test.content,
      sentence: storedSentence(test.sentence),
      path: test.path,
      due_at: now,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return wake(scope, row, 'created');
}

/**
 * Deliveries of the subscriptions of one user.
 * @see rule SEC-S4
 */
export function createDeliveryStore(database: Database): DeliveryStore {
  const inTenant = database.forTenant;
  return {
    list: (tenantId, userId, query) =>
      inTenant(tenantId, async ({ db }) => {
        const { status, subscriptionId } = query;
        const page = await fetchPage<DeliveryRow>(
          db,
          {
            select: sql`*`,
            from: sql`deliveries`,
            where: [
              sql`user_id = ${userId}`,
              ...(status === undefined ? [] : [sql`state = ${status}`]),
              ...(subscriptionId === undefined ? [] : [sql`subscription_id = ${subscriptionId}`]),
            ],
            sortable: {
              createdAt: sql`created_at`,
              topic: sql`topic`,
              state: sql`state`,
              id: sql`id`,
            },
            searched: [sql`content`, sql`topic`, sql`id`],
            tieBreak: sql`id`,
          },
          query,
        );
        return { rows: page.rows.map(toDelivery), total: page.total };
      }),
    find: (tenantId, userId, id) =>
      inTenant(tenantId, async ({ db }) => {
        const row = await db
          .selectFrom('deliveries')
          .selectAll()
          .where('user_id', '=', userId)
          .where('id', '=', id)
          .executeTakeFirst();
        if (row === undefined) return undefined;
        const attempts = await db
          .selectFrom('delivery_attempts')
          .selectAll()
          .where('delivery_id', '=', id)
          .orderBy('number', 'desc')
          .limit(shownAttempts)
          .execute();
        return { ...toDelivery(row), log: attempts.map(toAttempt) };
      }),
    addTest: (tenantId, userId, test) =>
      inTenant(tenantId, (scope) => addTest(scope, userId, test)),
    sendAgain: (tenantId, userId, id) =>
      inTenant(tenantId, (scope) => sendAgain(scope, userId, id)),
  };
}
