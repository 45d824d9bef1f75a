/** Memory that a sequence parameter set of H.264 demands of a decoder (Rec. ITU-T H.264 §7.3.2.1.1). */

export interface H264Parameters {
  /** Pixels as coded, in whole macroblocks. */
  readonly width: number;
  readonly height: number;
  /** Frames that a decoder keeps for prediction, `max_num_ref_frames`. */
  readonly referenceFrames: number;
  /** Bytes of a decoded frame: samples of more than 8 bits take two. */
  readonly frameBytes: number;
}

/** `profile_idc` of profiles whose parameter sets declare chroma format and bit depth. */
const chromaProfiles = new Set([44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244]);
/** Samples of a pixel by `chroma_format_idc`: monochrome, 4:2:0, 4:2:2, 4:4:4. */
const samplesOfPixel = [1, 1.5, 2, 3] as const;
const chroma444 = 3;
const MACROBLOCK = 16;
/** Of Exp-Golomb codes: a longer prefix is none (§9.1). */
const MAX_PREFIX_BITS = 32;
/** Of `num_ref_frames_in_pic_order_cnt_cycle`. */
const MAX_CYCLE = 255;

class TooShortError extends Error {}

class Bits {
  readonly #bytes: readonly number[];
  #at = 0;

  constructor(bytes: readonly number[]) {
    this.#bytes = bytes;
  }

  bit(): number {
    const byte = this.#bytes[this.#at >> 3];
    if (byte === undefined) throw new TooShortError();
    const bit = (byte >> (7 - (this.#at & 7))) & 1;
    this.#at += 1;
    return bit;
  }

  bits(count: number): number {
    let value = 0;
    for (let index = 0; index < count; index += 1) value = value * 2 + this.bit();
    return value;
  }

  /** ue(v) */
  unsigned(): number {
    let zeros = 0;
    while (this.bit() === 0) {
      zeros += 1;
      if (zeros > MAX_PREFIX_BITS) throw new TooShortError();
    }
    return 2 ** zeros - 1 + this.bits(zeros);
  }

  /** se(v) */
  signed(): number {
    const code = this.unsigned();
    return code % 2 === 1 ? (code + 1) / 2 : -code / 2;
  }
}

/** Without the bytes that keep start codes out (§7.3.1). */
function payloadOf(unit: Uint8Array): number[] {
  const payload: number[] = [];
  let zeros = 0;
  for (const byte of unit) {
    const isGuard = zeros >= 2 && byte === 3;
    zeros = byte === 0 ? zeros + 1 : 0;
    if (!isGuard) payload.push(byte);
  }
  return payload;
}

function skipScalingLists(bits: Bits, lists: number): void {
  for (let list = 0; list < lists; list += 1) {
    if (bits.bit() === 0) continue;
    const size = list < 6 ? 16 : 64;
    let last = 8;
    let next = 8;
    for (let index = 0; index < size; index += 1) {
      if (next !== 0) next = (last + bits.signed() + 256) % 256;
      if (next !== 0) last = next;
    }
  }
}

function readChroma(bits: Bits): { readonly samples: number; readonly bytes: number } {
  const format = bits.unsigned();
  if (format === chroma444) bits.bit();
  const depth = 8 + Math.max(bits.unsigned(), bits.unsigned());
  bits.bit();
  if (bits.bit() === 1) skipScalingLists(bits, format === chroma444 ? 12 : 8);
  return { samples: samplesOfPixel[format] ?? 3, bytes: depth > 8 ? 2 : 1 };
}

function skipOrder(bits: Bits): void {
  const type = bits.unsigned();
  if (type === 0) bits.unsigned();
  if (type !== 1) return;
  bits.bit();
  bits.signed();
  bits.signed();
  const cycle = Math.min(bits.unsigned(), MAX_CYCLE);
  for (let index = 0; index < cycle; index += 1) bits.signed();
}

function read(unit: Uint8Array): H264Parameters {
  const bits = new Bits(payloadOf(unit.subarray(1)));
  const profile = bits.bits(8);
  bits.bits(16);
  bits.unsigned();
  const { samples, bytes } = chromaProfiles.has(profile)
    ? readChroma(bits)
    : { samples: 1.5, bytes: 1 };
  bits.unsigned();
  skipOrder(bits);
  const referenceFrames = bits.unsigned();
  bits.bit();
  const width = (bits.unsigned() + 1) * MACROBLOCK;
  const units = bits.unsigned() + 1;
  const height = units * MACROBLOCK * (bits.bit() === 1 ? 1 : 2);
  return { width, height, referenceFrames, frameBytes: width * height * samples * bytes };
}

/**
 * Reads a NAL unit of type 7.
 * @returns undefined when it ends too early
 */
export function readH264Parameters(unit: Uint8Array): H264Parameters | undefined {
  try {
    return read(unit);
  } catch (error) {
    if (error instanceof TooShortError) return undefined;
    throw error;
  }
}

/** The parameter sets of an AVCDecoderConfigurationRecord (ISO/IEC 14496-15 §5.3.3.1.2), as far as it reaches. */
export function* setsOfRecord(record: Uint8Array): Generator<Uint8Array> {
  const count = (record[5] ?? 0) & 31;
  let at = 6;
  for (let index = 0; index < count; index += 1) {
    const length = ((record[at] ?? 0) << 8) | (record[at + 1] ?? 0);
    at += 2;
    if (length === 0 || at + length > record.length) return;
    yield record.subarray(at, at + length);
    at += length;
  }
}

const parameterSetType = 7;
const startCode = Buffer.from([0, 0, 1]);

/** The parameter sets of a byte stream (annex B). */
function* setsOfByteStream(bytes: Buffer): Generator<Uint8Array> {
  let at = bytes.indexOf(startCode);
  while (at >= 0) {
    const next = bytes.indexOf(startCode, at + startCode.length);
    const unit = bytes.subarray(at + startCode.length, next < 0 ? bytes.length : next);
    if (((unit[0] ?? 0) & 31) === parameterSetType) yield unit;
    at = next;
  }
}

/** The sequence parameter sets of a stream's header: a configuration record, which begins with its version, or a byte stream. */
export function parameterSetsIn(header: Uint8Array): Iterable<Uint8Array> {
  return header[0] === 1 ? setsOfRecord(header) : setsOfByteStream(Buffer.from(header));
}
