/**
 * Collects the body of an answer as it arrives and decompresses it; its size is limited before and after decompression.
 */
import type { Transform } from 'node:stream';
import { type DomainError, domainError } from '@interlude/contract/errors';
import { createDecoder } from './content-coding.ts';

export interface BodyLimits {
  readonly host: string;
  /** Limit of the body, as transferred and after decompression, each. */
  readonly maxBytes: number;
  /** Called with each part of the body, decompressed, also of one that is refused later. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
}

/** Called once: `whole` with the body, or `failed` with FETCH_TOO_LARGE or the error of zlib. */
export interface BodyReader {
  whole(body: Buffer): void;
  failed(error: Error): void;
}

export interface BodyDecoding {
  /** @throws {DomainError} FETCH_TOO_LARGE */
  take(chunk: Buffer): void;
  end(): void;
  /** Neither function of the reader is called any more. */
  drop(): void;
}

/** FETCH_TOO_LARGE */
export const tooLarge = ({ host, maxBytes }: Pick<BodyLimits, 'host' | 'maxBytes'>): DomainError =>
  domainError('FETCH_TOO_LARGE', { host, limitBytes: maxBytes });

class Gathering {
  readonly #limits: BodyLimits;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  /** @throws {DomainError} FETCH_TOO_LARGE */
  take(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#limits.maxBytes) throw tooLarge(this.#limits);
    this.#limits.onBytes?.(chunk.length);
    this.#chunks.push(chunk);
  }

  whole(): Buffer {
    // Most answers of ad servers come in one piece.
    const [first, ...more] = this.#chunks;
    return first !== undefined && more.length === 0 ? first : Buffer.concat(this.#chunks);
  }
}

function decompressing(decoder: Transform, limits: BodyLimits, reader: BodyReader): BodyDecoding {
  const body = new Gathering(limits);
  let codedBytes = 0;
  decoder.on('data', (chunk: Buffer) => {
    try {
      body.take(chunk);
    } catch (error) {
      decoder.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  });
  decoder.on('end', () => reader.whole(body.whole()));
  decoder.on('error', (error) => reader.failed(error));
  return {
    take(chunk) {
      codedBytes += chunk.length;
      if (codedBytes > limits.maxBytes) throw tooLarge(limits);
      decoder.write(chunk);
    },
    end: () => decoder.end(),
    drop: () => decoder.destroy(),
  };
}

/** @throws {DomainError} FETCH_FAILED for a content coding that is not supported */
export function decodeBody(
  contentEncoding: string | undefined,
  limits: BodyLimits,
  reader: BodyReader,
): BodyDecoding {
  const decoder = createDecoder(contentEncoding, limits.host);
  if (decoder !== undefined) return decompressing(decoder, limits, reader);
  const body = new Gathering(limits);
  return {
    take: (chunk) => body.take(chunk),
    end: () => reader.whole(body.whole()),
    drop: () => undefined,
  };
}
