import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  detectManifest,
  HLS_LIMITS,
  parseMediaPlaylist,
  parseMultivariantPlaylist,
  programDateTimes,
  writeMediaPlaylist,
  writeMultivariantPlaylist,
} from './index.ts';

const root = join(import.meta.dirname, '../../..');

/** Real lines: every line of every playlist at hand, short ones. */
const lines = [join(root, 'test-vectors/hls'), join(root, '../shared/fixtures/hls')]
  .filter((folder) => existsSync(folder))
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.m3u8'))
      .flatMap((name) => [
        ...new Set(readFileSync(join(folder, name), 'latin1').split('\n').slice(0, 80)),
      ]),
  );

const realLine = fc.constantFrom(...lines);
const brokenLine = fc
  .tuple(
    realLine,
    fc.nat(200),
    fc.nat(12),
    fc.constantFrom(
      '',
      '"',
      ',',
      '=',
      ':',
      '@',
      '-',
      '#',
      '\r',
      ' ',
      '\u0000',
      '9'.repeat(30),
      '#EXT-X-',
      '\u00FF',
    ),
  )
  .map(([line, at, cut, put]) => line.slice(0, at) + put + line.slice(at + cut));
const anyLine = fc.oneof(
  { weight: 6, arbitrary: realLine },
  { weight: 3, arbitrary: brokenLine },
  { weight: 1, arbitrary: fc.string({ maxLength: 30 }) },
);
const playlist = fc
  .tuple(
    fc.constantFrom('#EXTM3U', '', '\uFEFF#EXTM3U', '# c\n#EXTM3U'),
    fc.array(anyLine, { maxLength: 60 }),
    fc.constantFrom('\n', '\r\n', '\n\n'),
    fc.boolean(),
  )
  .map(([first, body, end, final]) => [first, ...body].join(end) + (final ? end : ''));

it('playlists of mutated real lines are read, numbered and written back', () => {
  fc.assert(
    fc.property(playlist, (text) => {
      const media = parseMediaPlaylist(text).playlist;
      expect(writeMediaPlaylist(media) === text).toBe(true);
      media.segments.forEach((segment, index) => {
        expect(segment.msn).toBe((media.segments[0]?.msn ?? 0) + index);
        expect(segment.durationSeconds).toBeGreaterThanOrEqual(0);
        expect(segment.keys.length).toBeLessThanOrEqual(HLS_LIMITS.maxKeysInForce);
        expect(text.startsWith(segment.text, segment.offset)).toBe(true);
      });
      expect(programDateTimes(media)).toHaveLength(media.segments.length);
      const multivariant = parseMultivariantPlaylist(text).playlist;
      expect(writeMultivariantPlaylist(multivariant) === text).toBe(true);
      detectManifest(text);
    }),
    { numRuns: Number(process.env['FUZZ_RUNS'] ?? 4000), seed: 8216 },
  );
});
