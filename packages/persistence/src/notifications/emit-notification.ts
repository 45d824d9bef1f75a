/**
 * Emits notifications to the console, and deliveries to subscriptions (DATA-005), both in the transaction of their
 * cause. All events that people are notified of use it.
 */
import type { SaidSentence, SubscriptionTopic } from '@interlude/contract';
import { newId } from '@interlude/runtime';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import { insertNotification, storedSentence } from './notification-store.ts';

/** Most waiting deliveries of one subscription; further ones are only counted. */
export const maxWaitingDeliveries = 1_000;

/**
 * Items that a notification concerns. Subscriptions to `own` items match for the users who made or changed one of them.
 */
export interface NotifiedItems {
  readonly channelId?: string | undefined;
  readonly titleId?: string | undefined;
  readonly jobId?: string | undefined;
}

/** `content` is in English, as the specification requires. */
export interface EmittedNotification extends SaidSentence {
  readonly tenantId: string;
  readonly topic: SubscriptionTopic;
  /** Path in the console, e.g. `/app/jobs/<id>`. */
  readonly path: string;
  readonly about: NotifiedItems;
  /** True: all members of the tenant get a notification in the console as well. */
  readonly forAll?: boolean;
}

interface WantedRow {
  readonly id: string;
  readonly user_id: string;
  readonly channel: string;
  readonly off: boolean;
  readonly waiting: number;
}

/** Subscriptions of the topic to all items, or of users who made or changed one of the items. */
async function findWanted(
  db: Kysely<Schema>,
  { tenantId, topic, about }: EmittedNotification,
): Promise<WantedRow[]> {
  const { channelId = '', titleId = '', jobId = '' } = about;
  const { rows } = await sql<WantedRow>`
    select s.id, s.user_id, s.channel, s.off_at is not null as off,
      (select count(*) from (select from deliveries d where d.tenant_id = s.tenant_id
        and d.subscription_id = s.id and d.state = 'waiting' limit ${maxWaitingDeliveries}) as w) as waiting
    from user_subscriptions s
    where s.tenant_id = ${tenantId} and s.topic = ${topic} and (s.listen_to = 'all' or s.user_id in (
      select unnest(editors) from channels where tenant_id = ${tenantId} and id = ${channelId}
      union select unnest(editors) from titles where tenant_id = ${tenantId} and id = ${titleId}
      union select unnest(editors) from jobs where tenant_id = ${tenantId} and id = ${jobId}))
    order by s.user_id, s.place`.execute(db);
  return rows;
}

/** NOTIFY channel that wakes the workers. */
export const deliveriesChannel = 'deliveries';

async function queueDeliveries(
  db: Kysely<Schema>,
  { tenantId, topic, content, sentence, path }: EmittedNotification,
  wanted: readonly WantedRow[],
  nowMs: number,
): Promise<void> {
  const due = wanted.filter(({ off }) => !off);
  const full = due.filter(({ waiting }) => waiting >= maxWaitingDeliveries);
  if (full.length > 0) {
    await db
      .updateTable('user_subscriptions')
      .set({ dropped: sql<number>`dropped + 1` })
      .where('tenant_id', '=', tenantId)
      .where(
        'id',
        'in',
        full.map(({ id }) => id),
      )
      .execute();
  }
  const now = new Date(nowMs);
  const rows = due
    .filter(({ waiting }) => waiting < maxWaitingDeliveries)
    .map(({ id, user_id, channel }) => ({
      tenant_id: tenantId,
      id: newId(nowMs),
      subscription_id: id,
      user_id,
      channel,
      topic,
      content,
      sentence: storedSentence(sentence),
      path,
      due_at: now,
      created_at: now,
    }));
  if (rows.length === 0) return;
  await db.insertInto('deliveries').values(rows).execute();
  await sql`select pg_notify(${deliveriesChannel}, '')`.execute(db);
}

/**
 * Emits a notification to the members of a tenant who have subscribed to its topic, in the transaction of its cause.
 * @param db sees the rows of `tenantId`, by a tenant scope or across tenants
 * @see ADR 0040
 */
export async function emitNotification(
  db: Kysely<Schema>,
  notification: EmittedNotification,
  nowMs: number,
): Promise<void> {
  const { tenantId, topic, content, sentence, forAll = false } = notification;
  const said = { tenantId, topic, content, sentence };
  const copyOf = forAll ? await insertNotification(db, said, nowMs) : undefined;
  const wanted = await findWanted(db, notification);
  for (const userId of new Set(wanted.map(({ user_id }) => user_id))) {
    await insertNotification(db, { ...said, userId, copyOf }, nowMs);
  }
  await queueDeliveries(db, notification, wanted, nowMs);
}
