/**
 * What in a storage is kept or removed as one: a package (the folder of one attempt of a job), a source, the chunks
 * of an upload, what an encoder elsewhere is given and leaves. Whatever does not look like ours is nobody's business here.
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

/** Undefined = not ours. */
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

/** Whether somebody has it, or is about to. */
export function isInUse({ kind, place, owner }: StoredUnit, inUse: FilesInUse): boolean {
  if (kind === 'source') return inUse.keys.has(place);
  if (kind === 'upload') return inUse.uploadIds.has(owner);
  return inUse.keys.has(place) || inUse.jobIds.has(owner);
}
