/** CRC-32 (IEEE 802.3, reflected, as in zip and Ethernet), eight bytes at a time. */
const bytesAtOnce = 8;

/** Row n: checksums of a byte that n bytes follow. */
const table = new Uint32Array(256 * bytesAtOnce);
for (let byte = 0; byte < 256; byte += 1) {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) {
    value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  table[byte] = value >>> 0;
}
for (let at = 256; at < table.length; at += 1) {
  const before = table[at - 256] ?? 0;
  table[at] = (before >>> 8) ^ (table[before & 0xff] ?? 0);
}

const entry = (followedBy: number, byte: number) => table[followedBy * 256 + (byte & 0xff)] ?? 0;

/**
 * The checksum as an unsigned 32-bit number.
 * @see IEEE 802.3 §3.2.9
 */
export function crc32(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole = bytes.length - (bytes.length % bytesAtOnce);
  let crc = 0xffffffff;
  let at = 0;
  for (; at < whole; at += bytesAtOnce) {
    const first = view.getUint32(at, true) ^ crc;
    const second = view.getUint32(at + 4, true);
    crc =
      entry(7, first) ^
      entry(6, first >>> 8) ^
      entry(5, first >>> 16) ^
      entry(4, first >>> 24) ^
      entry(3, second) ^
      entry(2, second >>> 8) ^
      entry(1, second >>> 16) ^
      entry(0, second >>> 24);
  }
  // By index: an iterator makes an object for each byte.
  for (; at < bytes.length; at += 1) {
    crc = (crc >>> 8) ^ entry(0, crc ^ (bytes[at] ?? 0));
  }
  return (crc ^ 0xffffffff) >>> 0;
}
