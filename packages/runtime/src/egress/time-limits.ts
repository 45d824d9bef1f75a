/** When an outbound request ends: by its caller, by its time, or by itself. */
import { type DomainError, domainError } from '@interlude/contract';

export interface Limited {
  /** The host that the error names. */
  readonly host: string;
  readonly signal?: AbortSignal | undefined;
}

function timedOut(host: string, timeoutMs: number, cause?: unknown): DomainError {
  return domainError('FETCH_TIMEOUT', { host, timeoutMs }, cause);
}

/** undici looks at its signal only once connected; this one also ends the wait for names and connections. */
async function untilAborted<T>(
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    work(signal)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort));
  });
}

export interface Lifetime {
  /** Aborted by the caller, by the end of the whole time, or by `stop`. */
  readonly signal: AbortSignal;
  stop(): void;
  /** Forgets the clock and the caller. */
  done(): void;
}

/** Of an answer that goes on after its headers; without `timeoutMs` it has all the time it needs. */
export function lifetime({ host, signal }: Limited, timeoutMs: number | undefined): Lifetime {
  const controller = new AbortController();
  const give = () => controller.abort(signal?.reason);
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => controller.abort(timedOut(host, timeoutMs)), timeoutMs);
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

/** @throws {DomainError} FETCH_TIMEOUT; the caller's reason; what the work throws */
export async function inTime<T>(
  limited: Limited,
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  // Cheaper than signals of a time and of any: thousands of requests a second begin and end here.
  const { signal, done } = lifetime(limited, timeoutMs);
  try {
    return await untilAborted(signal, work);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    done();
  }
}
