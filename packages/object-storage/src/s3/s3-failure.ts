/** Turns errors of S3 into errors of the catalogue. */
import { DomainError, domainError } from '@interlude/contract/errors';
import { S3ServiceError } from 's3mini';

/** Codes of errors that an operator can resolve (Amazon S3 API, "Error responses"). */
const reasons: Readonly<Record<string, string>> = {
  AccessDenied: 'the access is denied',
  AuthorizationHeaderMalformed: 'the region is another one',
  InvalidAccessKeyId: 'it does not know the access key id',
  InvalidRange: 'the range lies behind the end of the file',
  NoSuchBucket: 'there is no such bucket',
  PermanentRedirect: 'the bucket is at another endpoint',
  RequestTimeTooSkewed: "this machine's clock is wrong",
  SignatureDoesNotMatch: 'the secret access key is wrong',
  SlowDown: 'it receives too many requests',
};
const fullCodes = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientCapacity']);

export function s3Status(error: unknown): number | undefined {
  return error instanceof S3ServiceError ? error.status : undefined;
}

export function isNoSuchKey(error: unknown): boolean {
  return s3Status(error) === 404 && codeOf(error) !== 'NoSuchBucket';
}

function codeOf(error: unknown): string {
  return error instanceof S3ServiceError ? (error.serviceCode ?? '') : '';
}

export function s3Failure(error: unknown): DomainError {
  if (error instanceof DomainError) {
    if (error.code.startsWith('STOR')) return error;
    return domainError('STORAGE_FAILED', { storage: 's3', reason: error.message }, error);
  }
  const code = codeOf(error);
  const status = s3Status(error);
  if (status === 507 || fullCodes.has(code)) {
    return domainError('STORAGE_FULL', { storage: 's3' }, error);
  }
  const said = status === undefined ? 'its answer is not that of an S3' : `it answered ${status}`;
  const reason = reasons[code] ?? (status === 403 ? 'the access is denied' : said);
  return domainError('STORAGE_FAILED', { storage: 's3', reason }, error);
}
