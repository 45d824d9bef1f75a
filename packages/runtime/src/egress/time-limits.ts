/** When an outbound request ends: by its caller, by its time, or by itself. */
import { type DomainError, domainError } from '@interlude/contract/errors';

export interface Limited {
  /** The host that the error names. */
  readonly host: string;
  readonly signal?: AbortSignal | undefined;
}

function timedOut(host: string, timeoutMs: number, cause?: unknown): DomainError {
  return domainError('FETCH_TIMEOUT', { host, timeoutMs }, cause);
}

export interface Lifetime {
  /** Aborted by the caller, by the end of the whole time, or by `stop`. */
  readonly signal: AbortSignal;
  stop(): void;
  /** Forgets the clock and the caller. */
  done(): void;
}

/**
 * Time limit of an answer that continues after its headers; without `timeoutMs` only the caller ends it.
 * @param onEnd called with the reason when the caller or the time limit aborts it
 */
export function lifetime(
  { host, signal }: Limited,
  timeoutMs: number | undefined,
  onEnd: (reason: unknown) => void = () => undefined,
): Lifetime {
  const controller = new AbortController();
  const end = (reason: unknown) => {
    controller.abort(reason);
    onEnd(controller.signal.reason);
  };
  const give = () => end(signal?.reason);
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => end(timedOut(host, timeoutMs)), timeoutMs);
  signal?.addEventListener('abort', give, { once: true });
  if (signal?.aborted === true) give();
  return {
    signal: controller.signal,
    stop: () => controller.abort(),
    done: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', give);
    },
  };
}

/**
 * Runs `work` within a time limit. undici heeds its signal only once it is connected; here name resolution and
 * connecting end with it, too.
 * @throws {DomainError} FETCH_TIMEOUT; the caller's reason; the errors of `work`
 */
export async function inTime<T>(
  limited: Limited,
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  // Cheaper than signals of a time and of any, and than to listen: thousands of requests a second begin and end here.
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const { signal, done } = lifetime(limited, timeoutMs, reject);
  work(signal).then(resolve, (error: unknown) => reject(signal.aborted ? signal.reason : error));
  try {
    return await promise;
  } finally {
    done();
  }
}
