/** The storage of uploads: the one that the conditioning workflow writes to, so one setting decides for both. */
import { flowNames } from '@interlude/contract';
import type { TenantStorage, TenantStorages } from '@interlude/object-storage';
import type { FlowStore, StoredSystem } from '@interlude/persistence';

export interface UploadStorages {
  /** For a new file. */
  forUploads(tenantId: string): Promise<TenantStorage<StoredSystem>>;
  of: TenantStorages<StoredSystem>['of'];
}

export function createUploadStorages(
  flows: Pick<FlowStore, 'list'>,
  storages: TenantStorages<StoredSystem>,
): UploadStorages {
  async function systemOfFlow(tenantId: string): Promise<string> {
    const query = { limit: 100, offset: 0, search: flowNames.conditioning, sort: 'name' };
    const { rows } = await flows.list(tenantId, query);
    const flow = rows.find(({ name }) => name.toLowerCase() === flowNames.conditioning);
    const store = flow?.taskTemplates.find(({ type }) => type === 'store');
    const systemId: unknown = store?.settings['systemId'];
    return typeof systemId === 'string' ? systemId : '';
  }

  return {
    forUploads: async (tenantId) => storages.of(tenantId, await systemOfFlow(tenantId)),
    of: storages.of,
  };
}
