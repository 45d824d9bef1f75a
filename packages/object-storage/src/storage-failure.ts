/** Turns errors of file systems and of clients into errors of the catalogue. */
import { DomainError, domainError } from '@interlude/contract/errors';
import type { ObjectStorage } from './object-storage.ts';

/** Codes of a full file system: no space, the quota of the account, or the file size limit of the process. */
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
 * Turns errors of a file system into errors of the catalogue; all others (of the body's source, the reason of an abort)
 * are returned as they are.
 */
export function diskFailure(error: unknown, storage: ObjectStorage['kind']): unknown {
  if (error instanceof DomainError || !(error instanceof Error)) return error;
  if (!('syscall' in error) || !('code' in error) || typeof error.code !== 'string') return error;
  if (fullCodes.has(error.code)) return domainError('STORAGE_FULL', { storage }, error);
  const reason = reasons[error.code] ?? `the disk answered ${error.code}`;
  return domainError('STORAGE_FAILED', { storage, reason }, error);
}

/** Whether the error of a file system means that there is no such file. */
export function isMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ENOENT' || error.code === 'ENOTDIR')
  );
}
