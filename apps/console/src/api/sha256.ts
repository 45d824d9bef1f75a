/**
 * SHA-256 (FIPS 180-4) for pages on plain http, where browsers offer no `crypto.subtle`: an
 * installation in a local network must be able to log in. For short texts only.
 */

/** First 32 bits of the fractional parts of a root of the first primes. */
function primeConstants(count: number, root: number): number[] {
  const constants: number[] = [];
  for (let candidate = 2; constants.length < count; candidate += 1) {
    if (isPrime(candidate)) constants.push((candidate ** (1 / root) % 1) * 2 ** 32);
  }
  return constants.map((value) => value | 0);
}

function isPrime(candidate: number): boolean {
  for (let divisor = 2; divisor * divisor <= candidate; divisor += 1) {
    if (candidate % divisor === 0) return false;
  }
  return true;
}

const rotate = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));

export function sha256(message: Uint8Array): Uint8Array {
  const constants = primeConstants(64, 3);
  const state = primeConstants(8, 2);
  const padded = new DataView(new ArrayBuffer(Math.ceil((message.length + 9) / 64) * 64));
  new Uint8Array(padded.buffer).set(message);
  padded.setUint8(message.length, 0x80);
  padded.setUint32(padded.byteLength - 4, message.length * 8);
  for (let offset = 0; offset < padded.byteLength; offset += 64) {
    compress(state, schedule(padded, offset), constants);
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [index, word] of state.entries()) digest.setInt32(index * 4, word);
  return new Uint8Array(digest.buffer);
}

function schedule(block: DataView, offset: number): number[] {
  const words = Array.from({ length: 16 }, (_, index) => block.getInt32(offset + index * 4));
  const at = (index: number) => words[index] ?? 0;
  for (let index = 16; index < 64; index += 1) {
    const a = at(index - 15);
    const b = at(index - 2);
    const small0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
    const small1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
    words.push((at(index - 16) + small0 + at(index - 7) + small1) | 0);
  }
  return words;
}

function compress(state: number[], words: readonly number[], constants: readonly number[]): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (const [index, word] of words.entries()) {
    const big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = h + big1 + ((e & f) ^ (~e & g)) + (constants[index] ?? 0) + word;
    const big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const second = big0 + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  const worked = [a, b, c, d, e, f, g, h];
  for (const [index, word] of worked.entries()) state[index] = ((state[index] ?? 0) + word) | 0;
}
