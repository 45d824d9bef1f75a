/** For tests: writes H.264 headers that declare given values. */

/** Bits of Exp-Golomb codes and plain numbers. */
function bitsOf(parts: readonly (readonly ['u', number, number] | readonly ['ue', number])[]) {
  const text = parts.map((part) => {
    if (part[0] === 'u') return part[2].toString(2).padStart(part[1], '0');
    const code = (part[1] + 1).toString(2);
    return '0'.repeat(code.length - 1) + code;
  });
  const bits = `${text.join('')}1`;
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0');
  return Buffer.from((padded.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Bytes that would look like a start code are guarded (§7.4.1). */
function guarded(payload: Buffer): Buffer {
  const out: number[] = [];
  let zeros = 0;
  for (const byte of payload) {
    if (zeros >= 2 && byte <= 3) {
      out.push(3);
      zeros = 0;
    }
    out.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Buffer.from(out);
}

export interface Declared {
  readonly macroblocks: readonly [number, number];
  readonly frames: number;
  /** `chroma_format_idc`, and bits of a sample. */
  readonly chroma?: readonly [number, number];
}

/** A sequence parameter set of the High 4:2:2 profile. */
export function parameterSet({ macroblocks: [width, height], frames, chroma = [1, 8] }: Declared) {
  const depth = ['ue', chroma[1] - 8] as const;
  const head = [
    ['u', 8, 122],
    ['u', 16, 0x00_34],
    ['ue', 0],
    ['ue', chroma[0]],
    ...(chroma[0] === 3 ? [['u', 1, 0] as const] : []),
  ] as const;
  const order = [
    ['u', 2, 0],
    ['ue', 0],
    ['ue', 0],
    ['ue', 0],
  ] as const;
  const size = [
    ['ue', width - 1],
    ['ue', height - 1],
    ['u', 1, 1],
  ] as const;
  const bits = bitsOf([...head, depth, depth, ...order, ['ue', frames], ['u', 1, 0], ...size]);
  return Buffer.concat([Buffer.from([0x67]), guarded(bits)]);
}

/** An AVCDecoderConfigurationRecord with this parameter set alone. */
export function configurationRecord(unit: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(unit.length, 0);
  return Buffer.concat([Buffer.from([1, 122, 0, 52, 0xff, 0xe1]), length, unit]);
}
