/** CRC-32 (IEEE 802.3, reflected, as in zip and Ethernet). */
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) {
    value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return value;
});

/**
 * The checksum as an unsigned 32-bit number.
 * @see IEEE 802.3 §3.2.9
 */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  // By index: for an iterator an object a byte is made.
  for (let at = 0; at < bytes.length; at += 1) {
    crc = (crc >>> 8) ^ (table[(crc ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
