/**
 * Streams of the web and of Node as each other. Both are the same objects at run time; the types of a browser's
 * `ReadableStream` and of Node's differ in what a program that is checked with both sees.
 */
import { Readable } from 'node:stream';
import type { ReadableStream as NodeWebStream } from 'node:stream/web';

/** The body of an answer of `fetch`; empty where there is none. */
export function readableOf(body: Response['body']): Readable {
  return body === null ? Readable.from([]) : Readable.fromWeb(body as unknown as NodeWebStream);
}

/** A stream as the body of a `Response`. */
export function webStreamOf(stream: Readable): Response['body'] {
  return Readable.toWeb(stream) as unknown as Response['body'];
}
