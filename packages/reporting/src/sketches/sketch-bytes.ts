/**
 * Sketches as bytes. The first byte is a form and the precision, then follows
 *
 * - a list: for each used register, ascending, one byte of rank (3 bits, 0 = the rank is in the next byte) and gap to
 *   the register before (5 bits, 31 = the gap is in the next two bytes); or
 * - nibbles: the least rank, then for each register its rank above that in 4 bits (high half first, 15 = the rank is
 *   listed), then the listed ranks, each with its register (3 bytes).
 *
 * The shorter one is written, so equal sets have equal bytes. No bytes are the empty set at any precision.
 *
 * Releases before 0051 wrote 4,096 registers, a byte each, or 3 bytes for each used register (`index << 6 | rank`,
 * ascending). Their first byte is below 54, that of the forms above is 128 at least.
 */
import { maxRankOf, Registers } from './registers.ts';

export type Sketch = Uint8Array;

/** Bytes that are no sketch: of another release, or damaged. */
export class SketchUnreadable extends Error {
  override readonly name = 'SketchUnreadable';
}

const minPrecision = 12;
const maxPrecision = 16;
const listForm = 0x80;
const nibbleForm = 0xa0;
const formBits = 0xe0;
const precisionBits = 0x1f;
const oldPrecision = 12;
const oldRegisters = 2 ** oldPrecision;
const maxShortRank = 7;
/** A gap of 1 is written as 0. */
const longGap = 31;
const listedNibble = 15;

function refuse(reason: string): never {
  throw new SketchUnreadable(`the sketch is not readable: ${reason}`);
}

/** The byte at an offset, which must be inside of the sketch. */
function byteAt(sketch: Sketch, offset: number): number {
  return sketch[offset] ?? refuse('it ends early');
}

interface Bounds {
  /** Registers. */
  readonly size: number;
  readonly maxRank: number;
}

const boundsOf = ({ size, precision }: Registers): Bounds => ({
  size,
  maxRank: maxRankOf(precision),
});

function check(index: number, rank: number, { size, maxRank }: Bounds): void {
  if (index >= size || rank < 1 || rank > maxRank) refuse('a register or rank is out of range');
}

function readOldList(sketch: Sketch, registers: Registers): void {
  const bounds = boundsOf(registers);
  let last = -1;
  for (let offset = 0; offset < sketch.length; offset += 3) {
    const entry =
      (byteAt(sketch, offset) << 16) |
      (byteAt(sketch, offset + 1) << 8) |
      byteAt(sketch, offset + 2);
    const index = entry >>> 6;
    if (index <= last || index >= oldRegisters) refuse('its registers are not ascending');
    last = index;
    check(index, entry & 63, bounds);
    registers.raise(index, entry & 63);
  }
}

function readOld(sketch: Sketch, registers: Registers): void {
  if (sketch.length > oldRegisters) refuse('it is too long');
  if (sketch.length < oldRegisters) {
    readOldList(sketch, registers);
    return;
  }
  const bounds = boundsOf(registers);
  for (const [index, rank] of sketch.entries()) {
    if (rank === 0) continue;
    check(index, rank, bounds);
    registers.raise(index, rank);
  }
}

/**
 * Reads a list. The range is checked once, after the loop: registers ascend, and short ranks are always in range. A
 * report reads thousands of lists, and a check for each register would be a good part of the time.
 * @returns how many registers are used then
 */
function raiseListed(
  sketch: Sketch,
  { size, maxRank }: Bounds,
  ranks: Uint8Array,
  used: Uint16Array,
  usedCount: number,
): number {
  let count = usedCount;
  let index = -1;
  for (let offset = 1; offset < sketch.length; ) {
    const head = sketch[offset] as number;
    offset += 1;
    let rank = head >>> 5;
    if (rank === 0) {
      rank = byteAt(sketch, offset);
      offset += 1;
      if (rank < 1 || rank > maxRank) refuse('a rank is out of range');
    }
    let gap = head & longGap;
    if (gap === longGap) {
      gap = (byteAt(sketch, offset) << 8) | byteAt(sketch, offset + 1);
      offset += 2;
    }
    index += gap + 1;
    const before = ranks[index] as number;
    if (rank <= before) continue;
    if (before === 0) used[count++] = index;
    ranks[index] = rank;
  }
  if (index >= size) refuse('a register is out of range');
  return count;
}

function readList(sketch: Sketch, registers: Registers): void {
  const bounds = boundsOf(registers);
  registers.raiseMany((ranks, used, count) => raiseListed(sketch, bounds, ranks, used, count));
}

/** The next listed rank, which must be that of the register. */
function listedRank(sketch: Sketch, offset: number, index: number): number {
  const at = (byteAt(sketch, offset) << 8) | byteAt(sketch, offset + 1);
  if (at !== index) refuse('its ranks are not listed in order');
  return byteAt(sketch, offset + 2);
}

function readNibbles(sketch: Sketch, registers: Registers): void {
  const { size, ranks } = registers;
  const bounds = boundsOf(registers);
  const least = byteAt(sketch, 1);
  const end = 2 + size / 2;
  let listed = end;
  if (sketch.length < end) refuse('it ends early');
  const take = (index: number, above: number) => {
    let rank = least + above;
    if (above === listedNibble) {
      rank = listedRank(sketch, listed, index);
      listed += 3;
    }
    check(index, rank, bounds);
    registers.raise(index, rank);
  };
  for (let offset = 2, index = 0; offset < end; offset += 1, index += 2) {
    const pair = sketch[offset] ?? 0;
    const high = pair >>> 4;
    const low = pair & listedNibble;
    // In a union of many most registers have these ranks already.
    if (high === listedNibble || least + high > (ranks[index] ?? 0)) take(index, high);
    if (low === listedNibble || least + low > (ranks[index + 1] ?? 0)) take(index + 1, low);
  }
  if (listed !== sketch.length) refuse('more bytes follow');
}

function precisionOf(sketch: Sketch): number {
  const first = sketch[0] ?? 0;
  if (first < listForm) return oldPrecision;
  const precision = first & precisionBits;
  if (precision < minPrecision || precision > maxPrecision) refuse('its precision is unknown');
  return precision;
}

function read(sketch: Sketch, registers: Registers): void {
  const first = sketch[0] ?? 0;
  const form = first & formBits;
  if (first < listForm) readOld(sketch, registers);
  else if (form === listForm) readList(sketch, registers);
  else if (form === nibbleForm) readNibbles(sketch, registers);
  else refuse('its form is unknown');
}

/**
 * Unites registers with a sketch, at the lower precision of the two.
 * @throws {SketchUnreadable} the registers then have a part of it
 */
export function addSketchTo(registers: Registers, sketch: Sketch): void {
  if (sketch.length === 0) return;
  const precision = precisionOf(sketch);
  registers.foldTo(precision);
  if (precision === registers.precision) {
    read(sketch, registers);
    return;
  }
  const finer = new Registers(precision);
  read(sketch, finer);
  registers.raiseFolded(finer);
}

/** Writes at most `room` bytes; undefined when they do not suffice. */
function writeList(registers: Registers, used: Uint16Array, room: number): Sketch | undefined {
  if (used.length >= room) return undefined;
  const bytes = new Uint8Array(Math.min(room, 1 + used.length * 4));
  bytes[0] = listForm | registers.precision;
  let offset = 1;
  let last = -1;
  for (const index of used) {
    if (offset + 4 > room) return undefined;
    const gap = index - last - 1;
    const rank = registers.rankAt(index);
    last = index;
    bytes[offset] = (rank <= maxShortRank ? rank << 5 : 0) | Math.min(gap, longGap);
    offset += 1;
    if (rank > maxShortRank) {
      bytes[offset] = rank;
      offset += 1;
    }
    if (gap >= longGap) {
      bytes[offset] = gap >>> 8;
      bytes[offset + 1] = gap & 0xff;
      offset += 2;
    }
  }
  return bytes.slice(0, offset);
}

function writeNibbles(registers: Registers, used: Uint16Array): Sketch {
  const size = 2 ** registers.precision;
  let least = used.length < size ? 0 : maxRankOf(registers.precision);
  if (least > 0) for (const index of used) least = Math.min(least, registers.rankAt(index));
  const listed: number[] = [];
  const nibbles = new Uint8Array(2 + size / 2);
  nibbles[0] = nibbleForm | registers.precision;
  nibbles[1] = least;
  for (const index of used) {
    const rank = registers.rankAt(index);
    const above = Math.min(listedNibble, rank - least);
    if (above === listedNibble) listed.push(index >>> 8, index & 0xff, rank);
    const place = 2 + (index >>> 1);
    nibbles[place] = (nibbles[place] ?? 0) | (index % 2 === 0 ? above << 4 : above);
  }
  if (listed.length === 0) return nibbles;
  const bytes = new Uint8Array(nibbles.length + listed.length);
  bytes.set(nibbles);
  bytes.set(listed, nibbles.length);
  return bytes;
}

/** The shorter form; no bytes for the empty set. */
export function bytesOf(registers: Registers): Sketch {
  if (registers.usedCount === 0) return new Uint8Array(0);
  const used = registers.used();
  const roomOfNibbles = 2 + 2 ** (registers.precision - 1);
  return writeList(registers, used, roomOfNibbles) ?? writeNibbles(registers, used);
}
