/** Tenants: the companies that share an installation. Read across tenants, by the ids of a user. */
import {
  defaultLanguage,
  knownLanguage,
  type Language,
  type ListQuery,
  type Page,
  type Tenant,
  tenantTiers,
} from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import { newId } from '@interlude/runtime';
import { type Kysely, type Selectable, sql } from 'kysely';
import { setCompanyKey } from '../api-keys/company-key.ts';
import type { Database } from '../database.ts';
import { fetchPage } from '../lists/list-page.ts';
import type { Schema, TenantsTable } from '../schema.ts';
import { shipToTenant } from './ship-to-tenant.ts';

type TenantRow = Selectable<TenantsTable>;

export interface NewTenant {
  readonly name: string;
  readonly tier?: Tenant['tier'];
  /** Epoch ms; null = never. */
  readonly expiresAt: number | null;
  /** Left out: English. */
  readonly language?: Language | undefined;
}

export interface TenantStore {
  /** Those of `tenantIds` that match the query. @throws {DomainError} SORT_UNKNOWN */
  list(tenantIds: readonly string[], query: ListQuery): Promise<Page<Tenant>>;
  /** Finds a tenant by id, else by name with letter case ignored. */
  find(idOrName: string): Promise<Tenant | undefined>;
  /** @throws {DomainError} TENANT_NAME_TAKEN */
  create(tenant: NewTenant): Promise<Tenant>;
  /**
   * Saves settings, and the hash of the company key, which is stored as the API key `company`; fields that are left out
   * do not change.
   * @throws {DomainError} TENANT_NAME_TAKEN, API_KEY_TAKEN
   */
  update(
    id: string,
    change: {
      readonly name: string;
      readonly apiKeyHash?: string | undefined;
      readonly by: string;
      /** Left out: as it is. */
      readonly secondFactorRequired?: boolean | undefined;
      /** Left out: as it is. */
      readonly language?: Language | undefined;
    },
  ): Promise<Tenant | undefined>;
  /** Removes a company without members. */
  discard(id: string): Promise<void>;
  /** True for the first caller ever, so that the demo is created once. */
  claimDemo(id: string): Promise<boolean>;
  /** All tenants of the installation. */
  count(): Promise<number>;
}

const iso = (date: Date | null) => date?.toISOString() ?? null;

function toTenant(row: TenantRow): Tenant {
  return {
    id: row.id,
    name: row.name,
    apiKeyHash: row.api_key_hash,
    tier: tenantTiers.find((tier) => tier === row.tier) ?? 'trial',
    expiresAt: iso(row.expires_at),
    paymentContactEmail: row.payment_contact_email,
    stripePaymentMethod: row.stripe_payment_method,
    stripeCustomerId: row.stripe_customer_id,
    stripeSubscriptionId: row.stripe_subscription_id,
    secondFactorRequired: row.second_factor_required,
    language: knownLanguage(row.language) ?? defaultLanguage,
    createdAt: row.created_at.toISOString(),
  };
}

/** Inserts a tenant with its workflows and systems. Undefined when the name is taken (letter case ignored). */
export async function insertTenant(
  db: Kysely<Schema>,
  tenant: NewTenant,
  nowMs: number,
): Promise<Tenant | undefined> {
  const row = await db
    .insertInto('tenants')
    .values({
      id: newId(nowMs),
      name: tenant.name,
      tier: tenant.tier ?? 'trial',
      expires_at: tenant.expiresAt === null ? null : new Date(tenant.expiresAt),
      ...(tenant.language !== undefined && { language: tenant.language }),
      created_at: new Date(nowMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  await shipToTenant(db, row.id, nowMs);
  return toTenant(row);
}

export async function findTenant(
  db: Kysely<Schema>,
  idOrName: string,
): Promise<Tenant | undefined> {
  const rows = await db
    .selectFrom('tenants')
    .selectAll()
    .where(sql<boolean>`id = ${idOrName} or lower(name) = lower(${idOrName})`)
    .execute();
  const row = rows.find(({ id }) => id === idOrName) ?? rows[0];
  return row && toTenant(row);
}

/**
 * Tenants.
 * @returns a store; unknown ids give undefined
 * @see DATA-007
 */
export function createTenantStore(database: Database): TenantStore {
  const { system, clock } = database;
  return {
    async list(tenantIds, query) {
      const page = await fetchPage<TenantRow>(
        system,
        {
          select: sql`*`,
          from: sql`tenants`,
          where: [sql`id = any(${[...tenantIds]}::text[])`],
          sortable: {
            createdAt: sql`created_at`,
            name: sql`lower(name)`,
            tier: sql`tier`,
            expiresAt: sql`coalesce(expires_at, 'infinity')`,
            id: sql`id`,
          },
          searched: [sql`name`, sql`id`],
          tieBreak: sql`id`,
        },
        query,
      );
      return { rows: page.rows.map(toTenant), total: page.total };
    },
    find: (idOrName) => findTenant(system, idOrName),
    async create(tenant) {
      const made = await database.transaction(({ db }) => insertTenant(db, tenant, clock.now()));
      if (made === undefined) throw domainError('TENANT_NAME_TAKEN', { name: tenant.name });
      return made;
    },
    update: (id, { name, apiKeyHash, by, language, secondFactorRequired: required }) =>
      database.transaction(async ({ db }) => {
        const taken = await db
          .selectFrom('tenants')
          .select('id')
          .where(sql<boolean>`lower(name) = lower(${name}) and id <> ${id}`)
          .executeTakeFirst();
        if (taken !== undefined) throw domainError('TENANT_NAME_TAKEN', { name });
        const row = await db
          .updateTable('tenants')
          .set({
            name,
            ...(apiKeyHash !== undefined && { api_key_hash: apiKeyHash }),
            ...(required !== undefined && { second_factor_required: required }),
            ...(language !== undefined && { language }),
          })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return undefined;
        if (apiKeyHash !== undefined)
          await setCompanyKey(db, id, { keyHash: apiKeyHash, by, now: new Date(clock.now()) });
        return toTenant(row);
      }),
    async discard(id) {
      await database.transaction(({ db }) =>
        db
          .deleteFrom('tenants')
          .where('id', '=', id)
          .where(
            sql<boolean>`not exists (select from memberships m where m.tenant_id = tenants.id)`,
          )
          .execute(),
      );
    },
    async claimDemo(id) {
      const { numUpdatedRows } = await system
        .updateTable('tenants')
        .set({ demo_made: true })
        .where('id', '=', id)
        .where('demo_made', '=', false)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async count() {
      const { total } = await system
        .selectFrom('tenants')
        .select((of) => of.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return total;
    },
  };
}

const tierOf = (text: string | undefined): Tenant['tier'] =>
  tenantTiers.find((known) => known === text) ?? 'trial';

/**
 * The tiers by which the data plane limits sessions.
 * @returns tiers by tenant id; an unknown tier counts as the smallest
 * @see DATA-007
 */
export async function readTenantTiers(
  database: Database,
): Promise<ReadonlyMap<string, Tenant['tier']>> {
  const rows = await database.system.selectFrom('tenants').select(['id', 'tier']).execute();
  return new Map(rows.map(({ id, tier }) => [id, tierOf(tier)]));
}

/**
 * The tier of one tenant.
 * @returns the smallest tier when the tenant or its tier is unknown
 * @see DATA-007
 */
export async function readTenantTier(
  database: Database,
  tenantId: string,
): Promise<Tenant['tier']> {
  const row = await database.system
    .selectFrom('tenants')
    .select('tier')
    .where('id', '=', tenantId)
    .executeTakeFirst();
  return tierOf(row?.tier);
}
