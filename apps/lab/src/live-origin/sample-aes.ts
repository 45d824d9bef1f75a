/**
 * SAMPLE-AES of a transport stream (Apple, "MPEG-2 Stream Encryption Format for HTTP Live Streaming"): in H.264 one
 * block of sixteen bytes in ten, in AAC everything behind the first sixteen bytes of a frame; headers stay clear.
 */
import { createCipheriv } from 'node:crypto';
import { crc32 } from '@interlude/scte35';

const PACKET = 188;
const BLOCK = 16;
/** Stream types of H.264 and of AAC in ADTS, clear and encrypted. */
const encryptedTypes: Readonly<Record<number, number>> = { 27: 0xdb, 15: 0xcf };
const H264_ENCRYPTED = 0xdb;

type Encrypt = (blocks: Buffer) => Buffer;

export function encryptSamples(segment: Buffer, key: Buffer, iv: Buffer): Buffer {
  const encrypt: Encrypt = (blocks) => {
    const cipher = createCipheriv('aes-128-cbc', key, iv).setAutoPadding(false);
    return Buffer.concat([cipher.update(blocks), cipher.final()]);
  };
  const writer = new SegmentWriter(encrypt);
  for (let at = 0; at + PACKET <= segment.length; at += PACKET) {
    writer.add(segment.subarray(at, at + PACKET));
  }
  return writer.end();
}

class SegmentWriter {
  readonly #encrypt: Encrypt;
  readonly #out: Buffer[] = [];
  readonly #streams = new Map<number, StreamWriter>();
  #tables = new Set<number>();

  constructor(encrypt: Encrypt) {
    this.#encrypt = encrypt;
  }

  add(packet: Buffer): void {
    const pid = packet.readUInt16BE(1) & 0x1fff;
    if (pid === 0) this.#tables = programTables(packet);
    if (this.#tables.has(pid)) this.#out.push(this.#table(packet));
    else this.#sample(pid, packet);
  }

  #sample(pid: number, packet: Buffer): void {
    const stream = this.#streams.get(pid);
    if (stream === undefined) this.#out.push(packet);
    else stream.add(packet);
  }

  #table(packet: Buffer): Buffer {
    const table = markEncrypted(packet);
    for (const [pid, type] of table.streams) {
      if (!this.#streams.has(pid)) {
        this.#streams.set(pid, new StreamWriter(type, this.#encrypt, this.#out));
      }
    }
    return table.packet;
  }

  end(): Buffer {
    for (const stream of this.#streams.values()) stream.end();
    return Buffer.concat(this.#out);
  }
}

/** Where the payload of a packet begins. */
function payloadStart(packet: Buffer): number {
  const hasField = ((packet[3] ?? 0) & 0x20) !== 0;
  return 4 + (hasField ? 1 + (packet[4] ?? 0) : 0);
}

/** PIDs of the program map tables that a PAT names. */
function programTables(packet: Buffer): Set<number> {
  const start = payloadStart(packet) + 1 + (packet[payloadStart(packet)] ?? 0);
  const end = start + 3 + (packet.readUInt16BE(start + 1) & 0xfff) - 4;
  const pids = new Set<number>();
  for (let at = start + 8; at + 4 <= end; at += 4) {
    if (packet.readUInt16BE(at) !== 0) pids.add(packet.readUInt16BE(at + 2) & 0x1fff);
  }
  return pids;
}

/** A copy of the PMT packet with the stream types of encrypted samples. */
function markEncrypted(packet: Buffer): { packet: Buffer; streams: (readonly [number, number])[] } {
  const copy = Buffer.from(packet);
  const start = payloadStart(copy) + 1 + (copy[payloadStart(copy)] ?? 0);
  const end = start + 3 + (copy.readUInt16BE(start + 1) & 0xfff) - 4;
  const streams: (readonly [number, number])[] = [];
  let at = start + 12 + (copy.readUInt16BE(start + 10) & 0xfff);
  while (at + 5 <= end) {
    const type = encryptedTypes[copy[at] ?? 0];
    if (type !== undefined) {
      copy[at] = type;
      streams.push([copy.readUInt16BE(at + 1) & 0x1fff, type]);
    }
    at += 5 + (copy.readUInt16BE(at + 3) & 0xfff);
  }
  copy.writeUInt32BE(crc32(copy.subarray(start, end)), end);
  return { packet: copy, streams };
}

/** Collects the packets of one PES packet and writes it encrypted. */
class StreamWriter {
  readonly #type: number;
  readonly #encrypt: Encrypt;
  readonly #out: Buffer[];
  #packets: Buffer[] = [];
  #counter: number | undefined;

  constructor(type: number, encrypt: Encrypt, out: Buffer[]) {
    this.#type = type;
    this.#encrypt = encrypt;
    this.#out = out;
  }

  add(packet: Buffer): void {
    const isStart = ((packet[1] ?? 0) & 0x40) !== 0;
    if (isStart) this.end();
    this.#packets.push(packet);
  }

  end(): void {
    const [first] = this.#packets;
    if (first === undefined) return;
    const pes = Buffer.concat(this.#packets.map((each) => each.subarray(payloadStart(each))));
    const isFirst = this.#counter === undefined;
    this.#counter ??= (first[3] ?? 0) & 0xf;
    for (const packet of packetsOf(first, this.#encrypted(pes), this.#counter, isFirst)) {
      this.#out.push(packet);
      this.#counter = (this.#counter + 1) & 0xf;
    }
    this.#packets = [];
  }

  #encrypted(pes: Buffer): Buffer {
    const head = 9 + (pes[8] ?? 0);
    const body = pes.subarray(head);
    const isVideo = this.#type === H264_ENCRYPTED;
    const samples = isVideo ? videoUnits(body, this.#encrypt) : audioFrames(body, this.#encrypt);
    const header = Buffer.from(pes.subarray(0, head));
    const length = header.readUInt16BE(4);
    if (length > 0) header.writeUInt16BE(length + samples.length - body.length, 4);
    return Buffer.concat([header, samples]);
  }
}

/** Packets of a PES packet; the first keeps the clock and the flags of `model`. */
function packetsOf(model: Buffer, pes: Buffer, counter: number, isFirst: boolean): Buffer[] {
  const packets: Buffer[] = [];
  for (let at = 0; at < pes.length; ) {
    const field = at === 0 ? fieldOf(model, isFirst) : Buffer.alloc(0);
    const room = PACKET - 4 - field.length;
    const take = Math.min(room, pes.length - at);
    const packet = Buffer.alloc(PACKET, 0xff);
    model.copy(packet, 0, 0, 4);
    if (at > 0) packet[1] = (packet[1] ?? 0) & ~0x40;
    const padded = stuffed(field, room - take);
    packet[3] = (padded.length > 0 ? 0x30 : 0x10) | ((counter + packets.length) & 0xf);
    padded.copy(packet, 4);
    pes.copy(packet, 4 + padded.length, at, at + take);
    packets.push(packet);
    at += take;
  }
  return packets;
}

/** The adaptation field without its stuffing; the first of a segment has the discontinuity_indicator set. */
function fieldOf(model: Buffer, isFirst: boolean): Buffer {
  const hasField = ((model[3] ?? 0) & 0x20) !== 0 && (model[4] ?? 0) > 0;
  const flags = hasField ? (model[5] ?? 0) : 0;
  const length = 1 + (flags & 0x10 ? 6 : 0);
  if (!isFirst && flags === 0) return Buffer.alloc(0);
  const field = Buffer.alloc(1 + length);
  field[0] = length;
  field[1] = (flags & 0x70) | (isFirst ? 0x80 : 0);
  if (flags & 0x10) model.copy(field, 2, 6, 12);
  return field;
}

function stuffed(field: Buffer, count: number): Buffer {
  if (count === 0) return field;
  if (field.length === 0) {
    const fresh = Buffer.alloc(count, 0xff);
    fresh[0] = count - 1;
    if (count > 1) fresh[1] = 0;
    return fresh;
  }
  const longer = Buffer.concat([field, Buffer.alloc(count, 0xff)]);
  longer[0] = (field[0] ?? 0) + count;
  return longer;
}

/** NAL units of slices, each encrypted in a pattern of its own chain (§2.1.2). */
function videoUnits(body: Buffer, encrypt: Encrypt): Buffer {
  const out: Buffer[] = [];
  const codes = startCodes(body);
  if (codes.length === 0) return body;
  out.push(body.subarray(0, codes[0]));
  for (const [index, code] of codes.entries()) {
    const unit = body.subarray(code + 3, codes[index + 1] ?? body.length);
    // A zero before the next start code belongs to it.
    const zeros = trailingZeros(unit);
    const core = unit.subarray(0, unit.length - zeros);
    const type = (core[0] ?? 0) & 0x1f;
    const isSlice = (type === 1 || type === 5) && core.length > 48;
    out.push(
      body.subarray(code, code + 3),
      isSlice ? withEmulationPrevention(encryptSlice(core, encrypt)) : core,
      Buffer.alloc(zeros),
    );
  }
  return Buffer.concat(out);
}

function startCodes(body: Buffer): number[] {
  const found: number[] = [];
  const code = Buffer.from([0, 0, 1]);
  for (let at = body.indexOf(code); at >= 0; at = body.indexOf(code, at + 3)) found.push(at);
  return found;
}

function trailingZeros(unit: Buffer): number {
  let count = 0;
  while (count < unit.length && unit[unit.length - 1 - count] === 0) count += 1;
  return count;
}

const SLICE_LEADER = 32;
const SLICE_PERIOD = 160;

function encryptSlice(unit: Buffer, encrypt: Encrypt): Buffer {
  const copy = Buffer.from(unit);
  const places: number[] = [];
  for (let at = SLICE_LEADER; at < copy.length - BLOCK; at += SLICE_PERIOD) places.push(at);
  const secret = encrypt(Buffer.concat(places.map((at) => copy.subarray(at, at + BLOCK))));
  for (const [index, at] of places.entries()) {
    secret.copy(copy, at, index * BLOCK, (index + 1) * BLOCK);
  }
  return copy;
}

/** Adds emulation prevention bytes once more: encrypted bytes may look like a start code. */
function withEmulationPrevention(unit: Buffer): Buffer {
  const out: number[] = [];
  let zeros = 0;
  for (const byte of unit) {
    if (zeros >= 2 && byte <= 3) {
      out.push(3);
      zeros = 0;
    }
    out.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Buffer.from(out);
}

/** ADTS frames: header and sixteen bytes clear, whole blocks behind them encrypted (§2.2). */
function audioFrames(body: Buffer, encrypt: Encrypt): Buffer {
  const copy = Buffer.from(body);
  for (let at = 0; at + 7 <= copy.length; ) {
    const isSync = copy.readUInt16BE(at) >>> 4 === 0xfff;
    const length = (copy.readUIntBE(at + 3, 3) >>> 5) & 0x1fff;
    if (!isSync || length < 7 || at + length > copy.length) return copy;
    const hasCheck = ((copy[at + 1] ?? 0) & 1) === 0;
    const start = at + (hasCheck ? 9 : 7) + BLOCK;
    const whole = Math.floor((at + length - start) / BLOCK) * BLOCK;
    if (whole > 0) encrypt(copy.subarray(start, start + whole)).copy(copy, start);
    at += length;
  }
  return copy;
}
