/**
 * SHA-256 (FIPS 180-4) of a text in UTF-8, as hex. The platform's own is asynchronous in a browser and a Node
 * module elsewhere; identifiers have to come out of a pure function.
 */

const primes = (() => {
  const found: number[] = [];
  for (let candidate = 2; found.length < 64; candidate += 1) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  }
  return found;
})();

/** The first 32 bits of the fraction (FIPS 180-4 4.2.2, 5.3.3). */
const fractionBits = (value: number) => ((value - Math.floor(value)) * 2 ** 32) | 0;
const roundConstants = Int32Array.from(primes, (prime) => fractionBits(Math.cbrt(prime)));
const startValues = Int32Array.from(primes.slice(0, 8), (prime) => fractionBits(Math.sqrt(prime)));

const rotate = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));

/** The text, a one bit, zeros, and its length in bits: a whole number of blocks. */
function padded(text: string): DataView {
  const bytes = new TextEncoder().encode(text);
  const blocks = Math.ceil((bytes.length + 9) / 64);
  const message = new Uint8Array(blocks * 64);
  message.set(bytes);
  message[bytes.length] = 0x80;
  const view = new DataView(message.buffer);
  view.setBigUint64(message.length - 8, BigInt(bytes.length) * 8n);
  return view;
}

function schedule(message: DataView, block: number): Int32Array {
  const words = new Int32Array(64);
  for (let t = 0; t < 16; t += 1) words[t] = message.getInt32(block + t * 4);
  for (let t = 16; t < 64; t += 1) {
    const [before15 = 0, before2 = 0] = [words[t - 15], words[t - 2]];
    const small0 = rotate(before15, 7) ^ rotate(before15, 18) ^ (before15 >>> 3);
    const small1 = rotate(before2, 17) ^ rotate(before2, 19) ^ (before2 >>> 10);
    words[t] = (words[t - 16] ?? 0) + small0 + (words[t - 7] ?? 0) + small1;
  }
  return words;
}

function compress(hash: Int32Array, words: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let t = 0; t < 64; t += 1) {
    const big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + big1 + choice + (roundConstants[t] ?? 0) + (words[t] ?? 0)) | 0;
    const big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + big0 + majority) | 0];
  }
  for (const [index, value] of [a, b, c, d, e, f, g, h].entries()) {
    hash[index] = (hash[index] ?? 0) + value;
  }
}

export function sha256Hex(text: string): string {
  const message = padded(text);
  const hash = Int32Array.from(startValues);
  for (let block = 0; block < message.byteLength; block += 64) {
    compress(hash, schedule(message, block));
  }
  return [...hash].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}
