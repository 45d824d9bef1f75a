/**
 * Sends a request and collects its answer in memory, chunk by chunk as undici delivers it. Thousands of small answers a
 * second are collected here: the stream that undici would make for each costs more than the rest of the request.
 */
import type { Dispatcher } from 'undici';
import { type BodyDecoding, type BodyLimits, decodeBody, tooLarge } from './decode-body.ts';

export type AnswerHeaders = Dispatcher.ResponseData['headers'];

export interface Collected {
  readonly statusCode: number;
  readonly headers: AnswerHeaders;
  /** Decompressed; empty when `isRead` declined it. */
  readonly body: Buffer;
}

export interface CollectOptions extends BodyLimits {
  /**
   * Decides by status and headers whether the body is read; if not, the connection is closed unless the answer has
   * already ended.
   */
  readonly isRead: (statusCode: number, headers: AnswerHeaders) => boolean;
  readonly signal: AbortSignal;
}

const noBody = Buffer.alloc(0);

function oneValue(headers: AnswerHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.join(', ');
}

function abortReason({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error('the request was aborted');
}

/**
 * Collects an answer with its body. Rejects with the errors of undici, of the body and of the signal; with
 * FETCH_TOO_LARGE already when Content-Length is beyond the limit.
 */
export async function collectAnswer(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  options: CollectOptions,
): Promise<Collected> {
  const { signal } = options;
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let body: BodyDecoding | undefined;

    const abort = () => controller?.abort(abortReason(signal));
    const forget = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort, { once: true });

    /** The decoder of a body that `isRead` accepted. @throws {DomainError} FETCH_TOO_LARGE, FETCH_FAILED */
    function bodyOf(statusCode: number, headers: AnswerHeaders): BodyDecoding {
      const hasBody = request.method !== 'HEAD';
      if (hasBody && Number(oneValue(headers, 'content-length')) > options.maxBytes)
        throw tooLarge(options);
      const contentEncoding = hasBody ? oneValue(headers, 'content-encoding') : undefined;
      return decodeBody(contentEncoding, options, {
        whole: (whole) => {
          forget();
          resolve({ statusCode, headers, body: whole });
        },
        failed: (error) => {
          forget();
          reject(error);
          controller?.abort(error);
        },
      });
    }

    dispatcher.dispatch(request, {
      onRequestStart(started) {
        controller = started;
        if (signal.aborted) abort();
      },
      // undici passes errors thrown here, and in onResponseData, to onResponseError.
      onResponseStart(started, statusCode, headers) {
        if (statusCode < 200) return;
        if (options.isRead(statusCode, headers)) {
          body = bodyOf(statusCode, headers);
          return;
        }
        forget();
        resolve({ statusCode, headers, body: noBody });
        started.abort(new Error('the answer is not read'));
      },
      onResponseData: (_controller, chunk) => body?.take(chunk),
      onResponseEnd: () => body?.end(),
      onResponseError(_controller, error) {
        forget();
        body?.drop();
        reject(error);
      },
    });
  });
}
