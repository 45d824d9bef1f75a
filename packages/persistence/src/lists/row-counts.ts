/** Numbers of a tenant's rows by kind, without counting the rows. */
import type { Database } from '../database.ts';
import { countTenantRows } from './list-page.ts';

/** Kinds of rows that triggers count, and that a tenant creates one by one. */
export type CountedRows = 'flows' | 'medias' | 'playlists' | 'titles';

export interface RowCounts {
  count(tenantId: string, kind: CountedRows): Promise<number>;
}

/** Reads the counts that triggers keep, in one statement. */
export function createRowCounts(database: Database): RowCounts {
  return {
    count: (tenantId, kind) => database.forTenant(tenantId, ({ db }) => countTenantRows(db, kind)),
  };
}
