/** The tier of every tenant: what the data plane limits sessions by. */
import { type Tenant, tenantTiers } from '@interlude/contract';
import type { Database } from '../database.ts';

/** By tenant id; a tier that is not known counts as the smallest. */
export async function readTenantTiers(
  database: Database,
): Promise<ReadonlyMap<string, Tenant['tier']>> {
  const rows = await database.system.selectFrom('tenants').select(['id', 'tier']).execute();
  return new Map(
    rows.map(({ id, tier }) => [id, tenantTiers.find((known) => known === tier) ?? 'trial']),
  );
}
