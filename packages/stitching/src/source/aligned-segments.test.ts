import { parseMediaPlaylist } from '@interlude/hls';
import { expect, test } from 'vitest';
import { hasAlignedSegments } from './aligned-segments.ts';
import { extendWindow } from './extend-window.ts';

const START_MS = Date.parse('2026-01-01T00:00:00Z');

function windowOf(durations: readonly number[]) {
  const lines = ['#EXTM3U', '#EXT-X-TARGETDURATION:10', '#EXT-X-MEDIA-SEQUENCE:5'];
  lines.push('#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z');
  for (const [index, seconds] of durations.entries()) lines.push(`#EXTINF:${seconds},`, `${index}`);
  const { playlist } = parseMediaPlaylist(lines.join('\n'));
  const options = { renditionId: 'v0', baseUrl: 'http://origin.test/a.m3u8', nowMs: START_MS };
  return extendWindow(undefined, playlist, options);
}

const video = windowOf([2, 2, 2, 2, 2, 2]);

test.each([
  ['the same segments', [2, 2, 2, 2, 2, 2], true],
  ['audio that ends on its own frames', [1.984, 2.005, 2.005, 2.005, 2.005, 1.984], true],
  ['a rendition that is behind', [2, 2, 2, 2], true],
  ['shorter segments', [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], true],
  ['longer segments', [6, 6], false],
  ['another cadence', [3, 3, 3, 3], false],
])('renditions with %s', (_name, durations, together) => {
  expect(hasAlignedSegments([video, windowOf(durations)])).toBe(together);
});

test('one rendition alone has its cuts together', () => {
  expect(hasAlignedSegments([video])).toBe(true);
  expect(hasAlignedSegments([])).toBe(true);
});
