import { prefetchSchedule } from '@interlude/contract';
import { describe, expect, test } from 'vitest';
import { expectedBreaks, isExpected } from './expected-breaks.ts';

const noonMs = Date.UTC(2026, 2, 1, 12);
const scheduleOf = (more: Readonly<Record<string, unknown>> = {}) =>
  prefetchSchedule.parse({
    ...{ expectedStart: '2026-03-01T13:00:00+01:00', duration: 60 },
    ...{ requestFrom: 120, usedWithin: 30 },
    ...more,
  });
/** Starts that are expected so many seconds after noon, in seconds after noon. */
const starts = (schedules: readonly ReturnType<typeof scheduleOf>[], second: number) =>
  expectedBreaks(schedules, noonMs + second * 1000).map(({ startMs }) => (startMs - noonMs) / 1000);

describe('breaks that are expected', () => {
  test('a single one from requestFrom seconds before it until usedWithin seconds after', () => {
    const schedules = [scheduleOf()];
    expect([-121, -120, 0, 30, 31].map((second) => starts(schedules, second))).toEqual([
      [],
      [0],
      [0],
      [0],
      [],
    ]);
    expect(expectedBreaks(schedules, noonMs)[0]).toEqual({
      id: 'expected-2026-03-01T12:00:00.000Z',
      startMs: noonMs,
      durationMs: 60_000,
      usedFromMs: noonMs - 30_000,
      usedUntilMs: noonMs + 30_000,
    });
  });

  test('a recurring one each so many seconds, until its end', () => {
    const schedules = [scheduleOf({ every: 600, until: '2026-03-01T12:20:00Z' })];
    expect(
      [-200, -120, 31, 480, 630, 1_080, 1_230, 1_700].map((at) => starts(schedules, at)),
    ).toEqual([[], [0], [], [600], [600], [1_200], [1_200], []]);
    expect(starts([scheduleOf({ every: 600 })], 600 * 100_000)).toEqual([600 * 100_000]);
  });

  test('of several schedules by their start, one moment once', () => {
    const schedules = [
      scheduleOf({ expectedStart: '2026-03-01T12:01:00Z' }),
      scheduleOf(),
      scheduleOf(),
    ];
    expect(starts(schedules, 0)).toEqual([0, 60]);
  });

  test('a break within usedWithin seconds is the one that was expected', () => {
    const [expected = expect.fail()] = expectedBreaks([scheduleOf()], noonMs);
    expect(
      [-31, -30, 30, 31].map((second) => isExpected(expected, noonMs + second * 1000)),
    ).toEqual([false, true, true, false]);
  });
});

test('a schedule whose times would overlap, or that is no schedule, is refused', () => {
  const refused = (more: Readonly<Record<string, unknown>>) => {
    const schedule = { expectedStart: '2026-03-01T12:00:00Z', duration: 60, ...more };
    return prefetchSchedule.safeParse(schedule).error?.issues.map(({ message }) => message);
  };
  expect(refused({})).toBeUndefined();
  expect(refused({ every: 180 })).toBeUndefined();
  expect(refused({ every: 179 })).toEqual([
    'requestFrom and usedWithin together are at most every',
  ]);
  expect(refused({ every: 59 })).toContain('value must be between 60 and 604800');
  expect(refused({ expectedStart: 'noon' })).toEqual([
    'I should be a date and time: 2026-03-01T12:00:00Z',
  ]);
  expect(refused({ evry: 60 })).toHaveLength(1);
});
