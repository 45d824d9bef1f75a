// SCTE-35 spelled in XML (SCTE 35 clause 12, scheme `urn:scte:scte35:2013:xml`) as the section it
// stands for: both carriages then mean the same, and the ad server gets the same payload.
import type { XmlElement } from '@interlude/dash';
import {
  decodeBase64,
  decodeHex,
  readUpid,
  type SegmentationDescriptor,
  type SegmentationUpid,
  type SpliceCommand,
  type SpliceInfoSection,
  type SpliceInsert,
  type SpliceTime,
} from '@interlude/scte35';

const PTS_MODULUS = 2 ** 33;
const NO_BYTES = new Uint8Array();
const MAX_UPID_BYTES = 255;
const MID = 0x0d;
const MAX_DESCRIPTORS = 32;

/** A whole number in [0, limit); undefined for anything else. */
function integer(element: XmlElement, name: string, limit: number): number | undefined {
  const text = element.attribute(name)?.trim();
  if (text === undefined || !/^\d{1,16}$/.test(text)) return undefined;
  const value = Number(text);
  return value < limit ? value : undefined;
}

const byte = (element: XmlElement, name: string) => integer(element, name, 256) ?? 0;

function isTrue(element: XmlElement, name: string): boolean | undefined {
  const text = element.attribute(name)?.trim().toLowerCase();
  return text === undefined ? undefined : text === 'true' || text === '1';
}

function spliceTimeOf(parent: XmlElement | undefined): SpliceTime | undefined {
  const time = parent?.child('SpliceTime');
  return time && { ptsTime: integer(time, 'ptsTime', PTS_MODULUS) };
}

function spliceInsertOf(element: XmlElement): SpliceInsert | undefined {
  const eventId = integer(element, 'spliceEventId', 2 ** 32);
  if (eventId === undefined) return undefined;
  const base = { kind: 'splice_insert', eventId } as const;
  if (isTrue(element, 'spliceEventCancelIndicator'))
    return { ...base, cancel: true, detail: undefined };
  const breakDuration = element.child('BreakDuration');
  const durationTicks = breakDuration && integer(breakDuration, 'duration', PTS_MODULUS);
  const spliceTime = spliceTimeOf(element.child('Program')) ?? spliceTimeOf(element);
  const immediate = isTrue(element, 'spliceImmediateFlag') ?? spliceTime === undefined;
  return {
    ...base,
    cancel: false,
    detail: {
      outOfNetwork: isTrue(element, 'outOfNetworkIndicator') ?? false,
      immediate,
      complianceFlag: true,
      spliceTime: immediate ? undefined : (spliceTime ?? { ptsTime: undefined }),
      components: undefined,
      breakDuration:
        breakDuration === undefined || durationTicks === undefined
          ? undefined
          : { autoReturn: isTrue(breakDuration, 'autoReturn') ?? true, durationTicks },
      uniqueProgramId: integer(element, 'uniqueProgramId', 2 ** 16) ?? 0,
      availNum: byte(element, 'availNum'),
      availsExpected: byte(element, 'availsExpected'),
    },
  };
}

/** Text ids (ISCI, Ad-ID, TID, ADI, URI, …); all others are binary and written in hex. */
const TEXT_UPIDS: ReadonlySet<number> = new Set([1, 2, 3, 7, 9, 14, 15, 17]);

function latin1Bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0) & 0xff);
}

/** The bytes by @segmentationUpidFormat; older documents have none and write hex, or the text itself. */
function upidBytes(element: XmlElement, type: number): Uint8Array {
  const { text } = element;
  const format = element.attribute('segmentationUpidFormat')?.trim().toLowerCase();
  if (format === 'text') return latin1Bytes(text);
  if (format === 'base-64' || format === 'base64') return decodeBase64(text) ?? NO_BYTES;
  const hex = decodeHex(text);
  if (hex === undefined) return latin1Bytes(text);
  const isPlainDigits = TEXT_UPIDS.has(type) && hex.some((value) => value < 0x20 || value > 0x7e);
  return format === undefined && isPlainDigits ? latin1Bytes(text) : hex;
}

function oneUpid(element: XmlElement): SegmentationUpid {
  const type = byte(element, 'segmentationUpidType');
  const bytes = upidBytes(element, type);
  return readUpid(type, bytes.length > MAX_UPID_BYTES ? NO_BYTES : bytes);
}

/** Several SegmentationUpid elements are one MID in binary (SCTE 35 2023r1 §10.3.3.4), as far as they fit into it. */
function upidOf(descriptor: XmlElement): SegmentationUpid {
  const [first, ...others] = descriptor
    .childrenNamed('SegmentationUpid')
    .slice(0, MAX_UPID_BYTES)
    .map(oneUpid);
  if (first === undefined) return readUpid(0, NO_BYTES);
  if (others.length === 0) return first;
  const mid: number[] = [];
  for (const { type, bytes } of [first, ...others]) {
    if (mid.length + 2 + bytes.length <= MAX_UPID_BYTES) mid.push(type, bytes.length, ...bytes);
  }
  return readUpid(MID, Uint8Array.from(mid));
}

function segmentationOf(element: XmlElement): SegmentationDescriptor | undefined {
  const eventId = integer(element, 'segmentationEventId', 2 ** 32);
  if (eventId === undefined) return undefined;
  if (isTrue(element, 'segmentationEventCancelIndicator'))
    return { kind: 'segmentation', eventId, cancel: true, detail: undefined };
  const restrictions = element.child('DeliveryRestrictions');
  return {
    kind: 'segmentation',
    eventId,
    cancel: false,
    detail: {
      complianceFlag: true,
      components: undefined,
      durationTicks: integer(element, 'segmentationDuration', 2 ** 40),
      restrictions: restrictions && {
        webDeliveryAllowed: isTrue(restrictions, 'webDeliveryAllowedFlag') ?? true,
        noRegionalBlackout: isTrue(restrictions, 'noRegionalBlackoutFlag') ?? true,
        archiveAllowed: isTrue(restrictions, 'archiveAllowedFlag') ?? true,
        deviceRestrictions: (integer(restrictions, 'deviceRestrictions', 4) ?? 3) & 3,
      },
      upid: upidOf(element),
      typeId: byte(element, 'segmentationTypeId'),
      segmentNum: byte(element, 'segmentNum'),
      segmentsExpected: byte(element, 'segmentsExpected'),
      subSegmentNum: integer(element, 'subSegmentNum', 256),
      subSegmentsExpected: integer(element, 'subSegmentsExpected', 256),
    },
  };
}

function commandOf(section: XmlElement): SpliceCommand | undefined {
  const insert = section.child('SpliceInsert');
  if (insert !== undefined) return spliceInsertOf(insert);
  const signal = section.child('TimeSignal');
  if (signal !== undefined)
    return { kind: 'time_signal', spliceTime: spliceTimeOf(signal) ?? { ptsTime: undefined } };
  if (section.child('SpliceSchedule') !== undefined)
    return { kind: 'splice_schedule', splices: [] };
  return section.child('SpliceNull') === undefined ? undefined : { kind: 'splice_null' };
}

/**
 * The section that a `SpliceInfoSection` element stands for; undefined when its command cannot be read.
 * Of a splice_schedule only the kind is kept: it announces and never opens a break.
 */
export function sectionOfXml(element: XmlElement): SpliceInfoSection | undefined {
  const command = commandOf(element);
  if (command === undefined) return undefined;
  return {
    pointerField: undefined,
    sapType: 3,
    protocolVersion: byte(element, 'protocolVersion'),
    encryption: undefined,
    ptsAdjustment: integer(element, 'ptsAdjustment', PTS_MODULUS) ?? 0,
    cwIndex: 0,
    tier: integer(element, 'tier', 4096) ?? 0xfff,
    declaredCommandLength: undefined,
    command,
    descriptors: element
      .childrenNamed('SegmentationDescriptor')
      .slice(0, MAX_DESCRIPTORS)
      .map(segmentationOf)
      .filter((descriptor) => descriptor !== undefined),
    stuffing: NO_BYTES,
    crc32: 0,
    crcOk: true,
  };
}
