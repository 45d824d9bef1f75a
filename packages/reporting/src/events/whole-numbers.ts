/**
 * Whole numbers as bytes: seven bits in each, the lowest first, the eighth bit says that more follow (the unsigned
 * LEB128 of DWARF 5, §7.6). Signed numbers alternate: 0, -1, 1, -2 are written as 0, 1, 2, 3.
 */

const sevenBits = 0x80;
/** Numbers below take integer operations. */
const smallNumbers = 2 ** 28;

/** Appends to bytes that grow as they are needed. */
export class WholeNumberWriter {
  #bytes: Uint8Array;
  #length = 0;

  /** @param expected bytes */
  constructor(expected: number) {
    this.#bytes = new Uint8Array(expected);
  }

  /** Begins anew and keeps the buffer for the next numbers. */
  clear(): void {
    this.#length = 0;
  }

  /** Makes room for so many more bytes: the other methods do not grow the buffer. */
  reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const longer = new Uint8Array(2 * (this.#length + count));
    longer.set(this.#bytes);
    this.#bytes = longer;
  }

  /** @param value 0 to 255 */
  byte(value: number): void {
    this.#bytes[this.#length] = value;
    this.#length += 1;
  }

  /** @param value 0 to 2^53 - 1: at most eight bytes */
  whole(value: number): void {
    let rest = value;
    while (rest >= smallNumbers) {
      this.byte((rest % sevenBits) | sevenBits);
      rest = Math.floor(rest / sevenBits);
    }
    while (rest >= sevenBits) {
      this.byte((rest & (sevenBits - 1)) | sevenBits);
      rest >>>= 7;
    }
    this.byte(rest);
  }

  /** @param value -2^52 to 2^52 - 1: at most eight bytes */
  signed(value: number): void {
    this.whole(value < 0 ? -2 * value - 1 : 2 * value);
  }

  /** The bytes written so far; valid until the next write. */
  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}

/** Reads the numbers of a writer. Never throws: beyond the end it gives 0, and `isBroken` is true. */
export class WholeNumberReader {
  readonly #bytes: Uint8Array;
  #at: number;
  #isBroken = false;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** It has read beyond the end. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  byte(): number {
    const value = this.#bytes[this.#at];
    this.#at += 1;
    if (value === undefined) {
      this.#isBroken = true;
      return 0;
    }
    return value;
  }

  whole(): number {
    let byte = this.byte();
    if (byte < sevenBits) return byte;
    let value = byte & (sevenBits - 1);
    let scale = sevenBits;
    do {
      byte = this.byte();
      value += (byte & (sevenBits - 1)) * scale;
      scale *= sevenBits;
    } while (byte >= sevenBits);
    return value;
  }

  signed(): number {
    const value = this.whole();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}
