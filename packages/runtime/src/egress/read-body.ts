/** Reads an answer's body with a limit on both sides of the decompression. */
import type { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { domainError } from '@interlude/contract';
import { createDecoder } from './content-coding.ts';

export interface BodyLimits {
  readonly host: string;
  readonly maxBytes: number;
  readonly onBytes?: ((bytes: number) => void) | undefined;
  readonly contentEncoding: string | undefined;
  readonly contentLength: string | undefined;
}

/** Every chunk as it comes; what `take` throws ends the stream. A pipeline would make a signal, and abort it, for each answer. */
async function readChunks(stream: Readable, take: (chunk: Uint8Array) => void): Promise<void> {
  stream.on('data', (chunk: Uint8Array) => {
    try {
      take(chunk);
    } catch (error) {
      stream.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  });
  await finished(stream);
}

/** @throws {DomainError} FETCH_TOO_LARGE, FETCH_FAILED (encoding); what the stream itself throws */
export async function readBody(stream: Readable, limits: BodyLimits): Promise<Buffer> {
  const { host, maxBytes } = limits;
  const tooLarge = () => domainError('FETCH_TOO_LARGE', { host, limitBytes: maxBytes });
  if (Number(limits.contentLength) > maxBytes) throw tooLarge();

  const atMost = () => {
    let bytes = 0;
    return (chunk: Uint8Array) => {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge();
    };
  };
  const chunks: Uint8Array[] = [];
  const checked = atMost();
  const take = (chunk: Uint8Array) => {
    checked(chunk);
    limits.onBytes?.(chunk.length);
    chunks.push(chunk);
  };
  const decoder = createDecoder(limits.contentEncoding, host);
  if (decoder === undefined) {
    await readChunks(stream, take);
  } else {
    const checkedCoded = atMost();
    await pipeline(
      stream,
      async function* (source: AsyncIterable<Uint8Array>) {
        for await (const chunk of source) {
          checkedCoded(chunk);
          yield chunk;
        }
      },
      decoder,
      async (source: AsyncIterable<Uint8Array>) => {
        for await (const chunk of source) take(chunk);
      },
    );
  }
  return Buffer.concat(chunks);
}
