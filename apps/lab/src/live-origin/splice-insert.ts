/** SCTE 35 messages of the live channel: splice_insert (§9.7.3), or time_signal with a segmentation descriptor (§10.3.3). */
import { encodeSection, type SpliceCommand, type SpliceDescriptor } from '@interlude/scte35';

export interface SpliceInsert {
  readonly eventId: number;
  /** Out of the network feed, or back into it. */
  readonly isOut: boolean;
  readonly atSeconds: number;
  readonly durationSeconds?: number;
}

/** 33 bits of 90 kHz: the clock of the transport stream wraps every 26.5 hours. */
const TICKS_PER_SECOND = 90_000;
const TURN_TICKS = 2 ** 33;
/** Provider placement opportunity, start and end (Table 23). */
const PLACEMENT_START = 0x34;
const PLACEMENT_END = 0x35;

const ticksOf = (seconds: number) => Math.round(seconds * TICKS_PER_SECOND);
/** The time as a transport stream's clock has it: modulo 2^33. */
export const spliceTicks = (seconds: number) => ticksOf(seconds) % TURN_TICKS;

export const upperHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase();

export function spliceInsertBytes(insert: SpliceInsert): Uint8Array {
  const { durationSeconds } = insert;
  const command: SpliceCommand = {
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
          : { autoReturn: true, durationTicks: ticksOf(durationSeconds) },
      uniqueProgramId: 1,
      availNum: 0,
      availsExpected: 0,
    },
  };
  return section(command, []);
}

/** The same splice as a placement opportunity. */
export function timeSignalBytes(insert: SpliceInsert): Uint8Array {
  const { durationSeconds } = insert;
  const descriptor: SpliceDescriptor = {
    kind: 'segmentation',
    eventId: insert.eventId,
    cancel: false,
    detail: {
      complianceFlag: true,
      components: undefined,
      durationTicks: durationSeconds === undefined ? undefined : ticksOf(durationSeconds),
      restrictions: undefined,
      upid: { type: 0, bytes: new Uint8Array(), text: undefined, mpu: undefined, mid: [] },
      typeId: insert.isOut ? PLACEMENT_START : PLACEMENT_END,
      segmentNum: 1,
      segmentsExpected: 1,
      subSegmentNum: undefined,
      subSegmentsExpected: undefined,
    },
  };
  const spliceTime = { ptsTime: spliceTicks(insert.atSeconds) };
  return section({ kind: 'time_signal', spliceTime }, [descriptor]);
}

function section(command: SpliceCommand, descriptors: readonly SpliceDescriptor[]): Uint8Array {
  return encodeSection({
    pointerField: undefined,
    sapType: 3, // not specified
    protocolVersion: 0,
    encryption: undefined,
    ptsAdjustment: 0,
    cwIndex: 0,
    tier: 0xfff,
    declaredCommandLength: undefined,
    command,
    descriptors,
    stuffing: new Uint8Array(),
    crc32: 0,
    crcOk: true,
  });
}
