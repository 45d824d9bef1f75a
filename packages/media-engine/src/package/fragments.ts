/** Times of the fragments in a CMAF segment (ISO/IEC 14496-12 §8.8). */
import { boxesOf, findBox, type Mp4Box, type Track } from './mp4-boxes.ts';

export interface Fragment {
  readonly trackId: number;
  /** Ticks: decode time of the first sample (`tfdt`). */
  readonly start: number;
  /** Ticks of all its samples. */
  readonly duration: number;
  readonly samples: number;
  /** Bytes of the first sample, and where it begins in the segment. */
  readonly firstSample: { readonly offset: number; readonly bytes: number };
  /** The first sample needs no other one (`sample_is_non_sync_sample` is 0). */
  readonly startsWithSync: boolean;
}

const NON_SYNC = 0x1_00_00;

/** Optional fields of `tfhd` by their flag, in their order; bytes of each. */
const TFHD_FIELDS = [
  [0x1, 8, 'base'],
  [0x2, 4, 'description'],
  [0x8, 4, 'duration'],
  [0x10, 4, 'size'],
  [0x20, 4, 'flags'],
] as const;

/** Fields of a sample in `trun` by their flag. */
const SAMPLE_FIELDS = [
  [0x100, 'duration'],
  [0x200, 'size'],
  [0x400, 'flags'],
  [0x800, 'offset'],
] as const;

const flagsOf = (bytes: Buffer, box: Mp4Box) => bytes.readUInt32BE(box.content) & 0xff_ff_ff;

function readHeader(bytes: Buffer, box: Mp4Box) {
  const flags = flagsOf(bytes, box);
  const found = { id: bytes.readUInt32BE(box.content + 4), duration: 0, size: 0, flags: 0 };
  let at = box.content + 8;
  for (const [flag, length, name] of TFHD_FIELDS) {
    if ((flags & flag) === 0) continue;
    if (name === 'duration' || name === 'size' || name === 'flags') {
      found[name] = bytes.readUInt32BE(at);
    }
    at += length;
  }
  return { ...found, hasDuration: (flags & 0x8) !== 0 };
}

interface Sample {
  readonly duration: number;
  readonly size: number;
  readonly flags: number;
}

function readRun(bytes: Buffer, box: Mp4Box, defaults: Sample) {
  const flags = flagsOf(bytes, box);
  const count = bytes.readUInt32BE(box.content + 4);
  let at = box.content + 8;
  const dataOffset = (flags & 0x1) === 0 ? 0 : bytes.readInt32BE(at);
  if ((flags & 0x1) !== 0) at += 4;
  const firstFlags = (flags & 0x4) === 0 ? undefined : bytes.readUInt32BE(at);
  if (firstFlags !== undefined) at += 4;
  const samples: Sample[] = [];
  for (let index = 0; index < count; index += 1) {
    const sample = { ...defaults, offset: 0 };
    for (const [flag, name] of SAMPLE_FIELDS) {
      if ((flags & flag) === 0) continue;
      sample[name] = bytes.readUInt32BE(at);
      at += 4;
    }
    if (index === 0 && firstFlags !== undefined) sample.flags = firstFlags;
    samples.push(sample);
  }
  return { dataOffset, samples };
}

function readTrackFragment(
  bytes: Buffer,
  moof: Mp4Box,
  traf: Mp4Box,
  tracks: readonly Track[],
): Fragment | undefined {
  const headerBox = findBox(bytes, ['tfhd'], traf);
  const timeBox = findBox(bytes, ['tfdt'], traf);
  if (headerBox === undefined || timeBox === undefined) return undefined;
  const header = readHeader(bytes, headerBox);
  const track = tracks.find(({ id }) => id === header.id);
  const duration = header.hasDuration ? header.duration : (track?.defaultDuration ?? 0);
  const runs = boxesOf(bytes, 'trun', traf).map((box) =>
    readRun(bytes, box, { duration, size: header.size, flags: header.flags }),
  );
  const samples = runs.flatMap((run) => run.samples);
  const [first] = samples;
  const start =
    bytes[timeBox.content] === 1
      ? Number(bytes.readBigUInt64BE(timeBox.content + 4))
      : bytes.readUInt32BE(timeBox.content + 4);
  return {
    trackId: header.id,
    start,
    duration: samples.reduce((sum, sample) => sum + sample.duration, 0),
    samples: samples.length,
    firstSample: { offset: moof.start + (runs[0]?.dataOffset ?? 0), bytes: first?.size ?? 0 },
    startsWithSync: first !== undefined && (first.flags & NON_SYNC) === 0,
  };
}

/** One for each track and `moof`, in the order of the segment. */
export function readFragments(segment: Buffer, tracks: readonly Track[]): Fragment[] {
  return boxesOf(segment, 'moof').flatMap((moof) =>
    boxesOf(segment, 'traf', moof).flatMap((traf) => {
      const fragment = readTrackFragment(segment, moof, traf, tracks);
      return fragment === undefined ? [] : [fragment];
    }),
  );
}
