/** A splice_insert of ANSI/SCTE 35 §9.7.3: as bytes, and as upper-case hex, the way EXT-X-DATERANGE carries it. */
import { encodeSection } from '@interlude/scte35';

export interface SpliceInsert {
  readonly eventId: number;
  /** Out of the network feed, or back into it. */
  readonly isOut: boolean;
  readonly atSeconds: number;
  readonly durationSeconds?: number;
}

/** 33 bits of 90 kHz: the clock of the transport stream turns every 26.5 hours. */
const TICKS_PER_SECOND = 90_000;
const TURN_TICKS = 2 ** 33;

/** The time as a transport stream's clock has it: modulo 2^33. */
export const spliceTicks = (seconds: number) => Math.round(seconds * TICKS_PER_SECOND) % TURN_TICKS;

export function spliceInsertHex(insert: SpliceInsert): string {
  return Buffer.from(spliceInsertBytes(insert)).toString('hex').toUpperCase();
}

export function spliceInsertBytes(insert: SpliceInsert): Uint8Array {
  const { durationSeconds } = insert;
  return encodeSection({
    pointerField: undefined,
    sapType: 3, // not specified
    protocolVersion: 0,
    encryption: undefined,
    ptsAdjustment: 0,
    cwIndex: 0,
    tier: 0xfff,
    declaredCommandLength: undefined,
    command: {
      kind: 'splice_insert',
      eventId: insert.eventId,
      cancel: false,
      detail: {
        outOfNetwork: insert.isOut,
        immediate: false,
        complianceFlag: true,
        spliceTime: { ptsTime: spliceTicks(insert.atSeconds) },
        components: undefined,
        breakDuration:
          durationSeconds === undefined
            ? undefined
            : { autoReturn: true, durationTicks: Math.round(durationSeconds * TICKS_PER_SECOND) },
        uniqueProgramId: 1,
        availNum: 0,
        availsExpected: 0,
      },
    },
    descriptors: [],
    stuffing: new Uint8Array(),
    crc32: 0,
    crcOk: true,
  });
}
