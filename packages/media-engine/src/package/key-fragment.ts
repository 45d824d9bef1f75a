/** The key frame of a CMAF segment as a segment of its own: one fragment of one sample. */
import type { Fragment } from './fragments.ts';
import { boxesIn, boxesOf, findBox } from './mp4-boxes.ts';

const DEFAULT_BASE_IS_MOOF = 0x02_00_00;
const DATA_OFFSET = 0x1;
const DURATION_SIZE_FLAGS = 0x100 | 0x200 | 0x400;
/** `sample_depends_on` 2: it needs no other frame. */
const SYNC_SAMPLE = 0x02_00_00_00;
const BOX_HEADER_BYTES = 8;

function box(type: string, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const header = Buffer.alloc(BOX_HEADER_BYTES);
  header.writeUInt32BE(BOX_HEADER_BYTES + content.length);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, content]);
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => {
    bytes.writeUInt32BE(value >>> 0, index * 4);
  });
  return bytes;
}

interface KeyFrame {
  readonly fragment: Fragment;
  readonly sample: Uint8Array;
  readonly sequence: number;
}

/** The frame lasts as long as the segment that it was taken from. */
export function keyFragment({ fragment, sample, sequence }: KeyFrame): Buffer {
  const { trackId, start, duration } = fragment;
  const time = words(0x01_00_00_00, Math.floor(start / 2 ** 32), start);
  const build = (dataOffset: number) =>
    box(
      'moof',
      box('mfhd', words(0, sequence)),
      box(
        'traf',
        box('tfhd', words(DEFAULT_BASE_IS_MOOF, trackId)),
        box('tfdt', time),
        box(
          'trun',
          words(DATA_OFFSET | DURATION_SIZE_FLAGS, 1, dataOffset),
          words(duration, sample.length, SYNC_SAMPLE),
        ),
      ),
    );
  const moof = build(build(0).length + BOX_HEADER_BYTES);
  return Buffer.concat([moof, box('mdat', sample)]);
}

/** The initialisation section with one of its tracks alone. */
export function initOfTrack(init: Buffer, trackId: number): Buffer {
  const kept: Buffer[] = [];
  for (const top of boxesIn(init)) {
    if (top.type !== 'moov') kept.push(init.subarray(top.start, top.end));
    else kept.push(movieOfTrack(init, trackId));
  }
  return Buffer.concat(kept);
}

function movieOfTrack(init: Buffer, trackId: number): Buffer {
  const moov = findBox(init, ['moov']);
  const parts: Buffer[] = [];
  for (const part of boxesIn(init, moov?.content, moov?.end)) {
    if (part.type === 'mvex') {
      const own = boxesOf(init, 'trex', part).filter(
        (trex) => init.readUInt32BE(trex.content + 4) === trackId,
      );
      parts.push(box('mvex', ...own.map((trex) => init.subarray(trex.start, trex.end))));
      continue;
    }
    const header = part.type === 'trak' ? findBox(init, ['tkhd'], part) : undefined;
    const idAt = header && header.content + (init[header.content] === 1 ? 20 : 12);
    if (idAt === undefined || init.readUInt32BE(idAt) === trackId) {
      parts.push(init.subarray(part.start, part.end));
    }
  }
  return box('moov', ...parts);
}
