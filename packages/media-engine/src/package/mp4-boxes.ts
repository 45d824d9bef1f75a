/** The few boxes of ISO/IEC 14496-12 from which the fragment durations of our own encoders are read. */

export interface Mp4Box {
  readonly type: string;
  /** Offset of the box, of its content, and of the byte behind it. */
  readonly start: number;
  readonly content: number;
  readonly end: number;
}

const HEADER_BYTES = 8;
const LARGE_HEADER_BYTES = 16;

export function* boxesIn(bytes: Buffer, start = 0, end = bytes.length): Generator<Mp4Box> {
  for (let at = start; at + HEADER_BYTES <= end; ) {
    const short = bytes.readUInt32BE(at);
    const isLarge = short === 1 && at + LARGE_HEADER_BYTES <= end;
    const size = isLarge ? Number(bytes.readBigUInt64BE(at + HEADER_BYTES)) : short || end - at;
    const content = at + (isLarge ? LARGE_HEADER_BYTES : HEADER_BYTES);
    if (size < content - at || at + size > end) return;
    yield {
      type: bytes.toString('latin1', at + 4, at + HEADER_BYTES),
      start: at,
      content,
      end: at + size,
    };
    at += size;
  }
}

export function findBox(
  bytes: Buffer,
  path: readonly string[],
  within?: Mp4Box,
): Mp4Box | undefined {
  const [type, ...rest] = path;
  for (const box of boxesIn(bytes, within?.content, within?.end)) {
    if (box.type !== type) continue;
    const found = rest.length === 0 ? box : findBox(bytes, rest, box);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function boxesOf(bytes: Buffer, type: string, within?: Mp4Box): Mp4Box[] {
  return [...boxesIn(bytes, within?.content, within?.end)].filter((box) => box.type === type);
}

export interface Track {
  readonly id: number;
  /** Ticks per second. */
  readonly timescale: number;
  readonly kind: 'video' | 'audio' | 'other';
  /** Default sample duration in ticks where a fragment has none (`trex`, ISO/IEC 14496-12 8.8.3). */
  readonly defaultDuration: number;
}

const KINDS = new Map([
  ['vide', 'video'],
  ['soun', 'audio'],
] as const);

/** Tracks of an initialisation section. */
export function readTracks(init: Buffer): Track[] {
  const moov = findBox(init, ['moov']);
  if (moov === undefined) return [];
  const extends_ = boxesOf(init, 'trex', findBox(init, ['mvex'], moov));
  return boxesOf(init, 'trak', moov).flatMap((trak) => {
    const header = findBox(init, ['tkhd'], trak);
    const media = findBox(init, ['mdia', 'mdhd'], trak);
    const handler = findBox(init, ['mdia', 'hdlr'], trak);
    if (header === undefined || media === undefined || handler === undefined) return [];
    const id = init.readUInt32BE(header.content + (init[header.content] === 1 ? 20 : 12));
    const trex = extends_.find((box) => init.readUInt32BE(box.content + 4) === id);
    const type = init.toString('latin1', handler.content + 8, handler.content + 12);
    return [
      {
        id,
        timescale: init.readUInt32BE(media.content + (init[media.content] === 1 ? 20 : 12)),
        kind: [...KINDS].find(([name]) => name === type)?.[1] ?? ('other' as const),
        defaultDuration: trex === undefined ? 0 : init.readUInt32BE(trex.content + 12),
      },
    ];
  });
}
