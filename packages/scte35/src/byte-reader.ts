/** A read past the end; never leaves the package. */
export class EndOfBytes extends Error {}

/** Big-endian reader of whole bytes; flags and 33-bit fields are taken apart by the caller. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #at: number;

  constructor(bytes: Uint8Array, at = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#at = at;
    this.#end = Math.min(end, bytes.length);
  }

  get position(): number {
    return this.#at;
  }

  get remaining(): number {
    return this.#end - this.#at;
  }

  u8(): number {
    const byte = this.#at < this.#end ? this.#bytes[this.#at] : undefined;
    if (byte === undefined) throw new EndOfBytes('read past the end');
    this.#at++;
    return byte;
  }

  /** Unsigned integer of up to six bytes (exact below 2^53). */
  uint(byteCount: number): number {
    let value = 0;
    for (let index = 0; index < byteCount; index++) value = value * 256 + this.u8();
    return value;
  }

  /** A first byte with seven leading bits of other use, then 32 bits: the flags and the 33-bit value. */
  flagsAnd33(): { flags: number; value: number } {
    const first = this.u8();
    return { flags: first, value: (first & 1) * 2 ** 32 + this.uint(4) };
  }

  bytes(count: number): Uint8Array {
    if (count > this.remaining) throw new EndOfBytes('read past the end');
    const part = this.#bytes.slice(this.#at, this.#at + count);
    this.#at += count;
    return part;
  }
}

export class ByteWriter {
  readonly #bytes: number[] = [];

  get length(): number {
    return this.#bytes.length;
  }

  u8(value: number): void {
    this.#bytes.push(value & 0xff);
  }

  uint(value: number, byteCount: number): void {
    for (let shift = byteCount - 1; shift >= 0; shift--)
      this.u8(Math.floor(value / 256 ** shift) % 256);
  }

  /** Seven bits of flags (the upper ones of `flags`) and a 33-bit value. */
  flagsAnd33(flags: number, value: number): void {
    this.u8((flags & 0xfe) | (Math.floor(value / 2 ** 32) & 1));
    this.uint(value % 2 ** 32, 4);
  }

  bytes(part: Uint8Array): void {
    for (const byte of part) this.#bytes.push(byte);
  }

  finish(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}
