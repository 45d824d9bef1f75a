/** Errors of a call: `ApiError` for an error answer, `ConnectionError` for no answer. */
import { ApiError } from '@interlude/contract/api';
import type { ErrorBody, ErrorCode } from '@interlude/contract/errors';

/** No answer: the address cannot be reached, the connection broke, or the time limit passed. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  /** The time was over; a request that changes something may have been carried out. */
  readonly isTimeout: boolean;

  constructor(message: string, options: { readonly isTimeout: boolean; readonly cause: unknown }) {
    super(message, { cause: options.cause });
    this.isTimeout = options.isTimeout;
  }
}

/**
 * True when a call failed with this error of the catalogue.
 * @example catch (error) { if (hasCode(error, 'EDIT_CONFLICT')) return readAgain(); throw error; }
 * @see docs/reference/errors.md
 */
export function hasCode<Code extends ErrorCode>(
  error: unknown,
  code: Code,
): error is ApiError & { readonly error: ErrorBody & { readonly errorCode: Code } } {
  return error instanceof ApiError && error.error.errorCode === code;
}
