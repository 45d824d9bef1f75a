/** The errors of backups and of their restoring: a part of the one catalogue. */
import type { ErrorEntry } from './error-entry.ts';

export const backupErrors = {
  BACKUP_FAILED: {
    status: 500,
    name: 'BackupError',
    message: 'The backup was not written: {reason}.',
  },
  BACKUP_INVALID: {
    status: 400,
    name: 'Bad Request',
    message: 'The file is no backup that can be used: {reason}. Nothing was restored.',
  },
  BACKUP_NEWER: {
    status: 409,
    name: 'ConflictError',
    message:
      'The backup was made by a newer version of Interlude ({version}, migration {migration}). Install that version or a newer one and restore it there.',
  },
  BACKUP_KEY_DIFFERS: {
    status: 409,
    name: 'ConflictError',
    message: 'The backup belongs to the key {fingerprint}: {reason}. Nothing was restored.',
  },
  INSTALLATION_NOT_EMPTY: {
    status: 409,
    name: 'ConflictError',
    message:
      'The installation ({database}) has {companies} companies. A backup replaces all that is there: say --replace, or set DATABASE_URL and INTERLUDE_DATA to an empty one.',
  },
  INSTALLATION_IN_USE: {
    status: 409,
    name: 'ConflictError',
    message:
      'Processes of Interlude use the database ({database}). Stop the platform on every machine, and then restore.',
  },
  RESTORE_FAILED: {
    status: 500,
    name: 'BackupError',
    message: 'Nothing was restored, and the database is as it was: {reason}.',
  },
} as const satisfies Record<string, ErrorEntry>;
