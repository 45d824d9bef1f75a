/** The storage of the archive: one for the installation, away from media, which are served to viewers. */
import { createObjectStorage, type ObjectStorage } from '@interlude/object-storage';
import { type ArchivePlace, createEgress } from '@interlude/runtime';
import { archiveFolder } from './segment-name.ts';

export interface ArchiveStorage {
  readonly storage: ObjectStorage;
  /** Folder of the files on this machine; undefined for a remote storage. */
  readonly folder: string | undefined;
  close(): Promise<void>;
}

/**
 * Opens the storage of EVENT_ARCHIVE. Its address is the operator's own, as that of the database, and may be private.
 * @returns a storage; nothing is connected yet
 * @throws {DomainError} STORAGE_FAILED when a setting is missing
 * @see rule SEC-S123
 */
export function openArchiveStorage(place: ArchivePlace, dataFolder: string): ArchiveStorage {
  const egress = createEgress({ allow: place.allow });
  const storage = createObjectStorage(
    { type: place.type, settings: place.settings },
    { egress: egress.forTenant(''), dataFolder, localFolder: archiveFolder },
  );
  return {
    storage,
    folder: place.type === 'local' ? `${dataFolder}/${archiveFolder}` : undefined,
    close: () => egress.close(),
  };
}
