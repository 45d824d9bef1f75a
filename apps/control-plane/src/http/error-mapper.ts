/**
 * Makes every error body of the API: `{code, name, errorCode, message, …}`. An unknown error is logged with its stack
 * and answered as INTERNAL with the request id only.
 */
import { DomainError, domainError, type ErrorBody } from '@interlude/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { maxBodyBytes } from './json-body.ts';

/** Identity errors also carry the three fields that the login mapping reads (foundation section 8). */
interface IdentityErrorBody extends ErrorBody {
  readonly error: string;
  readonly error_description: string;
  readonly statusCode: number;
}

function isIdentityError(error: DomainError): boolean {
  return error.code.startsWith('LOGIN_') || error.code === 'REFRESH_REFUSED';
}

/** The wire body. A 401 for a bad token is exactly three fields: clients compare it (API-010). */
export function errorBody(
  error: DomainError,
  requestId: string,
): ErrorBody | IdentityErrorBody | { code: number; name: string; message: string } {
  if (error.code === 'TOKEN_INVALID') {
    return { code: 401, name: 'UnAuthorizedError', message: error.message };
  }
  const body = error.toBody(requestId);
  if (!isIdentityError(error)) return body;
  return {
    ...body,
    error: body.name,
    error_description: body.message,
    statusCode: body.code,
  };
}

function hasStatus(error: unknown): error is FastifyError & { statusCode: number } {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number';
}

/** No connection, shutting down, starting, recovering, too many connections, closed for now. */
const unavailableCodes =
  /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOENT|EPIPE|57P0[1-5]|08\d{3}|53300|55000)$/;
const unavailableTexts =
  /timeout exceeded when trying to connect|connection terminated|driver has already been destroyed|cannot use a pool after calling end/i;

/** Transient errors of the database driver and the pool. */
function isUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return unavailableCodes.test(code) || unavailableTexts.test(error.message);
}

/** The catalogue entry of an error from a library. */
export function toDomainError(error: unknown, requestId: string): DomainError {
  if (error instanceof DomainError) return error;
  if (hasStatus(error)) {
    if (error.statusCode === 413) return domainError('BODY_TOO_LARGE', { limit: maxBodyBytes });
    if (error.statusCode >= 400 && error.statusCode < 500) {
      return domainError('REQUEST_INVALID', { reason: error.message });
    }
  }
  if (isUnavailable(error)) return domainError('NOT_READY', {}, error);
  return domainError('INTERNAL', { requestId }, error);
}

export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const mapped = toDomainError(error, request.id);
  if (mapped.status >= 500) {
    request.log.error({ err: error, requestId: request.id }, 'request failed');
  }
  const retryAfter = mapped.details['retryAfterSeconds'];
  if (typeof retryAfter === 'number') void reply.header('retry-after', String(retryAfter));
  return reply
    .code(mapped.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(errorBody(mapped, request.id));
}

export function mapErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
}

export function routeNotFound(request: FastifyRequest): DomainError {
  const path = request.url.split('?')[0] ?? '/';
  return domainError('ROUTE_NOT_FOUND', { method: request.method, path });
}
