import { ByteReader, EndOfBytes } from './byte-reader.ts';
import { crc32 } from './crc32.ts';
import { decodeCommand } from './decode-command.ts';
import { decodeDescriptor } from './decode-descriptor.ts';
import type { SpliceCommand, SpliceDescriptor, SpliceInfoSection } from './section.ts';

export type Scte35WarningCode =
  /** Not decodable at all: neither base64 nor hex, no table_id 0xFC, or cut off. `section` is undefined. */
  | 'NOT_DECODABLE'
  | 'CRC_MISMATCH'
  | 'ENCRYPTED'
  | 'UNKNOWN_COMMAND'
  | 'COMMAND_LENGTH_WRONG'
  | 'DESCRIPTOR_MALFORMED'
  | 'TRAILING_BYTES';

export interface Scte35Warning {
  readonly code: Scte35WarningCode;
  readonly detail: string;
}

export interface DecodedSection {
  /** Undefined when the message must be refused; the warning says why. */
  readonly section: SpliceInfoSection | undefined;
  readonly warnings: readonly Scte35Warning[];
}

const TABLE_ID = 0xfc;
/** Bytes up to the end of section_length, which counts the bytes behind it (12 bits, 9.6). */
const LENGTH_FIELD_END = 3;
const CRC_BYTES = 4;
const NO_BYTES = new Uint8Array();

/** A refusal from deep inside; never leaves the package. */
class Refused extends Error {}

export function refuse(detail: string): DecodedSection {
  return { section: undefined, warnings: [{ code: 'NOT_DECODABLE', detail }] };
}

/** Offset of table_id: a pointer_field of a transport stream payload may precede it. */
function findTable(bytes: Uint8Array): { start: number; pointerField: number | undefined } {
  if (bytes[0] === TABLE_ID) return { start: 0, pointerField: undefined };
  const pointer = bytes[0];
  if (pointer !== undefined && bytes[pointer + 1] === TABLE_ID)
    return { start: pointer + 1, pointerField: pointer };
  throw new Refused('table_id is not 0xFC');
}

class SectionDecoder {
  readonly warnings: Scte35Warning[] = [];
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  #warn(code: Scte35WarningCode, detail: string): void {
    if (this.warnings.length < 32) this.warnings.push({ code, detail });
  }

  decode(): SpliceInfoSection {
    const bytes = this.#bytes;
    const { start, pointerField } = findTable(bytes);
    const reader = new ByteReader(bytes, start + 1);
    const lengthField = reader.uint(2);
    const end = start + LENGTH_FIELD_END + (lengthField & 0xfff);
    if (end > bytes.length) throw new Refused('the section is cut off');
    if (end < bytes.length) this.#warn('TRAILING_BYTES', `${bytes.length - end} after the section`);
    const section = bytes.subarray(start, end);
    const crcOk = crc32(section) === 0;
    if (!crcOk) this.#warn('CRC_MISMATCH', '');
    const protocolVersion = reader.u8();
    const { flags, value: ptsAdjustment } = reader.flagsAnd33();
    const encrypted = (flags & 0x80) !== 0;
    const cwIndex = reader.u8();
    const tierAndLength = reader.uint(3);
    const body = new ByteReader(bytes, reader.position, end - CRC_BYTES);
    if (body.remaining < 0) throw new Refused('the section is too short');
    return {
      pointerField,
      sapType: (lengthField >> 12) & 3,
      protocolVersion,
      encryption: undefined,
      ptsAdjustment,
      cwIndex,
      tier: tierAndLength >> 12,
      ...(encrypted
        ? this.#encrypted(body, (flags >> 1) & 0x3f, tierAndLength & 0xfff)
        : this.#clear(body, tierAndLength & 0xfff, end - CRC_BYTES)),
      crc32: new ByteReader(bytes, end - CRC_BYTES, end).uint(4),
      crcOk,
    };
  }

  #encrypted(body: ByteReader, algorithm: number, declaredCommandLength: number) {
    this.#warn('ENCRYPTED', `algorithm ${algorithm}`);
    const command: SpliceCommand = { kind: 'unknown', commandType: -1, bytes: NO_BYTES };
    return {
      encryption: { algorithm, payload: body.bytes(body.remaining) },
      declaredCommandLength,
      command,
      descriptors: [],
      stuffing: NO_BYTES,
    };
  }

  #clear(body: ByteReader, declaredLength: number, end: number) {
    const commandType = body.u8();
    const commandStart = body.position;
    const command = decodeCommand(commandType, body, declaredLength);
    if (command.kind === 'unknown')
      this.#warn('UNKNOWN_COMMAND', `splice_command_type ${commandType}`);
    const actualLength = body.position - commandStart;
    const loopStart = this.#descriptorLoopStart(commandStart, actualLength, declaredLength, end);
    const commandExtra = body.bytes(loopStart - body.position);
    const loop = new ByteReader(this.#bytes, loopStart, end);
    // An unknown command of unknown length has swallowed everything up to the CRC.
    const loopLength = loop.remaining >= 2 ? loop.uint(2) : 0;
    const descriptors = this.#descriptors(loop, loopLength);
    return {
      declaredCommandLength:
        declaredLength === actualLength + commandExtra.length ? undefined : declaredLength,
      command,
      ...(commandExtra.length > 0 && { commandExtra }),
      descriptors,
      stuffing: loop.bytes(loop.remaining),
    };
  }

  /**
   * Start of the descriptor loop: behind the declared splice_command_length when a loop that fits begins there; else
   * behind the syntax of the command. Old messages declare 0xFFF, and splice_null with a declared length of 1 occurs in
   * the field.
   */
  #descriptorLoopStart(start: number, actual: number, declared: number, end: number): number {
    if (declared === actual || declared === 0xfff) return start + actual;
    this.#warn('COMMAND_LENGTH_WRONG', `declared ${declared}, read ${actual}`);
    const at = start + declared;
    const fits =
      declared > actual &&
      at + 2 <= end &&
      at + 2 + new ByteReader(this.#bytes, at, end).uint(2) <= end;
    return start + (fits ? declared : actual);
  }

  #descriptors(loop: ByteReader, loopLength: number): SpliceDescriptor[] {
    if (loopLength > loop.remaining) throw new Refused('the descriptor loop is cut off');
    const descriptors: SpliceDescriptor[] = [];
    const endsWith = loop.remaining - loopLength;
    while (loop.remaining > endsWith) {
      const tag = loop.u8();
      const length = loop.u8();
      if (length > loop.remaining - endsWith) throw new Refused('a descriptor is cut off');
      const { descriptor, malformed } = decodeDescriptor(tag, loop.bytes(length));
      if (malformed) this.#warn('DESCRIPTOR_MALFORMED', `splice_descriptor_tag ${tag}`);
      descriptors.push(descriptor);
    }
    return descriptors;
  }
}

/**
 * Reads a splice_info_section. Never throws: a message that must be refused has no `section`. A wrong CRC is a warning
 * and `crcOk: false`; the caller decides whether to act on such a message (rule SCTE-S8: no).
 */
export function decodeSection(bytes: Uint8Array): DecodedSection {
  const decoder = new SectionDecoder(bytes);
  try {
    return { section: decoder.decode(), warnings: decoder.warnings };
  } catch (error) {
    if (error instanceof EndOfBytes || error instanceof Refused) return refuse(error.message);
    throw error;
  }
}
