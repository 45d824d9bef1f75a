/** Reads an answer's body with a limit on both sides of the decompression. */
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { domainError } from '@interlude/contract';
import { createDecoder } from './content-coding.ts';

export interface BodyLimits {
  readonly host: string;
  readonly maxBytes: number;
  readonly onBytes?: ((bytes: number) => void) | undefined;
  readonly contentEncoding: string | undefined;
  readonly contentLength: string | undefined;
}

/** @throws {DomainError} FETCH_TOO_LARGE, FETCH_FAILED (encoding); what the stream itself throws */
export async function readBody(stream: Readable, limits: BodyLimits): Promise<Buffer> {
  const { host, maxBytes } = limits;
  const tooLarge = () => domainError('FETCH_TOO_LARGE', { host, limitBytes: maxBytes });
  if (Number(limits.contentLength) > maxBytes) throw tooLarge();

  async function* limited(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge();
      yield chunk;
    }
  }

  const chunks: Uint8Array[] = [];
  const collect = async (source: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const chunk of limited(source)) {
      limits.onBytes?.(chunk.length);
      chunks.push(chunk);
    }
  };
  const decoder = createDecoder(limits.contentEncoding, host);
  if (decoder === undefined) await pipeline(stream, collect);
  else await pipeline(stream, limited, decoder, collect);
  return Buffer.concat(chunks);
}
