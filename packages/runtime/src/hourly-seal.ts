/**
 * Seals for values in large numbers, such as one for each request. Each hour has a key of its own, since one key takes
 * at most 2^32 seals with random initialisation vectors (NIST SP 800-38D §8.3). A sealed value begins with its hour.
 */
import { openBytes, type SecretKey, sealBytes } from './secrets.ts';

const HOUR_MS = 3_600_000;
/** The hour since the epoch, big endian. */
const HOUR_BYTES = 4;

const purposeOf = (purpose: string, hour: number) => `${purpose} ${hour}`;

/**
 * @param nowMs epoch ms
 * @param context has to be the same when it is opened
 * @returns 4 bytes with the hour since the epoch, then the result of `sealBytes`
 */
export function sealHourly(
  key: SecretKey,
  purpose: string,
  plain: Buffer,
  at: { readonly nowMs: number; readonly context: string },
): Buffer {
  const hour = Math.floor(at.nowMs / HOUR_MS);
  const head = Buffer.alloc(HOUR_BYTES);
  head.writeUInt32BE(hour);
  return Buffer.concat([head, sealBytes(key, purposeOf(purpose, hour), plain, at.context)]);
}

/** @returns the plain bytes; undefined when the key, purpose, context or bytes differ from those at sealing */
export function openHourly(
  key: SecretKey,
  purpose: string,
  sealed: Buffer,
  context: string,
): Buffer | undefined {
  if (sealed.length < HOUR_BYTES) return undefined;
  const hour = sealed.readUInt32BE(0);
  return openBytes(key, purposeOf(purpose, hour), sealed.subarray(HOUR_BYTES), context);
}
