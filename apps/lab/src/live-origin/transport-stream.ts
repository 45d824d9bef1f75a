/** Reads positions and times of video frames in the lab's own transport stream segments (ISO/IEC 13818-1). */

const PACKET = 188;

/** Offsets of the packets in which a PES packet of video begins. */
function* frameStarts(bytes: Buffer): Iterable<{ packet: number; pes: number }> {
  for (let packet = 0; packet + PACKET <= bytes.length; packet += PACKET) {
    const isStart = ((bytes[packet + 1] ?? 0) & 0x40) !== 0;
    const control = (bytes[packet + 3] ?? 0) & 0x30;
    if (!isStart || (control & 0x10) === 0) continue;
    const pes = packet + 4 + (control === 0x30 ? 1 + (bytes[packet + 4] ?? 0) : 0);
    const isVideo = pes + 14 <= bytes.length && bytes.readUInt32BE(pes) >>> 4 === 0x1e;
    if (isVideo) yield { packet, pes };
  }
}

/** Bytes up to the second frame: tables and the first frame, which is an IDR picture. */
export function firstVideoFrameEnd(bytes: Buffer): number {
  const [, second] = frameStarts(bytes);
  return second?.packet ?? bytes.length;
}

/** PTS of the first video frame in ticks of 90 kHz; undefined without one. */
export function firstPts(bytes: Buffer): number | undefined {
  const [first] = frameStarts(bytes);
  if (first === undefined) return undefined;
  const at = first.pes + 9;
  const high = ((bytes[at] ?? 0) >> 1) & 7;
  const middle = bytes.readUInt16BE(at + 1) >> 1;
  const low = bytes.readUInt16BE(at + 3) >> 1;
  return high * 2 ** 30 + middle * 2 ** 15 + low;
}
