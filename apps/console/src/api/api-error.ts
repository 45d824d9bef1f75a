/** Sentences about failed calls (ERR-010, ERR-011). */
import { ApiError } from '@interlude/contract/api';
import type { ErrorDetails } from '@interlude/contract/errors';
import { text } from '../messages.ts';
import { errorKey } from '../texts/error-key.ts';
import { known } from '../texts/t.ts';
import { type TextValues, written } from '../texts/written.ts';

/** The error as one sentence for a person. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError) {
    const message = error.message || requestFailedText(error);
    const { errorCode = '', details } = error.error;
    return written(errorKey(errorCode), message, valuesOf(details));
  }
  if (error instanceof TypeError) return text('cannotReach');
  return error instanceof Error ? error.message : String(error);
}

/** Details as values of a sentence: lists are joined; values that are no text are left out. */
function valuesOf(details: ErrorDetails = {}): TextValues {
  return Object.fromEntries(
    Object.entries(details).flatMap(([name, value]) => {
      if (typeof value === 'string' || typeof value === 'number') return [[name, value]];
      return Array.isArray(value) ? [[name, value.join(', ')]] : [];
    }),
  );
}

export function requestFailedText(error: Pick<ApiError, 'status' | 'statusText' | 'body'>): string {
  const { status, statusText, body } = error;
  return text('requestFailed', { status, statusText, body });
}

/** The sentence for a change that was refused, e.g. 'Cannot create channel - Conflict - …'. */
export function cannotDoText(
  verb: 'create' | 'update' | 'delete',
  resource: string,
  error: unknown,
): string {
  const statusText = error instanceof ApiError ? error.statusText : '';
  return text('cannotDo', {
    ...{ verb: known(verb), resource: known(resource), statusText },
    message: errorText(error),
  });
}

export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}

/** The catalogue's code of a refused call, e.g. `EDIT_CONFLICT`. */
export function errorCodeOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.error.errorCode : undefined;
}
