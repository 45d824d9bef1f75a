/**
 * Tier, subscriptions and payment data of a company: read and changed by its requests and by events of the payment
 * provider.
 */
import { canStillBegin, firstChargedDay, grantsTier, type PaidTier } from '@interlude/billing';
import {
  type BillingDetails,
  type SubscriptionState,
  type Tenant,
  tenantTiers,
} from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import { type Kysely, type Selectable, sql } from 'kysely';
import { notifyChange } from '../changes/change-feed.ts';
import type { BillingSubscriptionsTable } from '../schema/billing-tables.ts';
import type { Schema } from '../schema.ts';
import { readCompanyDay } from './company-day.ts';

export type SubscriptionRow = Selectable<BillingSubscriptionsTable>;

export interface StoredSubscription {
  readonly revision: number;
  readonly tier: PaidTier;
  readonly state: Exclude<SubscriptionState, 'none'>;
  readonly provider: 'none' | 'stripe';
  readonly firstDay: number;
  /** Exclusive; null while it runs. */
  readonly endDay: number | null;
  readonly stripeSubscriptionId: string;
}

export const toSubscription = (row: SubscriptionRow): StoredSubscription => ({
  revision: row.revision,
  tier: row.tier,
  state: row.state,
  provider: row.provider,
  firstDay: row.first_day,
  endDay: row.end_day,
  stripeSubscriptionId: row.stripe_subscription_id,
});

export interface BillingAccount {
  readonly tenantId: string;
  readonly tier: Tenant['tier'];
  readonly expiresAt: Date | null;
  readonly paymentContactEmail: string;
  readonly stripeCustomerId: string;
  readonly details: BillingDetails | null;
  /** Newest first. */
  readonly subscriptions: readonly StoredSubscription[];
  /** Day since 1970-01-01 in the company's time zone, with the part of today that has passed. */
  readonly today: number;
  readonly createdDay: number;
}

const dayMs = 86_400_000;

/** @param db sees the rows of the tenant */
export async function readAccount(
  db: Kysely<Schema>,
  tenantId: string,
  now: Date,
): Promise<BillingAccount | undefined> {
  const tenant = await db
    .selectFrom('tenants')
    .selectAll()
    .where('id', '=', tenantId)
    .executeTakeFirst();
  if (tenant === undefined) return undefined;
  const details = await db
    .selectFrom('billing_details')
    .select('details')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  const subscriptions = await db
    .selectFrom('billing_subscriptions')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy('revision', 'desc')
    .execute();
  return {
    tenantId,
    tier: tenantTiers.find((tier) => tier === tenant.tier) ?? 'trial',
    expiresAt: tenant.expires_at,
    paymentContactEmail: tenant.payment_contact_email,
    stripeCustomerId: tenant.stripe_customer_id,
    details: details?.details ?? null,
    subscriptions: subscriptions.map(toSubscription),
    today: await readCompanyDay(db, tenantId, now),
    createdDay: Math.floor(tenant.created_at.getTime() / dayMs),
  };
}

/** Locks the company, so that changes of its billing rows follow one another. */
export async function lockCompany(db: Kysely<Schema>, tenantId: string): Promise<void> {
  const row = await db
    .selectFrom('tenants')
    .select('id')
    .where('id', '=', tenantId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw domainError('TENANT_NOT_FOUND');
}

/** The subscription that is in force, else the one that waits for the provider. */
export function currentSubscription(
  subscriptions: readonly StoredSubscription[],
): StoredSubscription | undefined {
  return (
    subscriptions.find(({ state }) => grantsTier(state) || state === 'unpaid') ??
    subscriptions.find(({ state }) => state === 'pending')
  );
}

const rank = (tier: Tenant['tier']) => tenantTiers.indexOf(tier);

async function setState(
  db: Kysely<Schema>,
  tenantId: string,
  revision: number,
  change: { readonly state: SubscriptionRow['state']; readonly endDay?: number },
  now: Date,
): Promise<void> {
  const { state, endDay } = change;
  await db
    .updateTable('billing_subscriptions')
    .set({ state, updated_at: now, ...(endDay !== undefined && { end_day: endDay }) })
    .where('tenant_id', '=', tenantId)
    .where('revision', '=', revision)
    .execute();
}

/**
 * Records the subscription of a company to a tier. A repeated request, while the first one is pending or runs, gives
 * the same subscription.
 * @throws {DomainError} TIER_NOT_OFFERED when one of a larger tier runs
 */
export async function wantTier(
  db: Kysely<Schema>,
  tenantId: string,
  wanted: { readonly tier: PaidTier; readonly provider: 'none' | 'stripe' },
  now: Date,
): Promise<StoredSubscription> {
  await lockCompany(db, tenantId);
  const account = await readAccount(db, tenantId, now);
  const { subscriptions = [], today = 0 } = account ?? {};
  const { tier, provider } = wanted;
  // A subscription from before a provider was set does not bind the company: any tier may follow it.
  const running = subscriptions.find((one) => grantsTier(one.state) && one.provider === provider);
  if (running !== undefined && rank(tier) < rank(running.tier)) {
    throw domainError('TIER_NOT_OFFERED', { tier: running.tier });
  }
  const isSame = running?.tier === tier;
  const pending = subscriptions.filter(({ state }) => state === 'pending');
  const kept = pending.find(
    (one) =>
      !isSame &&
      one.tier === tier &&
      one.provider === provider &&
      canStillBegin(one.firstDay, now.getTime()),
  );
  for (const { revision, firstDay: endDay } of pending) {
    if (revision !== kept?.revision)
      await setState(db, tenantId, revision, { state: 'ended', endDay }, now);
  }
  if (isSame) return running;
  if (kept !== undefined) return kept;
  const row = await db
    .insertInto('billing_subscriptions')
    .values({
      tenant_id: tenantId,
      revision: 1 + Math.max(0, ...subscriptions.map(({ revision }) => revision)),
      ...{ tier, provider, state: 'pending' },
      first_day: firstChargedDay(Math.floor(today), now.getTime()),
      ...{ created_at: now, updated_at: now },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toSubscription(row);
}

async function setTier(
  db: Kysely<Schema>,
  tenantId: string,
  change: { readonly tier: Tenant['tier']; readonly expiresAt: Date | null },
): Promise<void> {
  const { tier, expiresAt } = change;
  await db
    .updateTable('tenants')
    .set({ tier, expires_at: expiresAt })
    .where('id', '=', tenantId)
    .execute();
  // Makes stitchers read the limits again.
  await notifyChange(db, { tenant: tenantId, kind: 'tenants', id: tenantId, action: 'updated' });
}

/** State of a subscription at the provider. */
export interface SubscriptionUpdate {
  readonly revision: number;
  readonly state: SubscriptionRow['state'];
  readonly stripeSubscriptionId: string;
}

/** Applies the state of the newest subscription to the company's tier. */
async function applyTier(
  db: Kysely<Schema>,
  { tenantId, tier, expiresAt }: BillingAccount,
  own: StoredSubscription,
  { state, stripeSubscriptionId }: SubscriptionUpdate,
  now: Date,
): Promise<void> {
  if (!grantsTier(state)) {
    if (tier === own.tier && state !== 'pending')
      await setTier(db, tenantId, { tier: 'trial', expiresAt: now });
    return;
  }
  await db
    .updateTable('tenants')
    .set({ stripe_subscription_id: stripeSubscriptionId })
    .where('id', '=', tenantId)
    .execute();
  if (tier !== own.tier || expiresAt !== null)
    await setTier(db, tenantId, { tier: own.tier, expiresAt: null });
}

/** Ends the earlier subscriptions that this one replaces. */
async function endBefore(
  db: Kysely<Schema>,
  { tenantId, subscriptions }: BillingAccount,
  { revision, firstDay: endDay }: StoredSubscription,
  now: Date,
): Promise<void> {
  for (const one of subscriptions) {
    if (one.revision < revision && one.state !== 'ended')
      await setState(db, tenantId, one.revision, { state: 'ended', endDay }, now);
  }
}

/**
 * Records the state of the subscription of a revision. The newest one that runs sets the tier and ends the earlier
 * ones; when it has ended or is unpaid, the company gets an expired trial, in which running streams continue.
 */
export async function updateSubscription(
  db: Kysely<Schema>,
  tenantId: string,
  update: SubscriptionUpdate,
  now: Date,
): Promise<void> {
  await lockCompany(db, tenantId);
  const account = await readAccount(db, tenantId, now);
  const { revision, state, stripeSubscriptionId } = update;
  const own = account?.subscriptions.find((one) => one.revision === revision);
  if (account === undefined || own === undefined) return;
  const isNewest = !account.subscriptions.some(
    (one) => one.revision > revision && (grantsTier(one.state) || one.state === 'unpaid'),
  );
  if (isNewest && grantsTier(state)) await endBefore(db, account, own, now);
  const effective = isNewest || state === 'ended' ? state : own.state;
  const endDay = own.endDay ?? Math.floor(account.today) + 1;
  await db
    .updateTable('billing_subscriptions')
    .set({
      ...{ state: effective, updated_at: now, stripe_subscription_id: stripeSubscriptionId },
      end_day: effective === 'ended' ? endDay : null,
    })
    .where('tenant_id', '=', tenantId)
    .where('revision', '=', revision)
    .execute();
  if (isNewest) await applyTier(db, account, own, update, now);
}

/** Finds the company with this customer id of the provider. */
export async function tenantOfCustomer(
  db: Kysely<Schema>,
  customerId: string,
): Promise<string | undefined> {
  if (customerId === '') return undefined;
  const { rows } = await sql<{ id: string }>`
    select id from tenants where stripe_customer_id = ${customerId} and stripe_customer_id <> ''`.execute(
    db,
  );
  return rows[0]?.id;
}
