// Messages put together for the fuzz: every command and descriptor with any values, then bytes changed and cut.
import type { Random } from '@interlude/testkit/fuzz';
import {
  encodeSection,
  PTS_MODULUS,
  readUpid,
  type ScheduledSplice,
  type SegmentationUpid,
  type SpliceCommand,
  type SpliceDescriptor,
  type SpliceInfoSection,
  type SpliceInsert,
} from './index.ts';

export const NO_BYTES = new Uint8Array();

/** A clear message with usual header fields. */
export function sectionOf(
  command: SpliceCommand,
  descriptors: readonly SpliceDescriptor[] = [],
): SpliceInfoSection {
  return {
    pointerField: undefined,
    sapType: 3,
    protocolVersion: 0,
    encryption: undefined,
    ptsAdjustment: 0,
    cwIndex: 255,
    tier: 0xfff,
    declaredCommandLength: undefined,
    command,
    descriptors,
    stuffing: NO_BYTES,
    crc32: 0,
    crcOk: true,
  };
}

const byte = (random: Random) => random.below(256);
const word = (random: Random) => random.below(0x1_0000);
const flag = (random: Random) => random.once(2);
/** 33 bits: small, any, and next to the wrap. */
function ticks(random: Random): number {
  if (random.once(4)) return PTS_MODULUS - 1 - random.below(3);
  return random.once(4) ? random.below(3) : flag(random) ? random.bits() : random.bits() + 2 ** 32;
}
const maybe = <T>(random: Random, make: () => T): T | undefined =>
  flag(random) ? make() : undefined;
const spliceTime = (random: Random) => ({ ptsTime: maybe(random, () => ticks(random)) });
const breakDuration = (random: Random) =>
  maybe(random, () => ({ autoReturn: flag(random), durationTicks: ticks(random) }));
const avail = (random: Random) => ({
  uniqueProgramId: word(random),
  availNum: byte(random),
  availsExpected: byte(random),
});

function insert(random: Random): SpliceInsert {
  const cancel = random.once(5);
  const immediate = random.once(3);
  const time = () => (immediate ? undefined : spliceTime(random));
  const components = maybe(random, () =>
    random.list(4, () => ({ tag: byte(random), spliceTime: time() })),
  );
  return {
    kind: 'splice_insert',
    eventId: random.bits(),
    cancel,
    detail: cancel
      ? undefined
      : {
          outOfNetwork: flag(random),
          immediate,
          complianceFlag: flag(random),
          spliceTime: components === undefined ? time() : undefined,
          components,
          breakDuration: breakDuration(random),
          ...avail(random),
        },
  };
}

function scheduled(random: Random): ScheduledSplice {
  const cancel = random.once(5);
  const components = maybe(random, () =>
    random.list(3, () => ({ tag: byte(random), utcSpliceTime: random.bits() })),
  );
  return {
    eventId: random.bits(),
    cancel,
    detail: cancel
      ? undefined
      : {
          outOfNetwork: flag(random),
          utcSpliceTime: components === undefined ? random.bits() : undefined,
          components,
          breakDuration: breakDuration(random),
          ...avail(random),
        },
  };
}

function command(random: Random): SpliceCommand {
  switch (random.below(8)) {
    case 0:
      return { kind: 'splice_null' };
    case 1:
      return { kind: 'bandwidth_reservation' };
    case 2:
      return { kind: 'splice_schedule', splices: random.list(4, () => scheduled(random)) };
    case 3:
      return { kind: 'private_command', identifier: random.bits(), bytes: random.bytes(30) };
    case 4:
      return { kind: 'unknown', commandType: 0x08 + random.below(0xf0), bytes: random.bytes(30) };
    case 5:
      return { kind: 'time_signal', spliceTime: spliceTime(random) };
    default:
      return insert(random);
  }
}

/** Ids in ids, with lengths that fit and that do not. */
function upidBytes(random: Random, type: number, depth: number): Uint8Array {
  if (type !== 0x0d || depth > 6 || random.once(4)) return random.bytes(24);
  const inner = random.list(3, () => {
    const innerType = random.once(3) ? 0x0d : random.below(0x14);
    const bytes = upidBytes(random, innerType, depth + 1);
    return [innerType, random.once(8) ? byte(random) : bytes.length, ...bytes];
  });
  return Uint8Array.from(inner.flat().slice(0, 150));
}

function upid(random: Random): SegmentationUpid {
  const type = random.once(3) ? 0x0d : random.below(0x14);
  return readUpid(type, upidBytes(random, type, 0));
}

const TYPE_IDS = [0x00, 0x10, 0x22, 0x23, 0x30, 0x32, 0x34, 0x35, 0x36, 0x38, 0x44, 0x46, 0x50];
const SUB_SEGMENTED = [0x30, 0x32, 0x34, 0x36, 0x38, 0x44, 0x46];

function segmentation(random: Random): SpliceDescriptor {
  const eventId = random.bits();
  if (random.once(6)) return { kind: 'segmentation', eventId, cancel: true, detail: undefined };
  const typeId = random.pick(TYPE_IDS);
  const hasSub = SUB_SEGMENTED.includes(typeId) && flag(random);
  const restrictions = () => ({
    webDeliveryAllowed: flag(random),
    noRegionalBlackout: flag(random),
    archiveAllowed: flag(random),
    deviceRestrictions: random.below(4),
  });
  const component = () => ({ tag: byte(random), ptsOffset: ticks(random) });
  return {
    kind: 'segmentation',
    eventId,
    cancel: false,
    detail: {
      complianceFlag: flag(random),
      components: maybe(random, () => random.list(3, component)),
      durationTicks: maybe(random, () => ticks(random) * 128 + random.below(128)),
      restrictions: maybe(random, restrictions),
      upid: upid(random),
      typeId,
      segmentNum: byte(random),
      segmentsExpected: byte(random),
      subSegmentNum: hasSub ? byte(random) : undefined,
      subSegmentsExpected: hasSub ? byte(random) : undefined,
    },
  };
}

function audioComponent(random: Random) {
  return {
    tag: byte(random),
    language: random.pick(['deu', 'eng', '\u0000\u00ff ']),
    bitStreamMode: random.below(8),
    channels: random.below(16),
    fullService: flag(random),
  };
}

function descriptor(random: Random): SpliceDescriptor {
  switch (random.below(7)) {
    case 0:
      return { kind: 'avail', providerAvailId: random.bits() };
    case 1:
      return {
        kind: 'dtmf',
        prerollTenths: byte(random),
        characters: random.list(7, () => random.pick([...'0123456789*#'])).join(''),
      };
    case 2:
      return {
        kind: 'time',
        taiSeconds: random.bits() * 0x1_0000 + word(random),
        taiNanoseconds: random.bits(),
        utcOffsetSeconds: word(random),
      };
    case 3:
      return { kind: 'audio', components: random.list(5, () => audioComponent(random)) };
    case 4:
      return {
        kind: 'unknown',
        tag: byte(random),
        identifier: 0x53415053,
        bytes: random.bytes(20),
      };
    default:
      return segmentation(random);
  }
}

/** One message of any command with up to four descriptors. */
export function fuzzedSection(random: Random): SpliceInfoSection {
  const clear = {
    ...sectionOf(
      command(random),
      random.list(4, () => descriptor(random)),
    ),
    pointerField: random.once(8) ? random.below(4) : undefined,
    sapType: random.below(4),
    protocolVersion: random.once(4) ? byte(random) : 0,
    ptsAdjustment: ticks(random),
    cwIndex: byte(random),
    tier: random.below(0x1000),
    stuffing: random.once(6) ? random.bytes(6) : NO_BYTES,
  };
  if (!random.once(16)) return clear;
  return {
    ...clear,
    encryption: { algorithm: random.below(64), payload: random.bytes(40) },
    declaredCommandLength: random.below(0x1000),
    command: { kind: 'unknown', commandType: -1, bytes: NO_BYTES },
    descriptors: [],
    stuffing: NO_BYTES,
  };
}

/** Bytes of a message with some changed, put in, or cut off. */
export function fuzzedBytes(random: Random): Uint8Array {
  if (random.once(20)) return random.bytes(60);
  const bytes = encodeSection(fuzzedSection(random));
  for (let count = random.below(6); count > 0; count--)
    bytes[random.below(bytes.length)] = random.once(3)
      ? random.pick([0x00, 0xff, 0x7f, 0x80, 0x0d])
      : byte(random);
  if (random.once(6)) return bytes.subarray(0, random.below(bytes.length));
  if (random.once(6)) return Uint8Array.from([...bytes, ...random.bytes(8)]);
  return bytes;
}
