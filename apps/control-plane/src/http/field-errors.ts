/** From zod's issues to the two shapes a person or a form reads (CHE-043, ERR catalogue). */
import { type DomainError, domainError } from '@interlude/contract/errors';
import type { z } from 'zod';

/** Fields named in one answer; a hostile body must not make a huge answer. */
const maxFields = 50;

function fieldErrors(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const key = issue.path.map(String).join('.') || 'body';
    if (Object.keys(fields).length >= maxFields) break;
    fields[key] ??= issue.message;
  }
  return fields;
}

function sentence(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([key, message]) => `${key}: ${message}`)
    .join(', ');
}

/** A body that breaks its schema: 'Invalid fields: key: error, …' and `details.errors` per field. */
export function invalidFields(errors: Readonly<Record<string, string>>): DomainError {
  return domainError('INVALID_FIELDS', { fields: sentence(errors), errors });
}

export function invalidBody(error: z.ZodError): DomainError {
  return invalidFields(fieldErrors(error));
}

/** A query or path parameter that breaks its schema. */
export function invalidQuery(error: z.ZodError): DomainError {
  return domainError('REQUEST_INVALID', { reason: sentence(fieldErrors(error)) });
}
