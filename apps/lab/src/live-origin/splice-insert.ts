/** A splice_insert of ANSI/SCTE 35 §9.7.3 as upper-case hex, the way EXT-X-DATERANGE carries it. */

export interface SpliceInsert {
  readonly eventId: number;
  /** Out of the network feed, or back into it. */
  readonly isOut: boolean;
  readonly atSeconds: number;
  readonly durationSeconds?: number;
}

const TICKS_PER_SECOND = 90_000;
const MASK_33 = 0x1_ffff_ffffn;

export function spliceInsertHex(insert: SpliceInsert): string {
  const command = [
    ...word(insert.eventId >>> 0),
    0x7f, // not cancelled
    insert.isOut ? 0xef : 0x4f, // out_of_network, program_splice, duration flag; not immediate
    ...time(0xfe, insert.atSeconds),
    ...(insert.isOut ? time(0xfe, insert.durationSeconds ?? 0) : []),
    ...[0, 1, 0, 0], // unique_program_id 1, no avails
  ];
  const body = [
    ...[0, 0, 0, 0, 0, 0], // protocol version, not encrypted, pts_adjustment 0
    0, // cw_index
    ...[0xff, 0xf0 | (command.length >> 8), command.length & 255],
    5, // splice_insert
    ...command,
    ...[0, 0], // no descriptors
  ];
  const length = body.length + 4;
  const section = [0xfc, 0x30 | (length >> 8), length & 255, ...body];
  const bytes = Buffer.from([...section, ...word(crc32Mpeg(section))]);
  return bytes.toString('hex').toUpperCase();
}

const word = (value: number) => [
  value >>> 24,
  (value >>> 16) & 255,
  (value >>> 8) & 255,
  value & 255,
];

/** 33 bits of 90 kHz ticks behind seven flag bits. */
function time(flags: number, seconds: number): number[] {
  const ticks = BigInt(Math.round(seconds * TICKS_PER_SECOND)) & MASK_33;
  return [flags | Number(ticks >> 32n), ...word(Number(ticks & 0xffff_ffffn))];
}

/** CRC-32/MPEG-2: no reflection, no final inversion. */
function crc32Mpeg(bytes: readonly number[]): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = crc & 0x8000_0000 ? (crc << 1) ^ 0x04c1_1db7 : crc << 1;
    }
  }
  return crc >>> 0;
}
