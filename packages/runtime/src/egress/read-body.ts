/** Reads an answer's body with a limit on both sides of the decompression. */
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib';
import { domainError } from '@interlude/contract';

/** What this reader undoes. */
export const acceptEncoding = 'gzip, deflate, br';

const decoders = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
} as const;

type Coding = keyof typeof decoders;

function isCoding(name: string): name is Coding {
  return Object.hasOwn(decoders, name);
}

/** One coding at most: a server that stacks them (RFC 9110 §8.4) is an attack. */
function codingOf(header: string | undefined, host: string): Coding | undefined {
  const name = (header ?? '').trim().toLowerCase();
  if (name === '' || name === 'identity') return undefined;
  if (isCoding(name)) return name;
  throw domainError('FETCH_FAILED', { host, reason: 'its content encoding is not supported' });
}

export interface BodyLimits {
  readonly host: string;
  readonly maxBytes: number;
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
    for await (const chunk of limited(source)) chunks.push(chunk);
  };
  const coding = codingOf(limits.contentEncoding, host);
  if (coding === undefined) await pipeline(stream, collect);
  else await pipeline(stream, limited, decoders[coding](), collect);
  return Buffer.concat(chunks);
}
