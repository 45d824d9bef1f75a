/** The key frame of an MPEG-2 transport stream segment (ISO/IEC 13818-1): its packets up to the second frame. */

const PACKET_BYTES = 188;
const SYNC = 0x47;

interface Packet {
  readonly bytes: Buffer;
  readonly pid: number;
  readonly isStart: boolean;
  /** Of a PES packet that begins here. */
  readonly streamId: number | undefined;
}

function readPacket(bytes: Buffer): Packet {
  const pid = bytes.readUInt16BE(1) & 0x1f_ff;
  const isStart = ((bytes[1] ?? 0) & 0x40) !== 0;
  const hasAdaptation = ((bytes[3] ?? 0) & 0x20) !== 0;
  const payload = hasAdaptation ? 5 + (bytes[4] ?? 0) : 4;
  const isPes =
    isStart && payload + 4 <= bytes.length && bytes.readUIntBE(payload, 3) === 0x00_00_01;
  return { bytes, pid, isStart, streamId: isPes ? bytes[payload + 3] : undefined };
}

const isVideo = ({ streamId }: Packet) => streamId !== undefined && (streamId & 0xf0) === 0xe0;

/**
 * Renumbers continuity_counter (§2.4.3.3), so that packets that were left out do not look lost.
 * @param counters of each PID, kept from segment to segment
 */
function recount({ bytes, pid }: Packet, counters: Map<number, number>): Buffer {
  const flags = bytes[3] ?? 0;
  const hasPayload = (flags & 0x10) !== 0;
  const last = counters.get(pid) ?? 15;
  const now = hasPayload ? (last + 1) % 16 : last;
  counters.set(pid, now);
  const counted = Buffer.from(bytes);
  counted[3] = (flags & 0xf0) | now;
  return counted;
}

/** Tables and the first frame; audio is left out. Empty when there is no frame. */
export function keyPackets(segment: Buffer, counters: Map<number, number>): Buffer {
  const packets: Packet[] = [];
  for (let at = 0; at + PACKET_BYTES <= segment.length; at += PACKET_BYTES) {
    if (segment[at] === SYNC) packets.push(readPacket(segment.subarray(at, at + PACKET_BYTES)));
  }
  const first = packets.findIndex(isVideo);
  if (first < 0) return Buffer.alloc(0);
  const pid = packets[first]?.pid;
  const next = packets.findIndex(
    (packet, index) => index > first && packet.pid === pid && packet.isStart,
  );
  const others = new Set(
    packets.flatMap((packet) =>
      packet.streamId !== undefined && packet.pid !== pid ? packet.pid : [],
    ),
  );
  const kept = packets.slice(0, next < 0 ? undefined : next).filter((one) => !others.has(one.pid));
  return Buffer.concat(kept.map((packet) => recount(packet, counters)));
}
