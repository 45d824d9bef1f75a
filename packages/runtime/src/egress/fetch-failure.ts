/** Turns errors of undici, DNS, sockets and TLS into entries of the catalogue, with a reason in plain words. */
import { DomainError, domainError } from '@interlude/contract/errors';

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ENOTFOUND: 'the name does not exist',
  EAI_AGAIN: 'the name cannot be resolved at the moment',
  EPIPE: 'the connection was closed',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  UND_ERR_HEADERS_OVERFLOW: 'its headers are too large',
  UND_ERR_SOCKET: 'the connection was closed',
  UND_ERR_INVALID_ARG: 'a header of the request is not valid',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  ERR_STREAM_PREMATURE_CLOSE: 'the connection was closed',
  Z_DATA_ERROR: 'its compressed answer is damaged',
  Z_BUF_ERROR: 'its compressed answer is cut off',
};

/** The DomainError among the causes, if any: undici wraps errors that the connector throws. */
function knownInside(error: unknown): DomainError | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (at instanceof DomainError) return at;
  }
  return undefined;
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string' && error.code !== '') return error.code;
  return codeOf(error.cause);
}

function reasonOf(error: unknown): string {
  const code = codeOf(error);
  const isParserError = error instanceof Error && error.name === 'HTTPParserError';
  if (isParserError || code.startsWith('HPE_')) return 'its answer is not HTTP';
  return reasons[code] ?? (code === '' ? 'the request failed' : `the request failed (${code})`);
}

export function fetchFailure(error: unknown, host: string): DomainError {
  return (
    knownInside(error) ?? domainError('FETCH_FAILED', { host, reason: reasonOf(error) }, error)
  );
}
