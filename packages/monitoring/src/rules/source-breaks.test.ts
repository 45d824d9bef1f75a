import { expect, test } from 'vitest';
import { type BreakMarker, SourceBreaks } from './source-breaks.ts';

const start = Date.parse('2026-01-01T12:00:00Z');
const out = (seconds: number, duration?: number): BreakMarker => ({
  ...{ kind: 'out', startMs: start + seconds * 1000 },
  durationMs: duration === undefined ? undefined : duration * 1000,
});
const back = (seconds: number): BreakMarker => ({
  ...{ kind: 'in', startMs: start + seconds * 1000, durationMs: undefined },
});

/** Readings of a live source with 4 s segments and a window of 40 s. */
function source() {
  const breaks = new SourceBreaks();
  const read = (rendition: string, edge: number, ...markers: readonly BreakMarker[]) =>
    breaks
      .read({
        ...{ rendition, markers, startMs: start + (edge - 40) * 1000, endMs: start + edge * 1000 },
        ...{ targetDurationMs: 4_000, nowMs: start + edge * 1000, manifestKey: 'k' },
        cause: 'source o.test',
      })
      .map(({ rule, detail }) => `${rule} ${detail}`);
  return { breaks, read };
}

test('T1 a marker that another rendition has is missed after two target durations, in video alone', () => {
  const { read } = source();
  read('video 1', 0);
  read('video 2', 0);
  read('audio en', 0);
  expect(read('video 1', 4, out(0, 30))).toEqual([]);
  expect(read('video 2', 8)).toEqual([]);
  expect(read('video 2', 12)).toEqual([
    'T1 video 2 lacks the marker of the break at 2026-01-01T12:00:00.000Z that another rendition has',
  ]);
  expect(read('audio en', 12)).toEqual([]);
  expect(read('video 2', 16, out(0.5, 30))).toEqual([]);
  expect(read('video 2', 48)).toEqual([]);
});

test('T2 a marker that comes when its start has been published is late; the first reading shows no lateness', () => {
  const { read } = source();
  expect(read('video 1', 20, out(-10, 30))).toEqual([]);
  expect(read('video 1', 24, out(-10, 30), out(20, 30))).toEqual([]);
  expect(read('video 1', 60)).toEqual([]);
  expect(read('video 1', 64, out(56, 30))).toEqual([
    'T2 the break at 2026-01-01T12:00:56.000Z was announced 4.0 s after its start had been published',
  ]);
});

test.each([
  [
    24,
    [
      'T3 the break at 2026-01-01T12:00:00.000Z is shorter than signalled: 30.0 s were signalled, it lasted 24.0 s',
    ],
  ],
  [29, []],
  [31.4, []],
  [
    36,
    [
      'T3 the break at 2026-01-01T12:00:00.000Z is longer than signalled: 30.0 s were signalled, it lasted 36.0 s',
    ],
  ],
])('T3 a break that was signalled with 30 s and ends after %s s', (seconds, findings) => {
  const { read } = source();
  read('video 1', 0);
  read('video 1', 4, out(0, 30));
  expect(read('video 1', 40, out(0, 30), back(seconds))).toEqual(findings);
  expect(read('video 1', 41, back(seconds))).toEqual([]);
});

test('T3 a break without a signalled length is as long as it is', () => {
  const { read, breaks } = source();
  read('video 1', 0);
  read('video 1', 4, out(0));
  expect(read('video 1', 20, back(16))).toEqual([]);
  expect(breaks.breaks).toMatchObject([{ startMs: start, endMs: start + 16_000 }]);
});

test('SEC-S91 markers without an end fill no memory', () => {
  const { read, breaks } = source();
  for (let edge = 0; edge < 2_000; edge += 4) read(`video ${edge}`, edge, out(edge));
  expect(breaks.breaks.length).toBeLessThanOrEqual(200);
});
