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
  const windows = [referenceWindow, { renditionId: 'a0', segments: segments.slice(1) }];
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

test('H1 a session with a window of a day that is resumed a second later gets other numbers again', () => {
  const day = 43_200;
  const first = shiftAfter(500, true, day);
  const second = shiftAfter(1_500, true, day);
  // The numbers of the window, and as many for ads in it.
  expect((second?.sequenceShifts['v0'] ?? 0) - (first?.sequenceShifts['v0'] ?? 0)).toBeGreaterThan(
    2 * day - 1,
  );
  expect(second?.sequenceShifts['a0']).toBe(second?.sequenceShifts['v0']);
  // Players read discontinuity sequence numbers as 32 bits.
  expect(shiftAfter(7 * 86_400_000, true, day)?.discontinuityShift).toBeLessThan(2 ** 31);
  expect(shiftAfter(7 * 86_400_000, true, day)?.sequenceShifts['v0']).toBeLessThan(2 ** 37);
});

test('H3 every rendition goes on alike; a new session begins with the numbers of its source', () => {
  const base = shiftAfter(5_000);
  expect(base?.sequenceShifts['a0']).toBe(base?.sequenceShifts['v0']);
  expect(base?.discontinuityShift).toBe(base?.sequenceShifts['v0']);
  expect(shiftAfter(5_000, false)).toMatchObject({ discontinuityShift: 0, sequenceShifts: {} });
});
