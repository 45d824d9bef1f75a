/**
 * The body of an answer as a stream, limited in bytes, in silence of the sender and in time; it fails with entries of
 * the catalogue.
 */
import { pipeline, type Readable, Transform } from 'node:stream';
import { domainError } from '@interlude/contract/errors';
import { createDecoder } from './content-coding.ts';
import { fetchFailure } from './fetch-failure.ts';

export interface StreamLimits {
  readonly host: string;
  readonly maxBytes: number;
  readonly idleTimeoutMs: number;
  readonly contentEncoding: string | undefined;
  readonly contentLength: string | undefined;
  /** Aborted when the whole took too long or the caller gave up; its reason is the body's error. */
  readonly signal: AbortSignal;
  /** Called once, when the stream has ended or failed. */
  readonly ended: () => void;
}

function limiter(maxBytes: number, tooLarge: () => Error, onChunk = () => {}): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, callback) {
      bytes += chunk.length;
      onChunk();
      if (bytes > maxBytes) callback(tooLarge());
      else callback(null, chunk);
    },
  });
}

/** @throws {DomainError} FETCH_TOO_LARGE when Content-Length exceeds the limit; FETCH_FAILED for an unknown coding */
export function streamBody(source: Readable, limits: StreamLimits): Readable {
  const { host, maxBytes, idleTimeoutMs, signal } = limits;
  const tooLarge = () => domainError('FETCH_TOO_LARGE', { host, limitBytes: maxBytes });
  if (Number(limits.contentLength) > maxBytes) throw tooLarge();
  const decoder = createDecoder(limits.contentEncoding, host);

  let silentFor = 0;
  const failureOf = (error: Error): Error => {
    if (!signal.aborted) return fetchFailure(error, host);
    return signal.reason instanceof Error ? signal.reason : fetchFailure(error, host);
  };
  const heard = () => {
    silentFor = 0;
  };
  const body = limiter(maxBytes, tooLarge, heard);
  const destroyPlainly = body._destroy.bind(body);
  body._destroy = (error, callback) =>
    destroyPlainly(error, () => callback(error === null ? null : failureOf(error)));

  const everyMs = Math.max(1, Math.min(idleTimeoutMs, Math.ceil(idleTimeoutMs / 4)));
  const watch = setInterval(() => {
    // A full buffer waits for the reader, not for the sender.
    silentFor = body.readableLength >= body.readableHighWaterMark ? 0 : silentFor + everyMs;
    if (silentFor >= idleTimeoutMs) {
      source.destroy(domainError('FETCH_TIMEOUT', { host, timeoutMs: idleTimeoutMs }));
    }
  }, everyMs);
  const abort = () => source.destroy(failureOf(new Error('aborted')));
  signal.addEventListener('abort', abort, { once: true });
  const end = () => {
    clearInterval(watch);
    signal.removeEventListener('abort', abort);
    limits.ended();
  };
  if (decoder === undefined) pipeline(source, body, end);
  else pipeline(source, limiter(maxBytes, tooLarge, heard), decoder, body, end);
  if (signal.aborted) abort();
  return body;
}
