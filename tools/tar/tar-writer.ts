/** A tar archive, written entry by entry (POSIX.1-2001, pax): any tar reads it, whatever the length of a name or a file. */
import { once } from 'node:events';
import type { Writable } from 'node:stream';

const block = 512;
/** Largest size of eleven octal digits, bytes; a larger one is written to a pax header. */
const maxOctal = 8 * 1024 ** 3 - 1;
const maxNameBytes = 100;

const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;

function header(name: string, size: number, atMs: number, type: '0' | 'x'): Buffer {
  const bytes = Buffer.alloc(block);
  bytes.write(name.slice(0, maxNameBytes), 0, maxNameBytes, 'utf8');
  bytes.write(octal(0o600, 7), 100);
  bytes.write(octal(0, 7), 108);
  bytes.write(octal(0, 7), 116);
  bytes.write(octal(Math.min(size, maxOctal), 11), 124);
  bytes.write(octal(Math.floor(atMs / 1_000), 11), 136);
  bytes.write('        ', 148);
  bytes.write(type, 156);
  bytes.write('ustar\0' + '00', 257);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return bytes;
}

/** `<length> key=value\n`, where the length counts itself. */
function paxRecord(key: string, value: string): string {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + String(rest).length;
  length = rest + String(length).length;
  return `${length} ${key}=${value}\n`;
}

const padding = (size: number) => Buffer.alloc((block - (size % block)) % block);

export class TarWriter {
  readonly #out: Writable;
  readonly #atMs: number;

  constructor(out: Writable, atMs: number) {
    this.#out = out;
    this.#atMs = atMs;
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (bytes.length > 0 && !this.#out.write(bytes)) await once(this.#out, 'drain');
  }

  /** @throws {RangeError} when the size of the body is not `size` */
  async add(
    name: string,
    size: number,
    body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<void> {
    const records = [
      ...(Buffer.byteLength(name) > maxNameBytes ? [paxRecord('path', name)] : []),
      ...(size > maxOctal ? [paxRecord('size', String(size))] : []),
    ];
    if (records.length > 0) {
      const text = Buffer.from(records.join(''));
      await this.#write(header('pax', text.length, this.#atMs, 'x'));
      await this.#write(text);
      await this.#write(padding(text.length));
    }
    await this.#write(header(name, size, this.#atMs, '0'));
    let written = 0;
    for await (const part of body) {
      written += part.length;
      if (written <= size) await this.#write(part);
    }
    if (written !== size) throw new RangeError(`${name} has ${written} bytes, not ${size}`);
    await this.#write(padding(size));
  }

  /** Two empty blocks. */
  async end(): Promise<void> {
    await this.#write(Buffer.alloc(2 * block));
  }
}
