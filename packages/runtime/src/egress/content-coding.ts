/** Content codings of answers (RFC 9110 §8.4.1). */
import type { Transform } from 'node:stream';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib';
import { domainError } from '@interlude/contract/errors';

/** `Accept-Encoding` of requests whose answers are read whole: codings that `createDecoder` decodes. */
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

/**
 * The decoder of a Content-Encoding; undefined for none or `identity`. One coding at most: a server that stacks them
 * (RFC 9110 §8.4) is an attack.
 * @throws {DomainError} FETCH_FAILED
 */
export function createDecoder(header: string | undefined, host: string): Transform | undefined {
  const name = (header ?? '').trim().toLowerCase();
  if (name === '' || name === 'identity') return undefined;
  if (isCoding(name)) return decoders[name]();
  throw domainError('FETCH_FAILED', { host, reason: 'its content encoding is not supported' });
}
