/** The few boxes of our own CMAF fragments that the lab reads and rewrites (ISO/IEC 14496-12 §8.8). */

interface Box {
  readonly type: string;
  readonly start: number;
  readonly size: number;
}

/** Offsets of the boxes `types`, found by walking moof and traf. */
export function findBoxes(bytes: Buffer, types: readonly string[]): Box[] {
  const found: Box[] = [];
  const walk = (start: number, end: number) => {
    let at = start;
    while (at + 8 <= end) {
      const size = bytes.readUInt32BE(at);
      const type = bytes.toString('latin1', at + 4, at + 8);
      if (size < 8) return; // 0 and 1 (to the end, 64 bits) do not occur in our own fragments
      if (types.includes(type)) found.push({ type, start: at, size });
      if (type === 'moof' || type === 'traf') walk(at + 8, Math.min(end, at + size));
      at += size;
    }
  };
  walk(0, bytes.length);
  return found;
}

const tr = {
  dataOffset: 0x1,
  firstFlags: 0x4,
  duration: 0x100,
  size: 0x200,
  flags: 0x400,
  offset: 0x800,
};
const tf = { base: 0x1, index: 0x2, duration: 0x8, size: 0x10, flags: 0x20 };

interface Sample {
  /** Its row of the trun box, unchanged. */
  readonly row: Buffer;
  readonly ticks: number;
  readonly bytes: number;
}

interface Fragment {
  readonly tfhd: Buffer;
  readonly tfdt: Box;
  readonly sequence: number;
  readonly runFlags: number;
  readonly firstFlags: Buffer;
  readonly samples: readonly Sample[];
  readonly dataStart: number;
}

function readFragment(bytes: Buffer): Fragment | undefined {
  const boxes = findBoxes(bytes, ['mfhd', 'tfhd', 'tfdt', 'trun', 'mdat']);
  const box = (type: string) => boxes.find((each) => each.type === type);
  const [mfhd, tfhd, tfdt, trun, mdat] = ['mfhd', 'tfhd', 'tfdt', 'trun', 'mdat'].map(box);
  if (!mfhd || !tfhd || !tfdt || !trun || !mdat) return undefined;
  const defaults = readDefaults(bytes, tfhd.start + 8);
  const runFlags = bytes.readUInt32BE(trun.start + 8) & 0xffffff;
  const count = bytes.readUInt32BE(trun.start + 12);
  let at = trun.start + 16 + (runFlags & tr.dataOffset ? 4 : 0);
  const firstFlags = bytes.subarray(at, runFlags & tr.firstFlags ? at + 4 : at);
  at += firstFlags.length;
  const samples: Sample[] = [];
  for (let index = 0; index < count; index += 1) {
    let end = at;
    const next = (flag: number, byDefault: number) => {
      if ((runFlags & flag) === 0) return byDefault;
      end += 4;
      return bytes.readUInt32BE(end - 4);
    };
    const ticks = next(tr.duration, defaults.ticks);
    const size = next(tr.size, defaults.bytes);
    next(tr.flags, 0);
    next(tr.offset, 0);
    samples.push({ row: bytes.subarray(at, end), ticks, bytes: size });
    at = end;
  }
  return {
    tfhd: bytes.subarray(tfhd.start, tfhd.start + tfhd.size),
    tfdt,
    sequence: bytes.readUInt32BE(mfhd.start + 12),
    runFlags,
    firstFlags,
    samples,
    dataStart: mdat.start + 8,
  };
}

function readDefaults(bytes: Buffer, start: number) {
  const flags = bytes.readUInt32BE(start) & 0xffffff;
  let at = start + 8 + (flags & tf.base ? 8 : 0) + (flags & tf.index ? 4 : 0);
  const next = (flag: number) => {
    if ((flags & flag) === 0) return 0;
    at += 4;
    return bytes.readUInt32BE(at - 4);
  };
  return { ticks: next(tf.duration), bytes: next(tf.size) };
}

/** Bytes from the fragment's start to the end of its first sample: the byte range in an I-frame playlist (§4.4.3.6). */
export function firstSampleEnd(bytes: Buffer): number {
  const fragment = readFragment(bytes);
  return fragment === undefined
    ? bytes.length
    : fragment.dataStart + (fragment.samples[0]?.bytes ?? 0);
}

/** One of `count` equal parts of a segment as a fragment of its own, as low latency has them. */
export function partOfSegment(bytes: Buffer, index: number, count: number): Buffer | undefined {
  const fragment = readFragment(bytes);
  if (fragment === undefined || index < 0 || index >= count) return undefined;
  const { samples, dataStart, tfdt } = fragment;
  const from = Math.floor((samples.length * index) / count);
  const to = Math.floor((samples.length * (index + 1)) / count);
  const sum = (list: readonly Sample[], of: 'ticks' | 'bytes') =>
    list.reduce((total, sample) => total + sample[of], 0);
  const before = samples.slice(0, from);
  const part = samples.slice(from, to);
  const time = Buffer.from(bytes.subarray(tfdt.start, tfdt.start + tfdt.size));
  if (time[8] === 1) {
    time.writeBigUInt64BE(time.readBigUInt64BE(12) + BigInt(sum(before, 'ticks')), 12);
  }
  const dataAt = dataStart + sum(before, 'bytes');
  const data = bytes.subarray(dataAt, dataAt + sum(part, 'bytes'));
  return Buffer.concat([moofOf(fragment, part, time, index), box('mdat', data)]);
}

function moofOf(fragment: Fragment, part: readonly Sample[], time: Buffer, index: number): Buffer {
  const hasFirst = index === 0 && fragment.firstFlags.length > 0;
  const flags =
    (fragment.runFlags & ~tr.firstFlags) | tr.dataOffset | (hasFirst ? tr.firstFlags : 0);
  const run = (offset: number) =>
    box(
      'trun',
      word(flags),
      word(part.length),
      word(offset),
      hasFirst ? fragment.firstFlags : Buffer.alloc(0),
      ...part.map((sample) => sample.row),
    );
  const moof = (offset: number) =>
    box(
      'moof',
      box('mfhd', word(0), word(fragment.sequence)),
      box('traf', fragment.tfhd, time, run(offset)),
    );
  return moof(moof(0).length + 8);
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function box(type: string, ...bodies: readonly Buffer[]): Buffer {
  const body = Buffer.concat(bodies);
  return Buffer.concat([word(body.length + 8), Buffer.from(type, 'latin1'), body]);
}
