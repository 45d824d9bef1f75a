function mix(hash: number): number {
  let value = hash ^ (hash >>> 16);
  value = Math.imul(value, 0x85ebca6b);
  value ^= value >>> 13;
  value = Math.imul(value, 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/**
 * 64 well-mixed bits of a text as two unsigned 32-bit numbers (two FNV-like rounds, murmur3 finish). Sketches and keys
 * are stored with it: it never changes.
 */
export function hash64(text: string): [high: number, low: number] {
  let high = 0x811c9dc5;
  let low = 0x9e3779b9;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x85ebca77) ^ (low >>> 15);
  }
  return [mix(high ^ text.length), mix(low + Math.imul(high, 0x27d4eb2f))];
}
