// Playlists put together for the fuzz: of the format's own tags with good, odd and hostile values, of the lines
// of real playlists, and of both with characters cut and put in.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '@interlude/testkit/fuzz';
import type { Segment } from './media/media-playlist.ts';

const vectors = join(import.meta.dirname, '../../../test-vectors/hls');

/** The project's own playlists only: the same seed makes the same case on every machine. */
const REAL_LINES = [
  ...new Set(
    readdirSync(vectors)
      .filter((name) => name.endsWith('.m3u8'))
      .flatMap((name) => readFileSync(join(vectors, name), 'latin1').split(/\r?\n/)),
  ),
];

const NUMBERS = [
  ...['4', '4.000', '3.84', '0', '0.033', '6.006', '1e3', '-1', 'NaN', '', '.', '1.2.3', '+5'],
  ...[
    '99999999999999999999',
    '9007199254740993',
    '0x10',
    '٤',
    '1e999',
    ' 4 ',
    '4,',
    '0.1234567890123456789',
  ],
];
const DATES = [
  ...[
    '2026-03-01T12:00:12.000Z',
    '2026-03-01T12:00:12Z',
    '2026-03-01T12:00:12.123456+01:00',
    'now',
  ],
  ...['2026-13-01T00:00:00Z', '2026-03-01T24:00:60Z', '2026-03-01 12:00', '2026-03-01T12:00:1', ''],
];
const STRINGS = [
  ...[
    '"a.mp4"',
    '"k?x=1,2"',
    '""',
    '"',
    '"never closed',
    'bare',
    '"\u00E4\u00F6"',
    '"a""b"',
    '"{$v}"',
  ],
  ...[
    '0x00000000000000000000000000000001',
    'NONE',
    'AES-128',
    'SAMPLE-AES',
    'YES',
    'NO',
    '"700@0"',
  ],
];
const RANGES = ['1000@700', '1100', '900@', '@5', '0@0', '99999999999999999@1', 'x', '-1@3', ''];
const ATTRIBUTES = [
  ...['METHOD', 'URI', 'IV', 'KEYFORMAT', 'BYTERANGE', 'DURATION', 'ID', 'NAME', 'VALUE', 'CUE'],
  ...['TYPE', 'PART-TARGET', 'SKIPPED-SEGMENTS', 'RECENTLY-REMOVED-DATERANGES', 'INDEPENDENT'],
  ...['CAN-BLOCK-RELOAD', 'CAN-SKIP-UNTIL', 'HOLD-BACK', 'PART-HOLD-BACK', 'LAST-MSN', 'LAST-PART'],
  ...['BYTERANGE-START', 'BYTERANGE-LENGTH', 'BANDWIDTH', 'CODECS', 'GROUP-ID', '__proto__', 'GAP'],
];
/** Attribute-list tags of media and multivariant playlists. */
const LIST_TAGS = [
  ...[
    'KEY',
    'MAP',
    'PART',
    'PRELOAD-HINT',
    'RENDITION-REPORT',
    'SERVER-CONTROL',
    'PART-INF',
    'SKIP',
  ],
  ...['DATERANGE', 'DEFINE', 'START', 'CUE', 'SCTE35', 'STREAM-INF', 'MEDIA', 'I-FRAME-STREAM-INF'],
];
const NUMBER_TAGS = [
  ...[
    'TARGETDURATION',
    'MEDIA-SEQUENCE',
    'DISCONTINUITY-SEQUENCE',
    'VERSION',
    'CUE-OUT',
    'BITRATE',
  ],
];
const BARE_TAGS = [
  ...['DISCONTINUITY', 'GAP', 'ENDLIST', 'CUE-IN', 'CUE-OUT', 'I-FRAMES-ONLY', 'PLAYLIST-TYPE:VOD'],
  ...['INDEPENDENT-SEGMENTS', 'PLAYLIST-TYPE:EVENT', 'UNHEARD-OF', 'KEY:METHOD=NONE', ''],
];
const PIECES = [
  ...['', '"', ',', '=', ':', '@', '-', '#', '\r', '\n', ' ', '\t', '\u0000', '\u00FF', '\uFEFF'],
  ...['9'.repeat(30), '#EXT', '#EXT-X-', '#EXTINF:', '\n#EXTINF:4,\n', '.', 'e', 'Z'],
];
const COMMENTS = ['', ' ', '# a comment', '#', '##EXTINF:4,', '#ext-x-endlist', '\t#EXTINF:4,'];

function attributeList(random: Random): string {
  const values = () => random.pick(random.once(3) ? NUMBERS : random.once(4) ? RANGES : STRINGS);
  const blank = () => (random.once(12) ? ' ' : '');
  return random
    .list(5, () => {
      const name = random.pick(ATTRIBUTES);
      return `${blank()}${name}${blank()}${random.once(20) ? '' : '='}${blank()}${values()}${blank()}`;
    })
    .join(',');
}

function segment(random: Random): string[] {
  const lines = random.once(12)
    ? []
    : [`#EXTINF:${random.pick(NUMBERS)},${random.once(5) ? 't,x' : ''}`];
  if (random.once(3)) lines.unshift(`#EXT-X-PROGRAM-DATE-TIME:${random.pick(DATES)}`);
  if (random.once(5)) lines.push(`#EXT-X-BYTERANGE:${random.pick(RANGES)}`);
  if (random.once(6)) lines.unshift(`#EXT-X-${random.pick(BARE_TAGS)}`);
  lines.push(random.once(12) ? ' s.ts ' : `s${random.below(4)}.ts`);
  return lines;
}

function lines(random: Random): string[] {
  switch (random.below(8)) {
    case 0:
      return [`#EXT-X-${random.pick(LIST_TAGS)}:${attributeList(random)}`];
    case 1:
      return [`#EXT-X-${random.pick(NUMBER_TAGS)}:${random.pick(NUMBERS)}`];
    case 2:
      return [`#EXT-X-${random.pick(BARE_TAGS)}`];
    case 3:
      return [random.pick(REAL_LINES)];
    case 4:
      return [random.edit(random.pick(REAL_LINES), 2, PIECES)];
    case 5:
      return [random.pick(COMMENTS)];
    default:
      return segment(random);
  }
}

const FIRST_LINES = [
  '#EXTM3U',
  '#EXTM3U',
  '#EXTM3U',
  '',
  '\uFEFF#EXTM3U',
  '\u00EF\u00BB\u00BF#EXTM3U',
  '# c',
];
const LINE_ENDS = ['\n', '\n', '\r\n', '\n\n', '\r'];

/** A playlist of up to some 40 lines. */
export function fuzzedPlaylist(random: Random): string {
  const end = random.pick(LINE_ENDS);
  const body = random.list(16, () => lines(random)).flat();
  const text = [random.pick(FIRST_LINES), ...body].join(end) + (random.once(3) ? '' : end);
  return random.once(3) ? random.edit(text, 3, PIECES) : text;
}

/** Every field by value (a parsed segment has them as getters), but for where it stood in its text. */
export function segmentFacts(segment: Segment) {
  const { msn, uri, durationSeconds, discontinuity, programDateTimeMs, map, mapChanged } = segment;
  const { keys, keysChanged, byteRange, gap, text, tags } = segment;
  return {
    ...{ msn, uri, durationSeconds, discontinuity, programDateTimeMs, map, mapChanged },
    ...{ keys, keysChanged, byteRange, gap, text },
    tags: tags.map(({ name, value }) => ({ name, value })),
  };
}
