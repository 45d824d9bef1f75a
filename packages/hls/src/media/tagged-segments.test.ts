import { expect, it } from 'vitest';
import { detachSegment, parseMediaPlaylist, taggedSegments } from '../index.ts';

const { playlist } = parseMediaPlaylist(
  [
    '#EXTM3U\n#EXT-X-TARGETDURATION:4',
    '#EXT-X-CUE-OUT:30\n#EXTINF:4,\n0.ts',
    '#EXT-X-PROGRAM-DATE-TIME:2026-03-01T12:00:04Z\n#EXTINF:4,\n1.ts',
    '#EXTINF:4,\n#EXT-X-CUE-IN\n2.ts',
    '# EXT-X-CUE-IN\n#EXTINF:4,\n3.ts?#EXT-X-CUE-IN',
    '#EXT-X-CUE-OUT-CONT:4/30\n#EXT-X-UNHEARD-OF\n#EXTINF:4,\n4.ts',
    '#EXT-X-CUE-IN',
  ].join('\n'),
);
const indexes = (...names: string[]) => taggedSegments(playlist, new Set(names));

it.each([
  [['EXT-X-CUE-OUT'], [0]],
  [
    ['EXT-X-CUE-OUT', 'EXT-X-CUE-IN'],
    [0, 2],
  ],
  [['EXT-X-UNHEARD-OF'], [4]],
  [['EXT-X-PROGRAM-DATE-TIME'], [1]],
  [['EXTINF'], [0, 1, 2, 3, 4]],
  [['EXT-X-CUE'], []],
  [[], []],
])('taggedSegments finds the segments whose own lines carry %s', (names, expected) => {
  expect(indexes(...names)).toEqual(expected);
});

it('taggedSegments reads segments that are not of a parsed text, too', () => {
  const segments = playlist.segments.map(detachSegment);
  expect(taggedSegments({ segments }, new Set(['EXT-X-CUE-IN']))).toEqual([2]);
});

it('taggedSegments leaves out a marker that the header took', () => {
  const early = parseMediaPlaylist(
    '#EXTM3U\n#EXT-X-CUE-OUT:30\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n0.ts\n#EXTINF:4,\n1.ts\n',
  ).playlist;
  expect(taggedSegments(early, new Set(['EXT-X-CUE-OUT']))).toEqual([]);
  expect(early.headerTags.map(({ name }) => name)).toContain('EXT-X-CUE-OUT');
});

it('taggedSegments sees the tag behind a byte order mark where EXTM3U is missing', () => {
  const marked = parseMediaPlaylist('\uFEFF#EXT-X-CUE-OUT:30\n#EXTINF:4,\n0.ts\n').playlist;
  expect(taggedSegments(marked, new Set(['EXT-X-CUE-OUT']))).toEqual([0]);
});
