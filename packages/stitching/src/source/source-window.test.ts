import { parseMediaPlaylist } from '@interlude/hls';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { extendWindow } from './extend-window.ts';
import { type SourceSegment, type SourceWindow, sessionStartMs } from './source-window.ts';

/** `sessionStartMs` as its docstring defines it, computed over all segments. */
function plainStartMs(window: SourceWindow, index: number): number {
  const newest = window.segments[index];
  if (newest === undefined) return Number.NEGATIVE_INFINITY;
  const edgeMs = newest.startMs + newest.durationMs;
  const head = window.headNumbers[index] ?? 0;
  const joinable = window.segments.filter(({ number }) => number > head && number <= newest.number);
  const wantedMs = edgeMs - 3_000 * window.targetDuration;
  const join = joinable.find(({ startMs }) => startMs >= wantedMs);
  if (join === undefined) return edgeMs;
  const nearMs = join.startMs - 2_000 * window.targetDuration;
  const isNear = ({ discontinuity, startMs }: SourceSegment) =>
    discontinuity && startMs > nearMs && startMs < join.startMs;
  return (joinable.findLast(isNear) ?? join).startMs;
}

interface Listed {
  readonly seconds: number;
  readonly discontinuity: boolean;
}

function windowOf(listed: readonly Listed[], kept: readonly Listed[] = []): SourceWindow {
  const read = (all: readonly Listed[], first: number, before?: SourceWindow) => {
    const lines = all.map(
      ({ seconds, discontinuity }) =>
        `${discontinuity ? '#EXT-X-DISCONTINUITY\n' : ''}#EXTINF:${seconds},\na.ts\n`,
    );
    const text = `#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:${first}\n${lines.join('')}`;
    const { playlist } = parseMediaPlaylist(text);
    const about = { renditionId: 'v0', baseUrl: 'https://o.example/p.m3u8', nowMs: 1e12 };
    return extendWindow(before, playlist, about);
  };
  return read(listed, kept.length, kept.length > 0 ? read(kept, 0) : undefined);
}

it('a session starts at the same segment wherever the search begins', () => {
  const listed = fc.array(
    fc.record({ seconds: fc.integer({ min: 1, max: 30 }), discontinuity: fc.boolean() }),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(listed, listed, fc.nat(20), (first, second, back) => {
      const window = windowOf(second, first);
      const index = window.segments.length - 1 - back;
      expect(sessionStartMs(window, index)).toBe(plainStartMs(window, index));
    }),
    { numRuns: 200 },
  );
});

it('SEC-S57 a session that begins reads the end of a window of hours', () => {
  const window = windowOf(
    Array.from({ length: 20_000 }, () => ({ seconds: 2, discontinuity: false })),
  );
  let reads = 0;
  const segments = new Proxy(window.segments, {
    get: (all, name) => {
      reads += 1;
      return Reflect.get(all, name);
    },
  });
  const last = window.segments.length - 1;
  expect(sessionStartMs({ ...window, segments })).toBe(plainStartMs(window, last));
  expect(reads).toBeLessThan(100);
});
