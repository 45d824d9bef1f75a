// Subtitles of ads where those of the content are in fMP4: for every ad segment an empty one in the content's own form
// (H8, H23). One track, one sample a segment.
// @see ISO/IEC 14496-12 (boxes), 14496-30 (wvtt, stpp), 23000-19 (CMAF)

/** WebVTT (`wvtt`) or TTML (`stpp`) in ISO base media files, by the name of its sample entry. */
export type TextForm = 'wvtt' | 'stpp';

/** Ticks per second. */
const TIMESCALE = 1000;
const TRACK_ID = 1;
const ENCODER = new TextEncoder();
const TTML = 'http://www.w3.org/ns/ttml';

type Part = Uint8Array | readonly number[];

function joined(parts: readonly Part[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Big-endian, 32 bits each. */
function words(...values: readonly number[]): number[] {
  return values.flatMap((value) => [
    Math.floor(value / 0x1000000) & 0xff,
    (value >> 16) & 0xff,
    (value >> 8) & 0xff,
    value & 0xff,
  ]);
}

const text = (value: string) => ENCODER.encode(value);
const zeros = (count: number) => new Uint8Array(count);

function box(type: string, ...parts: readonly Part[]): Uint8Array {
  const body = joined(parts);
  return joined([words(body.length + 8), text(type), body]);
}

/** @param flags with the version in the highest byte */
function fullBox(type: string, flags: number, ...parts: readonly Part[]): Uint8Array {
  return box(type, words(flags), ...parts);
}

/** No rotation, no scaling. */
const MATRIX = words(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

function sampleEntry(form: TextForm): Uint8Array {
  const common = [0, 0, 0, 0, 0, 0, 0, 1];
  return form === 'wvtt'
    ? box('wvtt', common, box('vttC', text('WEBVTT')))
    : box('stpp', common, text(`${TTML}\0\0\0`));
}

function trackBox(form: TextForm): Uint8Array {
  const isWebVtt = form === 'wvtt';
  const handler = text(isWebVtt ? 'text' : 'subt');
  const dataHere = fullBox('dref', 0, words(1), fullBox('url ', 1));
  const noSamples = ['stts', 'stsc', 'stco'].map((type) => fullBox(type, 0, words(0)));
  const samples = box(
    'stbl',
    fullBox('stsd', 0, words(1), sampleEntry(form)),
    ...noSamples,
    fullBox('stsz', 0, words(0, 0)),
  );
  const header = isWebVtt ? fullBox('nmhd', 0) : fullBox('sthd', 0);
  return box(
    'trak',
    // Enabled, in the movie.
    fullBox('tkhd', 3, words(0, 0, TRACK_ID, 0, 0, 0, 0, 0, 0), MATRIX, words(0, 0)),
    box(
      'mdia',
      // Language "und".
      fullBox('mdhd', 0, words(0, 0, TIMESCALE, 0), [0x55, 0xc4, 0, 0]),
      fullBox('hdlr', 0, words(0), handler, zeros(12), [0]),
      box('minf', header, box('dinf', dataHere), samples),
    ),
  );
}

/**
 * The initialisation section.
 * @returns an ISO base media file: `ftyp` and `moov`
 * @see ISO/IEC 14496-30; rule H23
 */
export function emptyTextInit(form: TextForm): Uint8Array {
  const rest = [words(0x10000), [1, 0], zeros(10), MATRIX, zeros(24), words(TRACK_ID + 1)];
  return joined([
    box('ftyp', text('iso6'), words(0), text('iso6cmfcdash')),
    box(
      'moov',
      fullBox('mvhd', 0, words(0, 0, TIMESCALE, 0), ...rest),
      trackBox(form),
      box('mvex', fullBox('trex', 0, words(TRACK_ID, 1, 0, 0, 0))),
    ),
  ]);
}

function emptySample(form: TextForm): Uint8Array {
  return form === 'wvtt'
    ? box('vtte')
    : text(`<?xml version="1.0" encoding="UTF-8"?><tt xmlns="${TTML}" xml:lang=""><body/></tt>`);
}

/**
 * A segment in which nothing is shown.
 * @param startMs media time; at most 2^32 ms, like `durationMs`
 * @returns an ISO base media file: `moof` and `mdat`
 * @see ISO/IEC 14496-30; rule H23
 */
export function emptyTextSegment(form: TextForm, startMs: number, durationMs: number): Uint8Array {
  const sample = emptySample(form);
  const moof = (dataOffset: number) =>
    box(
      'moof',
      fullBox('mfhd', 0, words(1)),
      box(
        'traf',
        // Default base is moof.
        fullBox('tfhd', 0x020000, words(TRACK_ID)),
        fullBox('tfdt', 0, words(startMs)),
        // Data offset, sample duration and size.
        fullBox('trun', 0x301, words(1, dataOffset, durationMs, sample.length)),
      ),
    );
  const mdatHeader = 8;
  return joined([moof(moof(0).length + mdatHeader), box('mdat', sample)]);
}
