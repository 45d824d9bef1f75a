/** Creates the storage of a system of the category `storage`. */
import { join } from 'node:path';
import { domainError } from '@interlude/contract/errors';
import type { TenantEgress, TenantEgresses } from '@interlude/runtime';
import { createAzureStorage } from './azure/azure-storage.ts';
import { createLocalStorage } from './local/local-storage.ts';
import type { ObjectStorage } from './object-storage.ts';
import { createS3Storage } from './s3/s3-storage.ts';

export interface StorageSystem {
  /** `local`, `s3`, `azure`. */
  readonly type: string;
  /** With secrets unsealed. */
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface StorageParts {
  /** Egress of the company whose storage it is. */
  readonly egress: TenantEgress;
  /** INTERLUDE_DATA; the local storage keeps its files in `media` below it. */
  readonly dataFolder: string;
  /** Replaces `media`: the archive of events must not be among the files that viewers are served. */
  readonly localFolder?: string;
  /** Address that issues Entra ID tokens; left out: Microsoft's own. */
  readonly entraAuthority?: string;
}

/** For storages of many companies: each company's storage is reached with its own egress grants (SEC-S60). */
export interface TenantStorageParts extends Omit<StorageParts, 'egress'> {
  readonly egress: TenantEgresses;
}

/**
 * Creates the storage of a system of type local, s3 or azure. Opens no connection; `check` verifies access.
 * @returns one interface for all types: keys are relative to the prefix of the system
 * @throws {DomainError} STORAGE_FAILED for another type, or when a setting is missing
 * @see ADR 0021
 */
export function createObjectStorage(system: StorageSystem, parts: StorageParts): ObjectStorage {
  if (system.type === 'local')
    return createLocalStorage(join(parts.dataFolder, parts.localFolder ?? 'media'));
  if (system.type === 's3') return createS3Storage(system.settings, parts.egress);
  if (system.type === 'azure') {
    const { egress, entraAuthority: authority = 'https://login.microsoftonline.com' } = parts;
    return createAzureStorage(system.settings, { egress, authority });
  }
  throw domainError('STORAGE_FAILED', {
    storage: system.type,
    reason: 'this is no type of storage',
  });
}
