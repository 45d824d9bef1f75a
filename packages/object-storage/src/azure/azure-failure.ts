/** Turns errors of Azure Blob Storage into errors of the catalogue. */
import { DomainError, domainError } from '@interlude/contract/errors';

/** Codes of errors that an operator can resolve (REST API, "Common REST API error codes"). */
const reasons: Readonly<Record<string, string>> = {
  AccountIsDisabled: 'the account is disabled',
  AuthenticationFailed: 'the storage key or the token is wrong',
  AuthorizationFailure: 'the access is denied',
  AuthorizationPermissionMismatch: 'the application has no role that allows it',
  ContainerBeingDeleted: 'the container is being deleted',
  ContainerNotFound: 'there is no such container',
  InsufficientAccountPermissions: 'the access is denied',
  InvalidRange: 'the range lies behind the end of the file',
  ServerBusy: 'it receives too many requests',
};

interface Answered {
  readonly status: number;
  readonly code: string;
}

/** RestError of the SDK, recognised by its properties, because the SDK is loaded only when it is needed. */
function answered(error: unknown): Answered | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined;
  if (typeof error.statusCode !== 'number') return undefined;
  const details = 'details' in error ? error.details : undefined;
  const inDetails =
    typeof details === 'object' && details !== null && 'errorCode' in details
      ? details.errorCode
      : undefined;
  const code = 'code' in error ? error.code : undefined;
  const known = [code, inDetails].find((text) => typeof text === 'string');
  return { status: error.statusCode, code: typeof known === 'string' ? known : '' };
}

export function isNoSuchBlob(error: unknown): boolean {
  const answer = answered(error);
  return answer?.status === 404 && answer.code !== 'ContainerNotFound';
}

/** The catalogue error that the client may have wrapped. */
function ours(error: unknown): DomainError | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (at instanceof DomainError) return at;
  }
  return undefined;
}

export function azureFailure(error: unknown): DomainError {
  const own = ours(error);
  if (own?.code.startsWith('STOR')) return own;
  const answer = answered(error);
  const status =
    answer === undefined ? 'its answer is not that of Azure' : `it answered ${answer.status}`;
  const reason = own?.message ?? reasons[answer?.code ?? ''] ?? status;
  return domainError('STORAGE_FAILED', { storage: 'azure', reason }, error);
}
