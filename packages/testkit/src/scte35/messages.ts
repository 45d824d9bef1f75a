// SCTE-35 messages for tests: the test sets the fields under test, the others have the usual values of encoders.
import {
  encodeSection,
  type SegmentationDescriptor,
  type SpliceCommand,
  type SpliceInfoSection,
} from '@interlude/scte35';

export { emsg, mediaBox } from './emsg.ts';

type Detail = NonNullable<SegmentationDescriptor['detail']>;

/** One `segmentation_descriptor`. */
export interface TestSegmentation {
  /** `segmentation_type_id`, e.g. 0x34. */
  readonly typeId: number;
  /** Default 1. */
  readonly eventId?: number;
  readonly seconds?: number;
  /** A text is a UPID of type URI (0x0F). */
  readonly upid?: string | { readonly type: number; readonly bytes: Uint8Array };
  /** Fields beside those above. */
  readonly more?: Partial<Detail>;
}

function upidOf(upid: TestSegmentation['upid'] = ''): Detail['upid'] {
  const bytes = typeof upid === 'string' ? new TextEncoder().encode(upid) : upid.bytes;
  const type = typeof upid === 'string' ? (upid === '' ? 0 : 0x0f) : upid.type;
  return { type, bytes, text: undefined, mpu: undefined, mid: [] };
}

function descriptorOf(segmentation: TestSegmentation): SegmentationDescriptor {
  const { typeId, eventId = 1, seconds, upid, more } = segmentation;
  return {
    kind: 'segmentation',
    eventId,
    cancel: false,
    detail: {
      complianceFlag: true,
      components: undefined,
      durationTicks: seconds === undefined ? undefined : seconds * 90_000,
      restrictions: undefined,
      upid: upidOf(upid),
      typeId,
      segmentNum: 0,
      segmentsExpected: 0,
      subSegmentNum: undefined,
      subSegmentsExpected: undefined,
      ...more,
    },
  };
}

/** A `splice_info_section` as bytes. */
export function spliceMessage(
  command: SpliceCommand,
  segmentations: readonly TestSegmentation[] = [],
): Uint8Array {
  const section: SpliceInfoSection = {
    pointerField: undefined,
    sapType: 3,
    protocolVersion: 0,
    encryption: undefined,
    ptsAdjustment: 0,
    cwIndex: 0,
    tier: 0xfff,
    declaredCommandLength: undefined,
    command,
    descriptors: segmentations.map(descriptorOf),
    stuffing: new Uint8Array(),
    crc32: 0,
    crcOk: true,
  };
  return encodeSection(section);
}

/** A `time_signal` ten seconds into the stream, as bytes. */
export function timeSignal(...segmentations: readonly TestSegmentation[]): Uint8Array {
  return spliceMessage({ kind: 'time_signal', spliceTime: { ptsTime: 900_000 } }, segmentations);
}
