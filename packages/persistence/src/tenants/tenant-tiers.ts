/** The tiers of tenants: what the data plane limits sessions by. */
import { type Tenant, tenantTiers } from '@interlude/contract';
import type { Database } from '../database.ts';

const tierOf = (text: string | undefined): Tenant['tier'] =>
  tenantTiers.find((known) => known === text) ?? 'trial';

/** By tenant id; a tier that is not known counts as the smallest. */
export async function readTenantTiers(
  database: Database,
): Promise<ReadonlyMap<string, Tenant['tier']>> {
  const rows = await database.system.selectFrom('tenants').select(['id', 'tier']).execute();
  return new Map(rows.map(({ id, tier }) => [id, tierOf(tier)]));
}

/** Of one tenant; the smallest when the tenant or its tier is not known. */
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
