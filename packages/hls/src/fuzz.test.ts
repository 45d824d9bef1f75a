import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fuzzCases, type Random } from '@interlude/testkit/fuzz';
import { expect, it } from 'vitest';
import {
  detachSegment,
  detectManifest,
  HLS_LIMITS,
  type MediaPlaylist,
  mergeDelta,
  parseAttributeList,
  parseMediaPlaylist,
  parseMultivariantPlaylist,
  playlistRuns,
  programDateTimes,
  readLowLatency,
  restoreSegments,
  storeSegments,
  taggedSegments,
  writeAttributeList,
  writeMediaPlaylist,
  writeMultivariantPlaylist,
} from './index.ts';
import { fuzzedPlaylist, segmentFacts } from './playlists.suite.ts';

const seeds = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../test-vectors/fuzz/seeds.json'), 'utf8'),
);

/** Address lines as the plainest of readers finds them. */
function plainUris(text: string): string[] {
  return text
    .replace(/^(?:\uFEFF|\u00EF\u00BB\u00BF)/, '')
    .split('\n')
    .map((line) => line.replace(/^[\0-\x20]+|[\0-\x20]+$/g, ''))
    .filter((line) => line !== '' && !line.startsWith('#'));
}

function checkSegments(text: string, playlist: MediaPlaylist): void {
  const { segments } = playlist;
  deepStrictEqual(
    segments.map(({ uri }) => uri),
    plainUris(text),
  );
  const marked = taggedSegments(playlist, new Set(['EXT-X-CUE-OUT', 'EXT-X-DISCONTINUITY']));
  segments.forEach((segment, index) => {
    strictEqual(segment.msn, (segments[0]?.msn ?? 0) + index);
    ok(segment.durationSeconds >= 0 && segment.durationSeconds < Number.POSITIVE_INFINITY);
    ok(segment.keys.length <= HLS_LIMITS.maxKeysInForce);
    ok(text.startsWith(segment.text, segment.offset));
    const names = segment.tags.map(({ name }) => name);
    const isMarked = names.includes('EXT-X-CUE-OUT') || names.includes('EXT-X-DISCONTINUITY');
    strictEqual(marked.includes(index), isMarked);
    // Segment tags in the header apply to the first segment.
    if (index === 0) names.push(...playlist.headerTags.map(({ name }) => name));
    strictEqual(segment.discontinuity, names.includes('EXT-X-DISCONTINUITY'));
    strictEqual(segment.gap, names.includes('EXT-X-GAP'));
  });
  const [first] = segments;
  if (first !== undefined) {
    const copy = detachSegment(first);
    strictEqual(copy.text + copy.uri, first.text + first.uri);
    deepStrictEqual(copy.tags, first.tags);
  }
}

/** Segments that were stored and restored are equal to the original ones. */
function checkStored({ segments }: MediaPlaylist): void {
  const restored = restoreSegments(JSON.parse(JSON.stringify(storeSegments(segments))));
  const facts = (of: typeof segments) => JSON.parse(JSON.stringify(of.map(segmentFacts)));
  deepStrictEqual(facts(restored), facts(segments));
}

function checkAttributes(playlist: MediaPlaylist): void {
  for (const { value } of playlist.headerTags) {
    const list = parseAttributeList(value);
    ok(list.size <= HLS_LIMITS.maxAttributes);
    const written = writeAttributeList(list);
    strictEqual(writeAttributeList(parseAttributeList(written)), written);
  }
}

const WINDOW = parseMediaPlaylist(
  `#EXTM3U\n#EXT-X-TARGETDURATION:4\n${Array.from(
    { length: 12 },
    (_, n) => `#EXT-X-DATERANGE:ID="${n}"\n#EXTINF:4,\ns${n}.ts\n`,
  ).join('')}`,
).playlist;

/** A delta update is refused, or gives its own segments behind the skipped ones. */
function checkDelta(text: string): void {
  const skip = '#EXT-X-SKIP:SKIPPED-SEGMENTS=3,RECENTLY-REMOVED-DATERANGES="1"';
  const delta = parseMediaPlaylist(text.replace('\n', `\n${skip}\n`)).playlist;
  const merged = mergeDelta(WINDOW, delta);
  if (merged === undefined || merged === delta) return;
  deepStrictEqual(
    merged.segments.slice(delta.skippedSegments).map(({ uri, msn }) => uri + msn),
    delta.segments.map(({ uri, msn }) => uri + msn),
  );
  strictEqual(merged.skippedSegments, 0);
}

interface HlsCase {
  readonly text: string;
  readonly hasDelta: boolean;
}

function checkPlaylist({ text, hasDelta }: HlsCase): void {
  if (hasDelta) checkDelta(text);
  const { playlist, warnings } = parseMediaPlaylist(text);
  ok(writeMediaPlaylist(playlist) === text, 'media playlist written otherwise than read');
  ok(playlistRuns(playlist).join('') === text, 'runs are not the text');
  ok(warnings.length <= HLS_LIMITS.maxWarnings);
  checkSegments(text, playlist);
  checkStored(playlist);
  checkAttributes(playlist);
  for (const { durationSeconds } of readLowLatency(playlist).parts) ok(durationSeconds >= 0);
  strictEqual(programDateTimes(playlist).length, playlist.segments.length);
  const multivariant = parseMultivariantPlaylist(text).playlist;
  ok(writeMultivariantPlaylist(multivariant) === text, 'multivariant playlist written otherwise');
  detectManifest(text);
}

it('playlists made of pieces are read, numbered and written back', { timeout: 3_600_000 }, () => {
  const figures = fuzzCases({
    name: 'hls',
    keptSeeds: seeds.hls,
    make: (random: Random): HlsCase => ({
      text: fuzzedPlaylist(random),
      hasDelta: random.once(4),
    }),
    check: checkPlaylist,
  });
  process.stdout.write(`hls: ${JSON.stringify(figures)}\n`);
  expect(figures.slowestMs).toBeLessThan(100);
});
