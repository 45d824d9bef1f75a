import { ByteReader, EndOfBytes } from './byte-reader.ts';
import type { AudioComponent, SegmentationDescriptor, SpliceDescriptor } from './section.ts';
import { readUpid } from './upid.ts';

export const CUEI = 0x43554549;

/** segmentation_type_ids that may carry sub-segment numbers (SCTE 35 10.3.3.1). */
const SUB_SEGMENT_TYPES: ReadonlySet<number> = new Set([
  0x30, 0x32, 0x34, 0x36, 0x38, 0x3a, 0x44, 0x46,
]);

function characters(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

function readRestrictions(flags: number) {
  const bits = flags & 0x1f;
  if ((flags & 0x20) !== 0)
    return { restrictions: undefined, ...(bits !== 0x1f && { reservedBits: bits }) };
  return {
    restrictions: {
      webDeliveryAllowed: (bits & 0x10) !== 0,
      noRegionalBlackout: (bits & 0x08) !== 0,
      archiveAllowed: (bits & 0x04) !== 0,
      deviceRestrictions: bits & 0x03,
    },
  };
}

/** SCTE 35 10.3.3 */
function readSegmentation(reader: ByteReader): SegmentationDescriptor {
  const eventId = reader.uint(4);
  const first = reader.u8();
  if ((first & 0x80) !== 0)
    return { kind: 'segmentation', eventId, cancel: true, detail: undefined };
  const flags = reader.u8();
  const components =
    (flags & 0x80) !== 0
      ? undefined
      : Array.from({ length: reader.u8() }, () => ({
          tag: reader.u8(),
          ptsOffset: reader.flagsAnd33().value,
        }));
  const durationTicks = (flags & 0x40) !== 0 ? reader.uint(5) : undefined;
  const upidType = reader.u8();
  const upid = readUpid(upidType, reader.bytes(reader.u8()));
  const typeId = reader.u8();
  const segmentNum = reader.u8();
  const segmentsExpected = reader.u8();
  const subSegments = SUB_SEGMENT_TYPES.has(typeId) && reader.remaining >= 2;
  return {
    kind: 'segmentation',
    eventId,
    cancel: false,
    detail: {
      complianceFlag: (first & 0x40) !== 0,
      components,
      durationTicks,
      ...readRestrictions(flags),
      upid,
      typeId,
      segmentNum,
      segmentsExpected,
      subSegmentNum: subSegments ? reader.u8() : undefined,
      subSegmentsExpected: subSegments ? reader.u8() : undefined,
    },
  };
}

/** SCTE 35 10.3.5 */
function readAudioComponent(reader: ByteReader): AudioComponent {
  const tag = reader.u8();
  const language = characters(reader.bytes(3));
  const flags = reader.u8();
  return {
    tag,
    language,
    bitStreamMode: flags >> 5,
    channels: (flags >> 1) & 0x0f,
    fullService: (flags & 1) !== 0,
  };
}

function readKnown(tag: number, reader: ByteReader): SpliceDescriptor | undefined {
  switch (tag) {
    case 0x00:
      return { kind: 'avail', providerAvailId: reader.uint(4) };
    case 0x01: {
      const prerollTenths = reader.u8();
      const count = reader.u8() >> 5;
      return { kind: 'dtmf', prerollTenths, characters: characters(reader.bytes(count)) };
    }
    case 0x02:
      return readSegmentation(reader);
    case 0x03:
      return {
        kind: 'time',
        taiSeconds: reader.uint(6),
        taiNanoseconds: reader.uint(4),
        utcOffsetSeconds: reader.uint(2),
      };
    case 0x04:
      return {
        kind: 'audio',
        components: Array.from({ length: reader.u8() >> 4 }, () => readAudioComponent(reader)),
      };
    default:
      return undefined;
  }
}

/**
 * One splice descriptor. A private identifier or an unknown tag gives `unknown`; so does a known one
 * that is shorter than its syntax, then with `malformed`.
 */
export function decodeDescriptor(
  tag: number,
  body: Uint8Array,
): { descriptor: SpliceDescriptor; malformed: boolean } {
  const header = new ByteReader(body);
  if (body.length < 4)
    return { descriptor: { kind: 'unknown', tag, identifier: 0, bytes: body }, malformed: true };
  const identifier = header.uint(4);
  const bytes = header.bytes(header.remaining);
  const unknown: SpliceDescriptor = { kind: 'unknown', tag, identifier, bytes };
  if (identifier !== CUEI) return { descriptor: unknown, malformed: false };
  try {
    const reader = new ByteReader(bytes);
    const known = readKnown(tag, reader);
    if (known === undefined) return { descriptor: unknown, malformed: false };
    const extra = reader.remaining > 0 ? reader.bytes(reader.remaining) : undefined;
    return {
      descriptor: extra === undefined ? known : { ...known, extra },
      malformed: false,
    };
  } catch (error) {
    if (!(error instanceof EndOfBytes)) throw error;
    return { descriptor: unknown, malformed: true };
  }
}
