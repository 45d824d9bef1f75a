import { ByteWriter } from './byte-reader.ts';
import { CUEI } from './decode-descriptor.ts';
import type { DeliveryRestrictions, SegmentationDescriptor, SpliceDescriptor } from './section.ts';

function restrictionBits(
  restrictions: DeliveryRestrictions | undefined,
  reservedBits: number | undefined,
): number {
  if (restrictions === undefined) return 0x20 | (reservedBits ?? 0x1f);
  return (
    (restrictions.webDeliveryAllowed ? 0x10 : 0) |
    (restrictions.noRegionalBlackout ? 0x08 : 0) |
    (restrictions.archiveAllowed ? 0x04 : 0) |
    (restrictions.deviceRestrictions & 0x03)
  );
}

function writeSegmentation(out: ByteWriter, descriptor: SegmentationDescriptor): void {
  out.uint(descriptor.eventId, 4);
  const { detail } = descriptor;
  if (detail === undefined) {
    out.u8(0xff);
    return;
  }
  out.u8(0x3f | (detail.complianceFlag ? 0x40 : 0));
  const program = detail.components === undefined ? 0x80 : 0;
  const timed = detail.durationTicks === undefined ? 0 : 0x40;
  out.u8(program | timed | restrictionBits(detail.restrictions, detail.reservedBits));
  if (detail.components !== undefined) {
    out.u8(detail.components.length);
    for (const component of detail.components) {
      out.u8(component.tag);
      out.flagsAnd33(0xfe, component.ptsOffset);
    }
  }
  if (detail.durationTicks !== undefined) out.uint(detail.durationTicks, 5);
  out.u8(detail.upid.type);
  out.u8(detail.upid.bytes.length);
  out.bytes(detail.upid.bytes);
  out.u8(detail.typeId);
  out.u8(detail.segmentNum);
  out.u8(detail.segmentsExpected);
  if (detail.subSegmentNum === undefined || detail.subSegmentsExpected === undefined) return;
  out.u8(detail.subSegmentNum);
  out.u8(detail.subSegmentsExpected);
}

function writeText(out: ByteWriter, text: string): void {
  for (let index = 0; index < text.length; index++) out.u8(text.charCodeAt(index));
}

/** Writes the descriptor's body behind its identifier and answers its tag. */
function writeBody(out: ByteWriter, descriptor: SpliceDescriptor): number {
  switch (descriptor.kind) {
    case 'avail':
      out.uint(descriptor.providerAvailId, 4);
      return 0x00;
    case 'dtmf':
      out.u8(descriptor.prerollTenths);
      out.u8((descriptor.characters.length << 5) | 0x1f);
      writeText(out, descriptor.characters);
      return 0x01;
    case 'segmentation':
      writeSegmentation(out, descriptor);
      return 0x02;
    case 'time':
      out.uint(descriptor.taiSeconds, 6);
      out.uint(descriptor.taiNanoseconds, 4);
      out.uint(descriptor.utcOffsetSeconds, 2);
      return 0x03;
    case 'audio':
      out.u8((descriptor.components.length << 4) | 0x0f);
      for (const component of descriptor.components) {
        out.u8(component.tag);
        writeText(out, component.language);
        out.u8(
          (component.bitStreamMode << 5) |
            (component.channels << 1) |
            (component.fullService ? 1 : 0),
        );
      }
      return 0x04;
    case 'unknown':
      out.bytes(descriptor.bytes);
      return descriptor.tag;
  }
}

export function encodeDescriptor(out: ByteWriter, descriptor: SpliceDescriptor): void {
  const body = new ByteWriter();
  const tag = writeBody(body, descriptor);
  if (descriptor.extra !== undefined) body.bytes(descriptor.extra);
  out.u8(tag);
  out.u8(body.length + 4);
  out.uint(descriptor.kind === 'unknown' ? descriptor.identifier : CUEI, 4);
  out.bytes(body.finish());
}
