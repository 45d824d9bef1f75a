/** One request of the client: its time, its repetitions, and the key by which a POST may be repeated. */
import { idempotencyKeyHeader } from '@interlude/contract';
import type { ClientFetch, Route } from '@interlude/contract/api';
import { ConnectionError } from './errors.ts';

/** Options of a single call. */
export interface CallOptions {
  /** Ends the call; it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Of each attempt, its answer included. */
  readonly timeoutMs?: number | undefined;
  /** Of a POST: sent again with the same key it is not carried out again, also by another process. Without it each call has its own. */
  readonly idempotencyKey?: string | undefined;
}

/** How requests are sent. */
export interface SentWith {
  readonly fetch: typeof globalThis.fetch;
  readonly timeoutMs: number;
  /** Attempts after the first one. */
  readonly retries: number;
  /** Wait before the first repetition, ms; doubled before each further one. A `Retry-After` header has priority. */
  readonly retryDelayMs: number;
}

/** An answer with a longer `Retry-After` is returned to the caller. */
const maxRetryAfterMs = 60_000;
const tooMany = 429;
const unavailable = 503;

/** A POST of a caller that is known: the server keeps its answer by the key. */
function takesKey({ method, roles, changes }: Route): boolean {
  return method === 'POST' && roles !== 'public' && changes !== false;
}

/** True when a request may be repeated although the server may have carried it out. */
function isRepeatable(route: Route): boolean {
  // Not public routes: a repeated request for a token may end the first token.
  const isQuestion = route.changes === false && route.roles !== 'public';
  return route.method === 'GET' || isQuestion || takesKey(route);
}

function retryAfterMs(header: string | null): number | undefined {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) * 1_000 : undefined;
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}

type Answer = Awaited<ReturnType<ClientFetch>>;
type Init = Parameters<ClientFetch>[1];

/** The answer is read within the time of the attempt, and a redirect is none: a key is sent to one address. */
async function attempt(
  { fetch }: SentWith,
  url: string,
  init: Init,
  { signal, timeoutMs }: { readonly signal: AbortSignal | undefined; readonly timeoutMs: number },
): Promise<Answer> {
  const timer = AbortSignal.timeout(timeoutMs);
  const either = signal === undefined ? timer : AbortSignal.any([signal, timer]);
  try {
    const answer = await fetch(url, { ...init, redirect: 'error', signal: either });
    const text = await answer.text();
    const { ok, status, statusText, headers } = answer;
    return { ok, status, statusText, headers, text: () => Promise.resolve(text) };
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    const { origin } = new URL(url);
    const message = timer.aborted
      ? `${origin} did not answer within ${timeoutMs / 1_000} s.`
      : `${origin} cannot be reached: ${reasonOf(error)}.`;
    throw new ConnectionError(message, { isTimeout: timer.aborted, cause: error });
  }
}

/** The message of the cause: undici itself reports `fetch failed`. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}

/** The wait before the next attempt; undefined = this was the last one. */
function delayAfter(outcome: Answer | ConnectionError, route: Route, backoffMs: number) {
  if (outcome instanceof ConnectionError) return isRepeatable(route) ? backoffMs : undefined;
  const isLater = outcome.status === unavailable && isRepeatable(route);
  // A request answered with 429 was not carried out.
  if (outcome.status !== tooMany && !isLater) return undefined;
  const afterMs = retryAfterMs(outcome.headers.get('retry-after')) ?? backoffMs;
  return afterMs > maxRetryAfterMs ? undefined : afterMs;
}

const asOutcome = (error: unknown) => {
  if (error instanceof ConnectionError) return error;
  throw error;
};

/**
 * The `fetch` of one call of a route.
 * @throws {ConnectionError} no attempt was answered
 */
export function sendRoute(sentWith: SentWith, route: Route, options: CallOptions): ClientFetch {
  const { signal, timeoutMs = sentWith.timeoutMs } = options;
  const key = options.idempotencyKey ?? globalThis.crypto.randomUUID();
  const keyHeaders = takesKey(route) ? { [idempotencyKeyHeader]: key } : {};
  return async (url, { headers, ...init }) => {
    const request = { ...init, headers: { ...headers, ...keyHeaders } };
    for (let repeated = 0; ; repeated += 1) {
      const outcome = await attempt(sentWith, url, request, { signal, timeoutMs }).catch(asOutcome);
      const delayMs = delayAfter(outcome, route, sentWith.retryDelayMs * 2 ** repeated);
      if (delayMs === undefined || repeated >= sentWith.retries) {
        if (outcome instanceof ConnectionError) throw outcome;
        return outcome;
      }
      await wait(delayMs, signal);
    }
  };
}
