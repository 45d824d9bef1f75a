/**
 * HyperLogLog with 4,096 registers (p = 12): standard error 1.6 %. Sketches merge by maximum, so
 * adding one twice changes nothing. Sparse form while small: 3 bytes an entry
 * (`index << 6 | rank`, big endian, ascending); dense form: 4,096 bytes. 4,096 is no multiple of 3,
 * so the length distinguishes them.
 * @see Flajolet et al., HyperLogLog (2007), with linear counting below 2.5 m
 */
import { hash64 } from './hash-64.ts';

const registerCount = 4096;
const indexBits = 12;
const maxSparseEntries = Math.floor((registerCount - 1) / 3);

export type Sketch = Uint8Array;

/** Register and rank (1..53) of a text. */
function place(text: string): [index: number, rank: number] {
  const [high, low] = hash64(text);
  const rest = (high << indexBits) >>> 0;
  const zeros = rest === 0 ? 32 - indexBits + Math.clz32(low) : Math.clz32(rest);
  return [high >>> (32 - indexBits), zeros + 1];
}

function toDense(sketch: Sketch): Uint8Array {
  if (sketch.length === registerCount) {
    return sketch.slice();
  }
  const registers = new Uint8Array(registerCount);
  for (let offset = 0; offset + 3 <= sketch.length; offset += 3) {
    const entry =
      ((sketch[offset] ?? 0) << 16) | ((sketch[offset + 1] ?? 0) << 8) | (sketch[offset + 2] ?? 0);
    const index = (entry >>> 6) % registerCount;
    registers[index] = Math.max(registers[index] ?? 0, entry & 63);
  }
  return registers;
}

function compact(registers: Uint8Array): Sketch {
  let used = 0;
  for (const rank of registers) {
    used += rank === 0 ? 0 : 1;
  }
  if (used > maxSparseEntries) {
    return registers;
  }
  const sparse = new Uint8Array(used * 3);
  let offset = 0;
  for (let index = 0; index < registerCount; index += 1) {
    const rank = registers[index] ?? 0;
    if (rank > 0) {
      const entry = (index << 6) | rank;
      sparse[offset] = entry >>> 16;
      sparse[offset + 1] = (entry >>> 8) & 0xff;
      sparse[offset + 2] = entry & 0xff;
      offset += 3;
    }
  }
  return sparse;
}

/**
 * The sketch of these values; equal values count once.
 * @returns a HyperLogLog of fixed size
 * @see Flajolet et al., HyperLogLog (2007)
 */
export function sketchOf(values: Iterable<string>): Sketch {
  const registers = new Uint8Array(registerCount);
  for (const value of values) {
    const [index, rank] = place(value);
    registers[index] = Math.max(registers[index] ?? 0, rank);
  }
  return compact(registers);
}

/**
 * The sketch of the union.
 * @returns an empty sketch for none
 * @see Flajolet et al., HyperLogLog (2007)
 */
export function mergeSketches(sketches: Iterable<Sketch>): Sketch {
  const registers = new Uint8Array(registerCount);
  for (const sketch of sketches) {
    const dense = toDense(sketch);
    for (let index = 0; index < registerCount; index += 1) {
      registers[index] = Math.max(registers[index] ?? 0, dense[index] ?? 0);
    }
  }
  return compact(registers);
}

/**
 * About how many different values went in.
 * @returns a whole number, within a few per cent
 * @see Flajolet et al., HyperLogLog (2007)
 */
export function estimateUniques(sketch: Sketch): number {
  const registers = toDense(sketch);
  let sum = 0;
  let zeros = 0;
  for (const rank of registers) {
    sum += 2 ** -rank;
    zeros += rank === 0 ? 1 : 0;
  }
  const alpha = 0.7213 / (1 + 1.079 / registerCount);
  const raw = (alpha * registerCount * registerCount) / sum;
  const small = raw <= 2.5 * registerCount && zeros > 0;
  return Math.round(small ? registerCount * Math.log(registerCount / zeros) : raw);
}
