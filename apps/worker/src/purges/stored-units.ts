/**
 * The units of a storage, kept or removed as a whole: a package (the folder of one attempt of a job), a source, the
 * chunks of an upload, the work folder of a remote encoder. Other keys are not touched.
 *
 *   <tenant>/ads/<clip>/<profile>/<job>/<attempt>/…     <tenant>/sources/<media>.<ext>     <tenant>/uploads/<upload>/<chunk>
 */
import type { FilesInUse } from '@interlude/persistence';

export interface StoredUnit {
  readonly tenantId: string;
  readonly kind: 'package' | 'source' | 'upload';
  /** A key, or a folder with its slash. */
  readonly place: string;
  /** Of the job or the upload; empty for a source. */
  readonly owner: string;
}

/** @returns undefined for a key of another shape */
export function unitOf(key: string): StoredUnit | undefined {
  const parts = key.split('/');
  const [tenantId = '', room, first = '', , jobId = ''] = parts;
  if (room === 'sources' && parts.length === 3) {
    return { tenantId, kind: 'source', place: key, owner: '' };
  }
  if (room === 'uploads' && parts.length >= 4) {
    const place = `${parts.slice(0, 3).join('/')}/`;
    return { tenantId, kind: 'upload', place, owner: first };
  }
  if (room === 'ads' && parts.length >= 7) {
    const place = `${parts.slice(0, 6).join('/')}/`;
    return { tenantId, kind: 'package', place, owner: jobId };
  }
  return undefined;
}

/** True when a row, a job or an upload refers to the unit. */
export function isInUse({ kind, place, owner }: StoredUnit, inUse: FilesInUse): boolean {
  if (kind === 'source') return inUse.keys.has(place);
  if (kind === 'upload') return inUse.uploadIds.has(owner);
  return inUse.keys.has(place) || inUse.jobIds.has(owner);
}
