/** Notifications to one user, or to all members of a tenant (without a user). */
import {
  knownSentence,
  type ListQuery,
  type Notification,
  notificationStatuses,
  type Page,
  type SaidSentence,
} from '@interlude/contract';
import { newId } from '@interlude/runtime';
import { type Kysely, type Selectable, sql } from 'kysely';
import { notifyChange } from '../changes/change-feed.ts';
import type { Database } from '../database.ts';
import { fetchPage } from '../lists/list-page.ts';
import type { NotificationsTable, Schema } from '../schema.ts';

type NotificationRow = Selectable<NotificationsTable>;

export interface NewNotification extends SaidSentence {
  readonly tenantId: string;
  /** Undefined = all members of the tenant. */
  readonly userId?: string | undefined;
  readonly topic: string;
  /** Id of the notification to the whole tenant of which this is a copy. */
  readonly copyOf?: string | undefined;
}

export interface NotificationStore {
  /**
   * Lists notifications.
   * @param reader `ownOnly`: those to this user; else also those to the whole tenant. Notifications to another user are
   *   never listed.
   * @throws {DomainError} SORT_UNKNOWN
   */
  list(
    tenantId: string,
    query: ListQuery,
    reader: { readonly userId: string; readonly ownOnly: boolean },
  ): Promise<Page<Notification>>;
  /** Undefined when the tenant has no such notification for this user. */
  setStatus(
    tenantId: string,
    id: string,
    userId: string,
    status: Notification['status'],
  ): Promise<Notification | undefined>;
  add(notification: NewNotification): Promise<string>;
}

const toNotification = (row: NotificationRow): Notification => ({
  id: row.id,
  status: notificationStatuses.find((status) => status === row.status) ?? 'new',
  topic: row.topic,
  content: row.content,
  sentence: knownSentence(row.sentence),
  createdAt: row.created_at.toISOString(),
});

/** Converts a sentence to the form of its column. */
export const storedSentence = (sentence: SaidSentence['sentence']) =>
  sentence === undefined ? null : JSON.stringify(sentence);

/** Inserts a notification in the transaction of its cause. @returns its id */
export async function insertNotification(
  db: Kysely<Schema>,
  notification: NewNotification,
  nowMs: number,
): Promise<string> {
  const { tenantId, userId, topic, content, sentence, copyOf } = notification;
  const id = newId(nowMs);
  await db
    .insertInto('notifications')
    .values({
      tenant_id: tenantId,
      id,
      user_id: userId ?? null,
      topic,
      content,
      sentence: storedSentence(sentence),
      copy_of: copyOf ?? null,
      created_at: new Date(nowMs),
    })
    .execute();
  await notifyChange(db, {
    tenant: tenantId,
    kind: 'notifications',
    id,
    action: 'created',
    user: userId,
  });
  return id;
}

/**
 * Notifications of users and tenants.
 * @returns a store; notifications of another user are not found
 * @see rule SEC-S4
 */
export function createNotificationStore(database: Database): NotificationStore {
  const { clock } = database;
  return {
    list: (tenantId, query, { userId, ownOnly }) =>
      database.forTenant(tenantId, async ({ db }) => {
        const mine = sql`user_id = ${userId}`;
        const page = await fetchPage<NotificationRow>(
          db,
          {
            select: sql`*`,
            from: sql`notifications`,
            where: [
              ownOnly ? mine : sql`(user_id is null or (${mine} and copy_of is null))`,
              ...(query.status === undefined ? [] : [sql`status = ${query.status}`]),
            ],
            sortable: {
              createdAt: sql`created_at`,
              topic: sql`topic`,
              status: sql`status`,
              id: sql`id`,
            },
            searched: [sql`content`, sql`topic`],
            tieBreak: sql`id`,
          },
          query,
        );
        return { rows: page.rows.map(toNotification), total: page.total };
      }),
    setStatus: (tenantId, id, userId, status) =>
      database.forTenant(tenantId, async ({ db }) => {
        const row = await db
          .updateTable('notifications')
          .set({ status })
          .where('id', '=', id)
          .where(sql<boolean>`(user_id is null or user_id = ${userId})`)
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return undefined;
        const change = { tenant: tenantId, kind: 'notifications', id, action: 'updated' } as const;
        await notifyChange(db, { ...change, user: row.user_id ?? undefined });
        return toNotification(row);
      }),
    add: (notification) =>
      database.transaction(({ db }) => insertNotification(db, notification, clock.now())),
  };
}
