/** Subscriptions of the members of a tenant to notifications (DATA-005). */
import type { UserSubscription } from '@interlude/contract';
import { newId } from '@interlude/runtime';
import { notifyChange } from '../changes/change-feed.ts';
import type { Database } from '../database.ts';
import { scopeNow, type TenantScope } from '../scope.ts';
import { openSubscription, sealedColumns, toShownSubscription } from './user-subscription-row.ts';

export interface UserSubscriptionStore {
  /** Subscriptions with their secrets, in the order of the profile. */
  listWithSecrets(tenantId: string, userId: string): Promise<UserSubscription[]>;
  /**
   * Replaces all subscriptions of a member: those with a known id are changed and keep their log, others are created,
   * and those that are missing are removed with their log. A new address or channel switches a subscription on again.
   */
  replace(
    tenantId: string,
    userId: string,
    subscriptions: readonly UserSubscription[],
  ): Promise<void>;
  /** @returns the subscriptions of the user; undefined when the user has none with this id */
  turnOn(tenantId: string, userId: string, id: string): Promise<UserSubscription[] | undefined>;
  /**
   * Switches off e-mail subscriptions, by the link in a mail: one, or all with the id `*`.
   * @returns how many were on
   */
  turnOff(tenantId: string, userId: string, id: string, reason: string): Promise<number>;
  /** Seals addresses that an earlier version stored in plain text. @returns their number */
  sealPlain(): Promise<number>;
}

function rowsOf({ db }: Pick<TenantScope, 'db'>, tenantId: string, userId: string) {
  return db
    .selectFrom('user_subscriptions')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .orderBy('place');
}

function published({ db, tenantId }: TenantScope, userId: string) {
  return notifyChange(db, {
    ...{ tenant: tenantId, kind: 'userSubscriptions', id: userId, action: 'updated' as const },
    user: userId,
  });
}

async function replaceAll(
  scope: TenantScope,
  userId: string,
  subscriptions: readonly UserSubscription[],
): Promise<void> {
  const { db, tenantId, secretKey: key } = scope;
  const now = scopeNow(scope);
  const stored = new Map(
    (await rowsOf(scope, tenantId, userId).forUpdate().execute()).map((row) => [row.id, row]),
  );
  const kept = new Set<string>();
  for (const [place, given] of subscriptions.entries()) {
    const before = kept.has(given.id) ? undefined : stored.get(given.id);
    const id = before?.id ?? newId(now.getTime());
    kept.add(id);
    const columns = {
      place,
      topic: given.topic,
      channel: given.channel,
      listen_to: given.listenTo,
      webhook_method: given.webhookMethod,
      ...sealedColumns({ key, tenantId, id }, given),
    };
    if (before === undefined) {
      await db
        .insertInto('user_subscriptions')
        .values({ id, user_id: userId, ...columns, created_at: now })
        .execute();
      continue;
    }
    const old = openSubscription(key, before);
    const moved = old.webhookUrl !== given.webhookUrl || old.channel !== given.channel;
    await db
      .updateTable('user_subscriptions')
      .set({ ...columns, ...(moved && { off_at: null, off_reason: '', failing_since: null }) })
      .where('id', '=', id)
      .execute();
  }
  const gone = [...stored.keys()].filter((id) => !kept.has(id));
  if (gone.length > 0) {
    await db.deleteFrom('user_subscriptions').where('id', 'in', gone).execute();
  }
  await published(scope, userId);
}

async function sealOne(database: Database): Promise<boolean> {
  return database.transaction(async ({ db, secretKey: key }) => {
    const row = await db
      .selectFrom('user_subscriptions')
      .selectAll()
      .where('webhook_url', '<>', '')
      .where((of) => of(of.cast<string>('sealed', 'text'), '=', '{}'))
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (row === undefined) return false;
    const place = { key, tenantId: row.tenant_id, id: row.id };
    await db
      .updateTable('user_subscriptions')
      .set(sealedColumns(place, openSubscription(key, row)))
      .where('tenant_id', '=', row.tenant_id)
      .where('id', '=', row.id)
      .execute();
    return true;
  });
}

/**
 * Subscriptions of members; addresses and secrets are sealed when written.
 * @see rules SEC-S4, SEC-S13, SEC-S110
 */
export function createUserSubscriptionStore(database: Database): UserSubscriptionStore {
  const inTenant = database.forTenant;
  return {
    listWithSecrets: (tenantId, userId) =>
      inTenant(tenantId, async (scope) => {
        const rows = await rowsOf(scope, tenantId, userId).execute();
        return rows.map((row) => openSubscription(scope.secretKey, row));
      }),
    replace: (tenantId, userId, subscriptions) =>
      inTenant(tenantId, (scope) => replaceAll(scope, userId, subscriptions)),
    turnOn: (tenantId, userId, id) =>
      inTenant(tenantId, async (scope) => {
        const { numUpdatedRows } = await scope.db
          .updateTable('user_subscriptions')
          .set({ off_at: null, off_reason: '', failing_since: null })
          .where('user_id', '=', userId)
          .where('id', '=', id)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return undefined;
        await published(scope, userId);
        return (await rowsOf(scope, tenantId, userId).execute()).map(toShownSubscription);
      }),
    turnOff: (tenantId, userId, id, reason) =>
      inTenant(tenantId, async (scope) => {
        let update = scope.db
          .updateTable('user_subscriptions')
          .set({ off_at: scopeNow(scope), off_reason: reason })
          .where('user_id', '=', userId)
          .where('channel', '=', 'email')
          .where('off_at', 'is', null);
        if (id !== '*') update = update.where('id', '=', id);
        const rows = await update.returning('id').execute();
        if (rows.length === 0) return 0;
        await scope.db
          .updateTable('deliveries')
          .set({ state: 'cancelled', ended_at: scopeNow(scope) })
          .where('state', '=', 'waiting')
          .where(
            'subscription_id',
            'in',
            rows.map((row) => row.id),
          )
          .execute();
        await published(scope, userId);
        return rows.length;
      }),
    async sealPlain() {
      let sealed = 0;
      while (await sealOne(database)) sealed += 1;
      return sealed;
    },
  };
}
