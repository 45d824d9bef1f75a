import { access, chmod, constants, mkdir, stat } from 'node:fs/promises';
import { domainError } from '@interlude/contract/errors';

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'a part of the path is a file',
  ENOSPC: 'the disk is full',
};

/** Others neither list nor write it; the account of the database may have to pass through it. */
async function closeToOthers(folder: string): Promise<void> {
  const { mode, uid } = await stat(folder);
  const isOpen = (mode & 0o006) !== 0;
  if (isOpen && uid === process.getuid?.()) await chmod(folder, mode & 0o771);
}

/** Makes the folder when it is missing, for its owner alone. @throws {DomainError} DATA_FOLDER_UNWRITABLE */
export async function prepareDataFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await closeToOthers(folder);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reason = reasons[code] ?? (code === '' ? String(error) : code);
    throw domainError('DATA_FOLDER_UNWRITABLE', { folder, reason }, error);
  }
}
