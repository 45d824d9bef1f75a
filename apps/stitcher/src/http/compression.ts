/**
 * Gzip for large answers (playlists of a long window), for clients that accept it. It runs on Node's own threads, and
 * once for bytes that several answers share. While too many bodies are being compressed, bytes are sent as they are: a
 * player is better served by a larger playlist now than by a smaller one later.
 */
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** Below this, headers and round trips weigh more than what is saved, bytes. */
export const gzipFromBytes = 16_384;
const mostUnderWay = 8;
/** Lines of a playlist are so alike that more than this saves little and costs twice the time. */
const level = 3;

const compress = promisify(gzip);
const known = new WeakMap<Buffer, Promise<Buffer>>();
let underWay = 0;

/** RFC 9110 §12.5.3: `gzip` or `*`, unless its weight is 0. */
export function acceptsGzip({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const accepted = headers['accept-encoding'];
  if (typeof accepted !== 'string') {
    return false;
  }
  const weights = new Map(
    accepted.split(',').map((entry) => {
      const [name = '', ...parameters] = entry.split(';');
      const isRefused = parameters.some((one) => /^\s*q=0(?:\.0*)?\s*$/i.test(one));
      return [name.trim().toLowerCase(), !isRefused];
    }),
  );
  return weights.get('gzip') ?? weights.get('*') ?? false;
}

/** The compressed body; undefined while too many are being made. */
export function gzipped(body: Buffer): Promise<Buffer> | undefined {
  const made = known.get(body);
  if (made || underWay >= mostUnderWay) {
    return made;
  }
  underWay += 1;
  const making = compress(body, { level }).finally(() => {
    underWay -= 1;
  });
  known.set(body, making);
  return making;
}
