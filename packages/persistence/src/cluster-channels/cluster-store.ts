/** SSAI clusters: systems of type ssai-cluster, with the settings that pushing channels needs. */
import type { Database } from '../database.ts';
import { toStoredSystem } from '../systems/system-row.ts';

export interface Cluster {
  /** Id of the system. */
  readonly id: string;
  readonly tenantId: string;
  /** Address without a slash at its end; empty: this installation. */
  readonly baseUrl: string;
  /** In plain text; empty = not set. */
  readonly apiToken: string;
  /** Address to which clients send beacons when the channel has none; empty = none. */
  readonly beaconsBaseUrl: string;
}

export interface ClusterStore {
  list(tenantId: string): Promise<Cluster[]>;
  find(tenantId: string, id: string): Promise<Cluster | undefined>;
  /** Clusters of all tenants, for the stitcher. */
  listAll(): Promise<Cluster[]>;
}

/**
 * Systems that are SSAI clusters, with their addresses and tokens.
 * @returns a store of one tenant's clusters
 * @see ADR 0024
 */
export function createClusterStore(database: Database): ClusterStore {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');

  async function read(tenantId?: string): Promise<Cluster[]> {
    let query = database.system
      .selectFrom('systems')
      .selectAll()
      .where('type', '=', 'ssai-cluster');
    if (tenantId !== undefined) query = query.where('tenant_id', '=', tenantId);
    return (await query.execute()).map((row) => {
      const { settings, ...system } = toStoredSystem(row, database.secretKey);
      return {
        id: system.id,
        tenantId: system.tenantId,
        baseUrl: text(settings['baseUrl']).replace(/\/+$/, ''),
        apiToken: text(settings['apiToken']),
        beaconsBaseUrl: text(settings['beaconsBaseUrl']),
      };
    });
  }

  return {
    list: (tenantId) => read(tenantId),
    find: async (tenantId, id) => (await read(tenantId)).find((cluster) => cluster.id === id),
    listAll: () => read(),
  };
}
