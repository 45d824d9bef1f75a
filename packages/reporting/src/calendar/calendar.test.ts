import { describe, expect, test } from 'vitest';
import { bucketEdges } from './bucket-edges.ts';
import { civilOfDays, daysOfCivil, isoTime, weekdayOf } from './civil-days.ts';
import { isOffTheHour, localDayOf, startOfLocalDay } from './zoned-time.ts';

const hourMs = 3_600_000;
const dayMs = 86_400_000;

test('days and dates are those of the calendar', () => {
  for (let day = -150_000; day < 60_000; day += 397) {
    const date = new Date(day * dayMs);
    const civil = {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
    };
    expect(civilOfDays(day)).toEqual(civil);
    expect(daysOfCivil(civil)).toBe(day);
    expect(weekdayOf(day)).toBe((date.getUTCDay() + 6) % 7);
  }
  expect(isoTime(1_767_225_599_007)).toBe(new Date(1_767_225_599_007).toISOString());
});

const hoursOf = (edges: number[]) =>
  edges.slice(1).map((edge, index) => (edge - (edges[index] ?? 0)) / hourMs);

describe('buckets', () => {
  test.each([
    ['Europe/Berlin', '2026-03-27T23:00Z', '2026-03-30T22:00Z', [24, 23, 24]],
    ['Europe/Berlin', '2026-10-23T22:00Z', '2026-10-26T23:00Z', [24, 25, 24]],
    ['UTC', '2026-03-28T00:00Z', '2026-03-31T00:00Z', [24, 24, 24]],
    ['Asia/Kolkata', '2026-03-27T18:30Z', '2026-03-29T18:30Z', [24, 24]],
    ['Asia/Kathmandu', '2026-03-27T18:15Z', '2026-03-29T18:15Z', [24, 24]],
    ['America/St_Johns', '2026-03-07T03:30Z', '2026-03-10T02:30Z', [24, 23, 24]],
    ['Pacific/Chatham', '2026-04-03T10:15Z', '2026-04-06T11:15Z', [24, 25, 24]],
    ['Australia/Lord_Howe', '2026-04-03T13:00Z', '2026-04-06T13:30Z', [24, 24.5, 24]],
    // The clock skips midnight: the day begins at 01:00.
    ['Africa/Cairo', '2026-04-22T22:00Z', '2026-04-25T21:00Z', [24, 23, 24]],
  ])('of days in %s from %s', (timeZone, start, end, hours) => {
    const period = { startMs: Date.parse(start), endMs: Date.parse(end), timeZone };
    expect(hoursOf(bucketEdges({ ...period, unit: 'day' }, 100))).toEqual(hours);
  });

  test('of weeks begin on Monday; a period inside a week has shorter ends', () => {
    const edges = bucketEdges(
      {
        startMs: Date.parse('2026-11-18T00:00Z'), // a Wednesday
        endMs: Date.parse('2026-12-01T00:00Z'), // a Tuesday
        unit: 'week',
        timeZone: 'UTC',
      },
      100,
    );
    expect(edges.map(isoTime)).toEqual([
      '2026-11-18T00:00:00.000Z',
      '2026-11-23T00:00:00.000Z',
      '2026-11-30T00:00:00.000Z',
      '2026-12-01T00:00:00.000Z',
    ]);
  });

  test('of hours show the hour that the clock repeats twice, and none that it skips', () => {
    const hours = (start: string, end: string) =>
      bucketEdges(
        {
          startMs: Date.parse(start),
          endMs: Date.parse(end),
          unit: 'hour',
          timeZone: 'Europe/Berlin',
        },
        100,
      ).length - 1;
    expect(hours('2026-10-24T22:00Z', '2026-10-25T23:00Z')).toBe(25);
    expect(hours('2026-03-28T23:00Z', '2026-03-29T22:00Z')).toBe(23);
  });

  test('are bounded in number', () => {
    const period = { startMs: 0, endMs: 8_640_000_000_000, unit: 'hour', timeZone: 'UTC' } as const;
    expect(bucketEdges(period, 10)).toHaveLength(12);
  });
});

test('a day begins where its number begins, in every zone', () => {
  for (const zone of Intl.supportedValuesOf('timeZone').filter(
    (_zone, index) => index % 40 === 0,
  )) {
    for (let day = 20_450; day < 20_850; day += 13) {
      const start = startOfLocalDay(day, zone);
      expect([zone, localDayOf(start, zone), localDayOf(start - 1, zone)]).toEqual([
        zone,
        day,
        day - 1,
      ]);
    }
  }
});

test('zones off the whole hour are known', () => {
  const nowMs = Date.parse('2026-11-23T00:00Z');
  expect(
    [
      'UTC',
      'Europe/Berlin',
      'Asia/Kolkata',
      'Asia/Kathmandu',
      'Pacific/Chatham',
      'Australia/Lord_Howe',
    ].map((zone) => isOffTheHour(zone, nowMs)),
  ).toEqual([false, false, true, true, true, true]);
});
