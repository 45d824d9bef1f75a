/** The fault of an attempt as a row of the error catalogue, and whether another attempt can succeed. */
import { type MediaFinding, mediaFindingNames } from '@interlude/contract';
import { DomainError, domainError } from '@interlude/contract/errors';

export interface AttemptFault {
  readonly code: string;
  readonly message: string;
  readonly findings: readonly MediaFinding[];
  /** Another attempt would fail the same way: none is made. */
  readonly final: boolean;
}

/** Faults of the file, the request or the rules; faults of networks, disks and programs are transient. */
const permanent = new Set<string>([
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

/** No space on the disk, in the quota of the account, or for a file of this process. */
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

/** 4xx but 408, 425 and 429: the server would answer another attempt the same way (RFC 9110 §15.5). */
function isPermanentStatus(error: DomainError): boolean {
  const status = Number(error.details['status']);
  return (
    error.code === 'FETCH_STATUS' &&
    status >= 400 &&
    status < 500 &&
    ![408, 425, 429].includes(status)
  );
}

/** The engine was killed from outside (out of memory, an operator); the file is not at fault. */
const wasKilled = ({ details }: DomainError) =>
  /was ended by SIG(KILL|TERM)/.test(String(details['reason'] ?? ''));

export function faultOf(error: unknown): AttemptFault {
  const known = named(error);
  return {
    code: known.code,
    message: known.message,
    findings: findingsOf(known),
    final: (permanent.has(known.code) && !wasKilled(known)) || isPermanentStatus(known),
  };
}
