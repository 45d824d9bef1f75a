import { ByteWriter } from './byte-reader.ts';
import { crc32 } from './crc32.ts';
import { encodeDescriptor } from './encode-descriptor.ts';
import type {
  BreakDuration,
  ScheduledSplice,
  SpliceCommand,
  SpliceInfoSection,
  SpliceInsert,
  SpliceTime,
} from './section.ts';

/** Reserved bits are 1 (SCTE 35 section 4). */
function writeSpliceTime(out: ByteWriter, time: SpliceTime): void {
  if (time.ptsTime === undefined) out.u8(0x7f);
  else out.flagsAnd33(0xfe, time.ptsTime);
}

function writeBreakDuration(out: ByteWriter, duration: BreakDuration | undefined): void {
  if (duration === undefined) return;
  out.flagsAnd33(duration.autoReturn ? 0xfe : 0x7e, duration.durationTicks);
}

function flag(mask: number, on: boolean): number {
  return on ? mask : 0;
}

function writeAvail(
  out: ByteWriter,
  avail: { uniqueProgramId: number; availNum: number; availsExpected: number },
): void {
  out.uint(avail.uniqueProgramId, 2);
  out.u8(avail.availNum);
  out.u8(avail.availsExpected);
}

function writeSpliceInsert(out: ByteWriter, insert: SpliceInsert): void {
  out.uint(insert.eventId, 4);
  const { detail } = insert;
  out.u8(detail === undefined ? 0xff : 0x7f);
  if (detail === undefined) return;
  out.u8(
    flag(0x80, detail.outOfNetwork) |
      flag(0x40, detail.components === undefined) |
      flag(0x20, detail.breakDuration !== undefined) |
      flag(0x10, detail.immediate) |
      flag(0x08, detail.complianceFlag) |
      0x07,
  );
  if (detail.spliceTime !== undefined) writeSpliceTime(out, detail.spliceTime);
  if (detail.components !== undefined) {
    out.u8(detail.components.length);
    for (const component of detail.components) {
      out.u8(component.tag);
      if (component.spliceTime !== undefined) writeSpliceTime(out, component.spliceTime);
    }
  }
  writeBreakDuration(out, detail.breakDuration);
  writeAvail(out, detail);
}

function writeScheduledSplice(out: ByteWriter, splice: ScheduledSplice): void {
  out.uint(splice.eventId, 4);
  const { detail } = splice;
  out.u8(detail === undefined ? 0xff : 0x7f);
  if (detail === undefined) return;
  out.u8(
    flag(0x80, detail.outOfNetwork) |
      flag(0x40, detail.components === undefined) |
      flag(0x20, detail.breakDuration !== undefined) |
      0x1f,
  );
  if (detail.utcSpliceTime !== undefined) out.uint(detail.utcSpliceTime, 4);
  if (detail.components !== undefined) {
    out.u8(detail.components.length);
    for (const component of detail.components) {
      out.u8(component.tag);
      out.uint(component.utcSpliceTime, 4);
    }
  }
  writeBreakDuration(out, detail.breakDuration);
  writeAvail(out, detail);
}

const COMMAND_TYPES = {
  splice_null: 0x00,
  splice_schedule: 0x04,
  splice_insert: 0x05,
  time_signal: 0x06,
  bandwidth_reservation: 0x07,
  private_command: 0xff,
} as const;

function encodeCommand(command: SpliceCommand): { type: number; bytes: Uint8Array } {
  const out = new ByteWriter();
  switch (command.kind) {
    case 'splice_schedule':
      out.u8(command.splices.length);
      for (const splice of command.splices) writeScheduledSplice(out, splice);
      break;
    case 'splice_insert':
      writeSpliceInsert(out, command);
      break;
    case 'time_signal':
      writeSpliceTime(out, command.spliceTime);
      break;
    case 'private_command':
      out.uint(command.identifier, 4);
      out.bytes(command.bytes);
      break;
    case 'unknown':
      return { type: command.commandType, bytes: command.bytes };
  }
  return { type: COMMAND_TYPES[command.kind], bytes: out.finish() };
}

/** A command of unknown length has taken everything up to the CRC when it was read, the descriptor loop too. */
function hasTakenLoop({ command, declaredCommandLength, descriptors }: SpliceInfoSection): boolean {
  const isOpen = command.kind === 'unknown' || command.kind === 'private_command';
  return isOpen && declaredCommandLength === 0xfff && descriptors.length === 0;
}

function encodeBody(section: SpliceInfoSection): { commandLength: number; bytes: Uint8Array } {
  if (section.encryption !== undefined)
    return {
      commandLength: section.declaredCommandLength ?? 0xfff,
      bytes: section.encryption.payload,
    };
  const command = encodeCommand(section.command);
  const descriptors = new ByteWriter();
  for (const descriptor of section.descriptors) encodeDescriptor(descriptors, descriptor);
  const out = new ByteWriter();
  out.u8(command.type);
  out.bytes(command.bytes);
  if (section.commandExtra !== undefined) out.bytes(section.commandExtra);
  if (!hasTakenLoop(section)) out.uint(descriptors.length, 2);
  out.bytes(descriptors.finish());
  out.bytes(section.stuffing);
  return {
    commandLength:
      section.declaredCommandLength ?? command.bytes.length + (section.commandExtra?.length ?? 0),
    bytes: out.finish(),
  };
}

/** protocol_version to splice_command_length (9.6). */
const FIXED_FIELD_BYTES = 10;
const CRC_BYTES = 4;
const MAX_SECTION_LENGTH = 4093;

/**
 * Writes a section with new lengths and CRC; `crc32` and `crcOk` of the argument are ignored.
 * @returns the bytes of a splice_info_section
 * @throws RangeError when it exceeds the range of section_length; a decoded section never does
 * @see SCTE 35 §9.6
 */
export function encodeSection(section: SpliceInfoSection): Uint8Array {
  const body = encodeBody(section);
  const out = new ByteWriter();
  out.u8(0xfc);
  const sectionLength = FIXED_FIELD_BYTES + body.bytes.length + CRC_BYTES;
  if (sectionLength > MAX_SECTION_LENGTH)
    throw new RangeError(`A section of ${sectionLength} bytes does not fit.`);
  out.uint((section.sapType << 12) | sectionLength, 2);
  out.u8(section.protocolVersion);
  const { encryption } = section;
  const algorithm = encryption === undefined ? 0 : 0x80 | (encryption.algorithm << 1);
  out.flagsAnd33(algorithm, section.ptsAdjustment);
  out.u8(section.cwIndex);
  out.uint(section.tier * 0x1000 + body.commandLength, 3);
  out.bytes(body.bytes);
  out.uint(crc32(out.finish()), 4);
  const bytes = out.finish();
  if (section.pointerField === undefined) return bytes;
  const withPointer = new ByteWriter();
  withPointer.u8(section.pointerField);
  withPointer.bytes(new Uint8Array(section.pointerField).fill(0xff));
  withPointer.bytes(bytes);
  return withPointer.finish();
}
