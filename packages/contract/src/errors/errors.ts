/** The one error that is thrown on purpose, and its body on the wire. The codes are in error-catalogue.ts. */
import { errorCatalogue } from './error-catalogue.ts';

export type ErrorCode = keyof typeof errorCatalogue;
export type ErrorDetails = Readonly<Record<string, unknown>>;

/** The body of every error answer of the API. `code` repeats the HTTP status. */
export interface ErrorBody {
  readonly code: number;
  readonly name: string;
  readonly errorCode: ErrorCode;
  readonly message: string;
  readonly details?: ErrorDetails | undefined;
  readonly requestId?: string | undefined;
}

/**
 * The message of an error code.
 * @returns the sentence with `{key}` filled from `details`; an unknown key stays
 * @see docs/reference/errors.md; ADR 0003
 */
export function errorMessage(code: ErrorCode, details: ErrorDetails = {}): string {
  return errorCatalogue[code].message.replace(/\{(\w+)\}/g, (whole, key: string) =>
    details[key] === undefined ? whole : String(details[key]),
  );
}

/**
 * The one error that is thrown on purpose. Never put secrets into `details`: they reach the wire.
 * @example throw domainError('CHANNEL_NOT_FOUND', { id })
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, details: ErrorDetails = {}, options?: { cause?: unknown }) {
    super(errorMessage(code, details), options);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }

  /** The wire body; `requestId` lets an operator find the log line. */
  toBody(requestId?: string): ErrorBody {
    return {
      code: this.status,
      name: errorCatalogue[this.code].name,
      errorCode: this.code,
      message: this.message,
      ...(Object.keys(this.details).length > 0 && { details: this.details }),
      ...(requestId !== undefined && { requestId }),
    };
  }
}

/**
 * An error of the catalogue.
 * @param details values of its sentence; never secrets
 * @returns an error with the code's status and sentence
 * @see docs/reference/errors.md
 */
export function domainError(
  code: ErrorCode,
  details: ErrorDetails = {},
  cause?: unknown,
): DomainError {
  return new DomainError(code, details, cause === undefined ? undefined : { cause });
}
