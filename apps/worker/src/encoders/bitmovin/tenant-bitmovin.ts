/** The Bitmovin encoder of a tenant: its account, and the storage it reads and writes. */
import { listQuery } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import { createObjectStorage, type TenantStorageParts } from '@interlude/object-storage';
import { createSystemStore, type Database, type StoredSystem } from '@interlude/persistence';
import { type BitmovinEncoder, createBitmovinEncoder } from './bitmovin-encoder.ts';

export interface BitmovinChoice {
  /** Empty = the tenant's only or first system of type bitmovin. */
  readonly systemId: string;
  /** Bitmovin reads and writes there; the package may be stored elsewhere. */
  readonly storageSystemId: string;
}

export interface TenantBitmovinOptions extends TenantStorageParts {
  readonly database: Database;
}

const defaultAddress = 'https://api.bitmovin.com/v1';

export function createTenantBitmovin(options: TenantBitmovinOptions) {
  const systems = createSystemStore(options.database);

  async function accountOf(tenantId: string, systemId: string): Promise<StoredSystem | undefined> {
    if (systemId !== '') return systems.find(tenantId, systemId);
    const query = { ...listQuery.parse({}), type: 'bitmovin', sort: 'createdAt' };
    return (await systems.list(tenantId, query)).rows[0];
  }

  return {
    /** @throws {DomainError} SYSTEM_NOT_FOUND; BITMOVIN_FAILED for a storage that it cannot write to */
    async find(tenantId: string, choice: BitmovinChoice): Promise<BitmovinEncoder> {
      const account = await accountOf(tenantId, choice.systemId);
      const system = await systems.findStorage(tenantId, choice.storageSystemId);
      if (account?.type !== 'bitmovin' || system === undefined) {
        throw domainError('SYSTEM_NOT_FOUND');
      }
      const egress = options.egress.forTenant(tenantId);
      const text = (name: string) => String(account.settings[name] ?? '').trim();
      const baseUrl = text('baseUrl').replace(/\/+$/, '');
      const cloudRegion = text('cloudRegion');
      return createBitmovinEncoder({
        account: {
          apiKey: text('apiKey'),
          organizationId: text('organizationId'),
          baseUrl: baseUrl === '' ? defaultAddress : baseUrl,
        },
        cloudRegion: cloudRegion === '' ? 'AUTO' : cloudRegion,
        storage: createObjectStorage(system, { ...options, egress }),
        system,
        egress,
      });
    },
  };
}
