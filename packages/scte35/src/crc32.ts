const POLYNOMIAL = 0x04c11db7;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte << 24;
  for (let bit = 0; bit < 8; bit++)
    remainder = remainder & 0x80000000 ? (remainder << 1) ^ POLYNOMIAL : remainder << 1;
  return remainder >>> 0;
});

/** CRC-32/MPEG-2 (ISO/IEC 13818-1 annex A). Over a section with its own CRC the result is 0. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = ((crc << 8) ^ (TABLE[(crc >>> 24) ^ byte] ?? 0)) >>> 0;
  return crc;
}
