/** Private addresses that each company may reach. Read across companies, by SuperAdmins and by every process. */
import type { EgressGrant } from '@interlude/contract';
import { sql } from 'kysely';
import { notifyChange } from '../changes/change-feed.ts';
import type { Database } from '../database.ts';
import { findTenant } from '../tenants/tenant-store.ts';

/** Kind of egress grants in the change feed. */
export const egressGrantsKind = 'egress-grants';

export interface EgressGrantStore {
  /** Grants by name of the company; companies without entries are left out. */
  list(): Promise<EgressGrant[]>;
  /** Replaces the entries of a company, given by id or name. Undefined when there is no such company. */
  set(idOrName: string, entries: readonly string[]): Promise<EgressGrant | undefined>;
}

/**
 * The grants of all companies.
 * @returns a store; a change is announced to all processes
 * @see rule SEC-S60
 */
export function createEgressGrantStore(database: Database): EgressGrantStore {
  return {
    async list() {
      const rows = await database.system
        .selectFrom('tenants')
        .select(['id', 'name', 'egress_allow'])
        .where(sql<boolean>`egress_allow <> '{}'`)
        .orderBy('name')
        .execute();
      return rows.map(({ id, name, egress_allow: entries }) => ({ tenantId: id, name, entries }));
    },
    set: (idOrName, entries) =>
      database.transaction(async ({ db }) => {
        const tenant = await findTenant(db, idOrName);
        if (tenant === undefined) return undefined;
        const { id, name } = tenant;
        await db
          .updateTable('tenants')
          .set({ egress_allow: [...entries] })
          .where('id', '=', id)
          .execute();
        await notifyChange(db, { tenant: id, kind: egressGrantsKind, id, action: 'updated' });
        return { tenantId: id, name, entries: [...entries] };
      }),
  };
}
