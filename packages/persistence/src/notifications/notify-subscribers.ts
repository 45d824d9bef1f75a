/** Notifications of one topic for those members of a tenant who have subscribed to it (DATA-005). */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import { insertNotification, type NewNotification } from './notification-store.ts';

/** In the transaction of its cause. A creative that comes back all day would bury what everybody has to see. */
export async function notifySubscribers(
  db: Kysely<Schema>,
  notification: Omit<NewNotification, 'userId'>,
  nowMs: number,
): Promise<void> {
  const wanted = JSON.stringify([{ topic: notification.topic }]);
  const members = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('tenant_id', '=', notification.tenantId)
    .where(sql<boolean>`app_metadata -> 'subscriptions' @> ${wanted}::jsonb`)
    .execute();
  for (const { user_id: userId } of members) {
    await insertNotification(db, { ...notification, userId }, nowMs);
  }
}
