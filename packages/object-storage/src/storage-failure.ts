/** Turns what file systems and clients throw into the catalogue's errors. */
import { DomainError, domainError } from '@interlude/contract';
import type { ObjectStorage } from './object-storage.ts';

/** Of a file system: no room, no more room for this account, or for a file of this process. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'the permission is missing',
  EIO: 'the disk has a fault',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'the folder is gone',
  EPERM: 'the permission is missing',
  EROFS: 'the disk can only be read',
};

/**
 * Errors of a file system in our words; everything else (what a body's own source throws, the reason of an
 * abort) as it is.
 */
export function diskFailure(error: unknown, storage: ObjectStorage['kind']): unknown {
  if (error instanceof DomainError || !(error instanceof Error)) return error;
  if (!('syscall' in error) || !('code' in error) || typeof error.code !== 'string') return error;
  if (fullCodes.has(error.code)) return domainError('STORAGE_FULL', { storage }, error);
  const reason = reasons[error.code] ?? `the disk answered ${error.code}`;
  return domainError('STORAGE_FAILED', { storage, reason }, error);
}

/** Whether a file system says that there is no such file. */
export function isMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ENOENT' || error.code === 'ENOTDIR')
  );
}
