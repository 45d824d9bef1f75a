/**
 * The one way in which something that happened reaches people: notifications in the console, and deliveries for
 * subscriptions (DATA-005), both in the transaction of their cause.
 */
import type { SaidSentence, SubscriptionTopic } from '@interlude/contract';
import { newId } from '@interlude/runtime';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import { insertNotification, storedSentence } from './notification-store.ts';

/** Deliveries of one subscription that may wait; what follows is counted, not kept. */
export const maxWaitingDeliveries = 1_000;

/** What a notification is about. Who made or changed one of them gets it as 'own'. */
export interface NotifiedItems {
  readonly channelId?: string | undefined;
  readonly titleId?: string | undefined;
  readonly jobId?: string | undefined;
}

/** Its content is in English, as the specification has it. */
export interface EmittedNotification extends SaidSentence {
  readonly tenantId: string;
  readonly topic: SubscriptionTopic;
  /** Where the console shows it, e.g. `/app/jobs/<id>`. */
  readonly path: string;
  readonly about: NotifiedItems;
  /** True: a notification for all members of the tenant, too. */
  readonly forAll?: boolean;
}

interface WantedRow {
  readonly id: string;
  readonly user_id: string;
  readonly channel: string;
  readonly off: boolean;
  readonly waiting: number;
}

/** Subscriptions of the topic that listen to all, or whose user made or changed one of the items. */
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

/** Wakes the workers. */
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
 * Emits a notification to those members of a tenant who have subscribed to its topic, in the transaction of its cause.
 * @param db sees the rows of `tenantId`, of a request's scope or across tenants
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
