/**
 * Ids and randomness of the platform. UUID version 7 (RFC 9562 §5.7): the first 48 bits are the time in
 * milliseconds, so ids made later sort later and primary keys stay local in the index.
 */
import { randomBytes } from 'node:crypto';

/** Random bytes are drawn in blocks: a system call an id would cost more than the id. */
const POOL_BYTES = 4_096;
let pool = randomBytes(POOL_BYTES);
let poolOffset = 0;
let lastMs = 0;
/** 12 bits (rand_a) that count up within one millisecond (§6.2, method 1). */
let counter = 0;

function draw(bytes: number): Buffer {
  if (poolOffset + bytes > POOL_BYTES) {
    pool = randomBytes(POOL_BYTES);
    poolOffset = 0;
  }
  poolOffset += bytes;
  return pool.subarray(poolOffset - bytes, poolOffset);
}

/** The next pair (millisecond, counter); never falls behind an earlier one of this process. */
function tick(nowMs: number): void {
  if (nowMs > lastMs) {
    lastMs = nowMs;
    counter = draw(2).readUInt16BE() & 0x7ff; // upper bit left free: room to count within the millisecond
    return;
  }
  counter += 1;
  if (counter > 0xfff) {
    lastMs += 1;
    counter = 0;
  }
}

/**
 * A new id.
 * @returns a UUID version 7 in its text form, strictly increasing within one process
 * @see RFC 9562 §5.7, §6.2
 */
export function newId(nowMs: number = Date.now()): string {
  tick(nowMs);
  const bytes = Buffer.allocUnsafe(16);
  bytes.writeUIntBE(lastMs, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  draw(8).copy(bytes, 8);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/**
 * Random bytes for tokens and secrets.
 * @returns base64url without padding: 32 bytes give 43 characters
 * @see RFC 4648 §5
 */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}
