/** What went wrong, as the catalogue of errors names it, and whether another attempt could help. */
import {
  DomainError,
  domainError,
  type MediaFinding,
  mediaFindingNames,
} from '@interlude/contract';

export interface AttemptFault {
  readonly code: string;
  readonly message: string;
  readonly findings: readonly MediaFinding[];
  /** The same would happen again: no further attempt. */
  readonly final: boolean;
}

/** Faults of the file, of the order or of the rules; those of networks, disks and programs pass. */
const lasting = new Set<string>([
  'CHANNEL_ASSET_INVALID',
  'FETCH_TOO_LARGE',
  'JOB_SOURCE_GONE',
  'MEDIA_REFUSED',
  'MEDIA_UNREADABLE',
  'SCANNER_UNSET',
  'STORAGE_QUOTA_REACHED',
  'SYSTEM_NOT_FOUND',
  'SYSTEM_TYPE_WRONG',
  'TITLE_NOT_FOUND',
  'UPLOAD_INFECTED',
  'URL_FORBIDDEN',
]);

/** No room, for everybody, for this account or for a file of this process. */
const fullDisk = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function named(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  if (fullDisk.has(codeOf(error))) {
    return domainError('STORAGE_FULL', { storage: 'the work folder of the worker' }, error);
  }
  return domainError('INTERNAL', {}, error);
}

function findingsOf({ details }: DomainError): readonly MediaFinding[] {
  return mediaFindingNames.filter((name) => name === details['finding']);
}

/** 401, 403, 404 and the like: the server has an opinion, and will have it again. */
function isLastingStatus(error: DomainError): boolean {
  const status = Number(error.details['status']);
  return (
    error.code === 'FETCH_STATUS' &&
    status >= 400 &&
    status < 500 &&
    ![408, 425, 429].includes(status)
  );
}

/** The engine did not break on the file: somebody ended it (the system that ran out of memory, a person). */
const wasKilled = ({ details }: DomainError) =>
  /was ended by SIG(KILL|TERM)/.test(String(details['reason'] ?? ''));

export function faultOf(error: unknown): AttemptFault {
  const known = named(error);
  return {
    code: known.code,
    message: known.message,
    findings: findingsOf(known),
    final: (lasting.has(known.code) && !wasKilled(known)) || isLastingStatus(known),
  };
}
