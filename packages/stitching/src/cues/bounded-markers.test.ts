import { segmentationConfiguration } from '@interlude/contract';
import { parseMediaPlaylist } from '@interlude/hls';
import { expect, test } from 'vitest';
import { NO_BREAKS } from '../breaks/ad-break.ts';
import { trackBreaks } from '../breaks/break-tracker.ts';
import { boundedCues, markerLimits, withBoundedMarkers } from './bounded-markers.ts';
import type { Cue } from './cue.ts';
import { findHlsCues } from './hls-cues.ts';

const playlistOf = (segments: number, tags: string) =>
  parseMediaPlaylist(`#EXTM3U\n${`${tags}#EXTINF:2,\n0.ts\n`.repeat(segments)}`).playlist;

test('SEC-S58 of thousands of markers the newest of a live playlist are read, and the first of an asset', () => {
  const few = playlistOf(10, '#EXT-X-CUE-OUT:10\n');
  expect(withBoundedMarkers(few, 'newest')).toEqual({ playlist: few, skipped: 0 });
  expect(withBoundedMarkers(few, 'newest').playlist).toBe(few);
  const many = playlistOf(3_000, '#EXT-X-CUE-OUT:10\n#EXT-X-CUE-IN\n');
  const kept = markerLimits.tags / 2;
  const newest = withBoundedMarkers(many, 'newest');
  expect(newest.skipped).toBe(3_000 - kept);
  expect(newest.playlist.segments).toEqual(many.segments.slice(-kept));
  const first = withBoundedMarkers(many, 'first');
  expect(first.skipped).toBe(0);
  expect(first.playlist.segments).toEqual(many.segments.slice(0, kept));
});

test('SEC-S58 markers before the first segment stand at no other; date ranges say when they begin', () => {
  const head = '#EXT-X-CUE-OUT:10\n#EXT-X-DATERANGE:ID="a",START-DATE="2026-01-01T00:00:00Z"\n';
  const body = '#EXT-X-CUE-OUT:10\n#EXT-X-CUE-IN\n#EXTINF:2,\n0.ts\n'.repeat(
    markerLimits.tags / 2 - 10,
  );
  const tail = '#EXT-X-CUE-OUT:10\n'.repeat(30);
  const text = `#EXTM3U\n${head}#EXT-X-TARGETDURATION:2\n${body}${tail}`;
  const { playlist } = parseMediaPlaylist(text);
  const names = (tags: readonly { name: string }[]) => tags.map(({ name }) => name);
  expect(names(playlist.headerTags)).toContain('EXT-X-CUE-OUT');
  const newest = withBoundedMarkers(playlist, 'newest').playlist;
  expect(names(newest.headerTags)).toEqual([]);
  expect(newest.trailerTags).toHaveLength(30);
  const first = withBoundedMarkers(playlist, 'first').playlist;
  expect(names(first.headerTags)).toEqual(names(playlist.headerTags));
  expect(first.segments).toHaveLength(markerLimits.tags / 2 - 10);
  expect(first.trailerTags.length).toBeLessThan(30);
});

test('SEC-S58 tags of every segment are no markers', () => {
  const dated = playlistOf(5_000, '#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n#EXT-X-GAP\n');
  expect(withBoundedMarkers(dated, 'newest').playlist).toBe(dated);
  const ofVendor = playlistOf(5_000, '#EXT-X-VENDOR:1\n#EXT-X-KEY:METHOD=NONE\n');
  expect(withBoundedMarkers(ofVendor, 'first').playlist).toBe(ofVendor);
});

const cue = (kind: Cue['kind'], index: number): Cue => ({
  ...{ kind, atMs: index * 1_000, msn: index, dialect: 'EXT-X-CUE-OUT' },
  ...(kind === 'out' && { durationSeconds: 0.5 }),
});

test('SEC-S58 the newest starts are followed, also behind thousands of messages that a break goes on', () => {
  const cues = Array.from({ length: 5_000 }, (_, index) =>
    cue(index % 5 === 0 ? 'out' : 'cont', index),
  );
  const kept = boundedCues(cues, 'newest');
  expect(kept.filter(({ kind }) => kind === 'out')).toHaveLength(markerLimits.cues);
  expect(kept.filter(({ kind }) => kind === 'cont')).toEqual(
    cues.filter(({ kind }) => kind === 'cont').slice(-markerLimits.cues),
  );
  expect(boundedCues(kept, 'newest')).toBe(kept);
});

test('SEC-S58 of an asset the first starts are followed', () => {
  const cues = Array.from({ length: 3_000 }, (_, index) => cue(index % 2 ? 'in' : 'out', index));
  expect(boundedCues(cues, 'first')).toEqual(cues.slice(0, markerLimits.cues));
});

test.each([
  ['#EXT-X-CUE-OUT:1\n', markerLimits.tags],
  [
    '#EXT-X-DATERANGE:ID="a",START-DATE="2026-01-01T00:00:00Z",SCTE35-OUT=0xFC\n',
    Math.floor(markerLimits.tags / (1 + 20_000 / markerLimits.segmentsPerTag)),
  ],
])('SEC-S58 of a playlist with %s on each of 20,000 segments few are read', (tag, most) => {
  const playlist = playlistOf(20_000, tag);
  const times = playlist.segments.map((_, index) => index * 2_000);
  const { playlist: read, skipped } = withBoundedMarkers(playlist, 'newest');
  const cues = findHlsCues(read, times.slice(skipped), segmentationConfiguration.parse({}));
  const options = { knownUntilMs: 0, defaultDurationSeconds: 0 };
  const { state } = trackBreaks(NO_BREAKS, boundedCues(cues, 'newest'), options);
  expect(read.segments).toHaveLength(most);
  expect(cues.length).toBeLessThanOrEqual(markerLimits.tags);
  expect(state.breaks.length).toBeLessThanOrEqual(markerLimits.cues);
});
