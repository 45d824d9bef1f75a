import { channelSettings } from '@interlude/contract';
import { expect, test } from 'vitest';
import type { HlsSource } from '../origin/hls/hls-source.ts';
import { beginPlan } from './begin-plan.ts';

function sourceOf(count: number): HlsSource {
  const segments = Array.from({ length: count }, (_, index) => ({
    number: index,
    startMs: index * 1_000,
    durationMs: 1_000,
  }));
  const referenceWindow = { renditionId: 'v0', segments, headNumbers: [0], targetDuration: 1 };
  const windows = [referenceWindow, { ...referenceWindow, renditionId: 'a0' }];
  return { referenceWindow, windows, targetDuration: 1 } as unknown as HlsSource;
}

const settings = channelSettings.parse({
  name: 'c',
  sourceManifestUrl: 'https://o.example/m.m3u8',
});

const shiftAfter = (ms: number, isResumed = true, segments = 2) =>
  beginPlan(sourceOf(segments), { isResumed, openedMs: 1_000_000 }, 1_000_000 + ms, settings)?.base;

test('H1 the numbers of a session that is taken up again pass those of before, twice, too', () => {
  const first = shiftAfter(500)?.sequenceShifts['v0'] ?? 0;
  const second = shiftAfter(2_500)?.sequenceShifts['v0'] ?? 0;
  // A window of a day with segments of 2 s, a crash in its first half second: no number stands for two segments.
  expect(first).toBeGreaterThan(43_200);
  // Another crash two seconds later, with a window of an hour.
  expect(second - first).toBeGreaterThan(1_800);
  expect(shiftAfter(7 * 86_400_000)?.sequenceShifts['v0']).toBeLessThan(2 ** 30);
});

test('H1 the numbers of a session that is taken up again do not depend on the length of the window', () => {
  // A list is a segment longer or shorter from one reading to the next.
  const first = shiftAfter(500, true, 501)?.sequenceShifts['v0'] ?? 0;
  const second = shiftAfter(2_500, true, 500)?.sequenceShifts['v0'] ?? 0;
  expect(second - first).toBe(2_000);
});

test('H3 every rendition goes on alike; a new session begins with the numbers of its source', () => {
  const base = shiftAfter(5_000);
  expect(base?.sequenceShifts['a0']).toBe(base?.sequenceShifts['v0']);
  expect(base?.discontinuityShift).toBe(base?.sequenceShifts['v0']);
  expect(shiftAfter(5_000, false)).toMatchObject({ discontinuityShift: 0, sequenceShifts: {} });
});
