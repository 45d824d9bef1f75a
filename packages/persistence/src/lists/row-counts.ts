/** How many rows of a kind a tenant has, without counting them. */
import type { Database } from '../database.ts';
import { countTenantRows } from './list-page.ts';

/** Kinds of rows that are counted as they change, and that a tenant makes one by one. */
export type CountedRows = 'flows' | 'medias' | 'playlists' | 'titles';

export interface RowCounts {
  count(tenantId: string, kind: CountedRows): Promise<number>;
}

/** Reads the counts that triggers keep beside the rows: one statement, whatever their number. */
export function createRowCounts(database: Database): RowCounts {
  return {
    count: (tenantId, kind) => database.forTenant(tenantId, ({ db }) => countTenantRows(db, kind)),
  };
}
