import type { ByteReader } from './byte-reader.ts';
import type {
  BreakDuration,
  ScheduledSplice,
  SpliceCommand,
  SpliceInsert,
  SpliceTime,
} from './section.ts';

const CANCEL = 0x80;

function readSpliceTime(reader: ByteReader): SpliceTime {
  const first = reader.u8();
  if ((first & 0x80) === 0) return { ptsTime: undefined };
  return { ptsTime: (first & 1) * 2 ** 32 + reader.uint(4) };
}

function readBreakDuration(reader: ByteReader): BreakDuration {
  const { flags, value } = reader.flagsAnd33();
  return { autoReturn: (flags & 0x80) !== 0, durationTicks: value };
}

function readAvail(reader: ByteReader) {
  return { uniqueProgramId: reader.uint(2), availNum: reader.u8(), availsExpected: reader.u8() };
}

/** `count` entries, each read by `read`; the count is a byte, so it is bounded. */
function readList<T>(reader: ByteReader, read: () => T): T[] {
  return Array.from({ length: reader.u8() }, read);
}

/** SCTE 35 9.7.3 */
function readSpliceInsert(reader: ByteReader): SpliceInsert {
  const eventId = reader.uint(4);
  if ((reader.u8() & CANCEL) !== 0)
    return { kind: 'splice_insert', eventId, cancel: true, detail: undefined };
  const flags = reader.u8();
  const program = (flags & 0x40) !== 0;
  const immediate = (flags & 0x10) !== 0;
  const time = () => (immediate ? undefined : readSpliceTime(reader));
  const spliceTime = program ? time() : undefined;
  const components = program
    ? undefined
    : readList(reader, () => ({ tag: reader.u8(), spliceTime: time() }));
  const breakDuration = (flags & 0x20) !== 0 ? readBreakDuration(reader) : undefined;
  return {
    kind: 'splice_insert',
    eventId,
    cancel: false,
    detail: {
      outOfNetwork: (flags & 0x80) !== 0,
      immediate,
      complianceFlag: (flags & 0x08) !== 0,
      spliceTime,
      components,
      breakDuration,
      ...readAvail(reader),
    },
  };
}

/** SCTE 35 9.7.2 */
function readScheduledSplice(reader: ByteReader): ScheduledSplice {
  const eventId = reader.uint(4);
  if ((reader.u8() & CANCEL) !== 0) return { eventId, cancel: true, detail: undefined };
  const flags = reader.u8();
  const program = (flags & 0x40) !== 0;
  const utcSpliceTime = program ? reader.uint(4) : undefined;
  const components = program
    ? undefined
    : readList(reader, () => ({ tag: reader.u8(), utcSpliceTime: reader.uint(4) }));
  const breakDuration = (flags & 0x20) !== 0 ? readBreakDuration(reader) : undefined;
  return {
    eventId,
    cancel: false,
    detail: {
      outOfNetwork: (flags & 0x80) !== 0,
      utcSpliceTime,
      components,
      breakDuration,
      ...readAvail(reader),
    },
  };
}

/** Bytes that the declared length still holds; all of it when the length is unknown (0xFFF). */
function restOf(reader: ByteReader, consumed: number, declaredLength: number): Uint8Array {
  const rest = Math.max(0, declaredLength - consumed);
  return reader.bytes(declaredLength === 0xfff ? reader.remaining : rest);
}

/** Reads a command by its own syntax; `declaredLength` decides only where the syntax is open. */
export function decodeCommand(
  commandType: number,
  reader: ByteReader,
  declaredLength: number,
): SpliceCommand {
  switch (commandType) {
    case 0x00:
      return { kind: 'splice_null' };
    case 0x04:
      return {
        kind: 'splice_schedule',
        splices: readList(reader, () => readScheduledSplice(reader)),
      };
    case 0x05:
      return readSpliceInsert(reader);
    case 0x06:
      return { kind: 'time_signal', spliceTime: readSpliceTime(reader) };
    case 0x07:
      return { kind: 'bandwidth_reservation' };
    case 0xff:
      return {
        kind: 'private_command',
        identifier: reader.uint(4),
        bytes: restOf(reader, 4, declaredLength),
      };
    default:
      return { kind: 'unknown', commandType, bytes: restOf(reader, 0, declaredLength) };
  }
}
