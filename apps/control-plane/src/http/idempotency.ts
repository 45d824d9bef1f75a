/**
 * Idempotency-Key: a POST that is sent again with the same key gets the answer of the first one and is not carried out
 * again. The header is a string of RFC 9651 in the draft, and plain text with most clients: quotes around it do not count.
 */
import { createHash } from 'node:crypto';
import { idempotencyKeyHeader } from '@interlude/contract';
import type { Route } from '@interlude/contract/api';
import { domainError } from '@interlude/contract/errors';
import type { IdempotencyStore, IdempotentAnswer } from '@interlude/persistence';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './call.ts';

const hashOf = (...parts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/**
 * The idempotency key of a request; undefined without one, or for a route that takes none.
 * @throws {DomainError} IDEMPOTENCY_KEY_INVALID
 */
export function idempotencyKeyOf(
  route: Pick<Route, 'method' | 'upload' | 'stream'>,
  request: FastifyRequest,
): string | undefined {
  const header = request.headers[idempotencyKeyHeader];
  if (route.method !== 'POST' || route.upload || route.stream || header === undefined) {
    return undefined;
  }
  const key = String(header).replace(/^"(.*)"$/, '$1');
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) throw domainError('IDEMPOTENCY_KEY_INVALID');
  return key;
}

/** Answers as the first request of this key was answered, or carries it out. */
export type Idempotent = (
  sent: { readonly key: string; readonly caller: Caller; readonly request: FastifyRequest },
  work: () => Promise<IdempotentAnswer>,
) => Promise<IdempotentAnswer & { readonly isReplayed: boolean }>;

/** @see rule SEC-S116 */
export function createIdempotent(store: IdempotencyStore): Idempotent {
  return async ({ key, caller: { tenantId, userId }, request }, work) => {
    // A key belongs to its caller, and to one request: another address or body is another request.
    const id = hashOf(userId, key);
    const bodyHash = hashOf(request.url, JSON.stringify(request.body ?? null));
    const begun = await store.begin(tenantId, { id, bodyHash });
    if (begun.kind === 'reused') throw domainError('IDEMPOTENCY_KEY_REUSED');
    if (begun.kind === 'unanswered') throw domainError('IDEMPOTENCY_UNANSWERED');
    if (begun.kind === 'answered') return { ...begun.answer, isReplayed: true };
    let answer: IdempotentAnswer;
    try {
      answer = await work();
    } catch (error) {
      await store.forget(tenantId, id);
      throw error;
    }
    await store.answer(tenantId, id, answer);
    return { ...answer, isReplayed: false };
  };
}
