import { describe, expect, it } from 'vitest';
import { type MailSchedule, nextRunOf } from './next-run.ts';

const dailyAt = (hour: number): MailSchedule => ({
  ...{ rhythm: 'daily', weekday: 1, monthDay: 1, hour },
});
/** The times after a moment, as UTC. */
function runs(schedule: MailSchedule, after: string, timeZone: string, count: number): string[] {
  const found: string[] = [];
  let atMs = Date.parse(after);
  for (let run = 0; run < count; run += 1) {
    atMs = nextRunOf(schedule, atMs, timeZone);
    found.push(new Date(atMs).toISOString().slice(0, 16));
  }
  return found;
}

describe('daily', () => {
  it('is at the hour of the zone, and later than the moment itself', () => {
    expect(runs(dailyAt(7), '2026-11-24T06:00:00Z', 'Europe/Berlin', 2)).toEqual([
      '2026-11-25T06:00',
      '2026-11-26T06:00',
    ]);
    expect(runs(dailyAt(7), '2026-11-24T05:59:59.999Z', 'Europe/Berlin', 1)).toEqual([
      '2026-11-24T06:00',
    ]);
    expect(runs(dailyAt(0), '2026-11-23T18:30:00Z', 'Asia/Kolkata', 1)).toEqual([
      '2026-11-24T18:30',
    ]);
  });

  it('an hour that the clock skips is the first moment after the gap, on that day once', () => {
    expect(runs(dailyAt(2), '2026-03-28T00:00:00Z', 'Europe/Berlin', 4)).toEqual([
      '2026-03-28T01:00',
      '2026-03-29T01:00',
      '2026-03-30T00:00',
      '2026-03-31T00:00',
    ]);
  });

  it('an hour that the clock shows twice is the first of the two, on that day once', () => {
    expect(runs(dailyAt(2), '2026-10-24T00:00:00Z', 'Europe/Berlin', 4)).toEqual([
      '2026-10-25T00:00',
      '2026-10-26T01:00',
      '2026-10-27T01:00',
      '2026-10-28T01:00',
    ]);
    // Also when the clock has just begun to show it for the second time.
    expect(runs(dailyAt(2), '2026-10-25T01:10:00Z', 'Europe/Berlin', 1)).toEqual([
      '2026-10-26T01:00',
    ]);
  });

  it('midnight that a day does not have is its first moment', () => {
    // Until 2026 the clocks of Cairo go forward at midnight.
    expect(runs(dailyAt(0), '2026-04-23T12:00:00Z', 'Africa/Cairo', 2)).toEqual([
      '2026-04-23T22:00',
      '2026-04-24T21:00',
    ]);
  });

  it.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'])(
    'in %s every hour of two years has one run a day, never two and never none',
    (timeZone) => {
      const from = Date.parse('2026-12-31T12:00:00Z');
      const days = 2 * 365;
      const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
      for (const hour of [0, 1, 2, 3, 7, 23]) {
        const seen = new Set<string>();
        let atMs = from;
        for (let run = 0; run < days; run += 1) {
          const next = nextRunOf(dailyAt(hour), atMs, timeZone);
          expect(next - atMs).toBeLessThanOrEqual(36 * 3_600_000);
          atMs = next;
          seen.add(dayOf.format(next));
        }
        expect([timeZone, hour, seen.size]).toEqual([timeZone, hour, days]);
      }
    },
  );
});

describe('weekly', () => {
  it('is on its day of the week, Monday first', () => {
    const weekly: MailSchedule = { rhythm: 'weekly', weekday: 1, monthDay: 1, hour: 8 };
    expect(runs(weekly, '2026-11-24T00:00:00Z', 'UTC', 2)).toEqual([
      '2026-11-30T08:00',
      '2026-12-07T08:00',
    ]);
    expect(runs({ ...weekly, weekday: 7 }, '2026-11-24T00:00:00Z', 'UTC', 1)).toEqual([
      '2026-11-29T08:00',
    ]);
  });

  it('is on the day of the zone, where UTC has another one', () => {
    const weekly: MailSchedule = { rhythm: 'weekly', weekday: 1, monthDay: 1, hour: 1 };
    expect(runs(weekly, '2026-11-24T00:00:00Z', 'Pacific/Auckland', 1)).toEqual([
      '2026-11-29T12:00',
    ]);
  });
});

describe('monthly', () => {
  const monthly = (monthDay: number): MailSchedule => ({
    ...{ rhythm: 'monthly', weekday: 1, monthDay, hour: 6 },
  });

  it('in a shorter month it is on the last day, in a leap year on the 29th of February', () => {
    expect(runs(monthly(31), '2027-12-31T12:00:00Z', 'UTC', 5)).toEqual([
      '2028-01-31T06:00',
      '2028-02-29T06:00',
      '2028-03-31T06:00',
      '2028-04-30T06:00',
      '2028-05-31T06:00',
    ]);
    expect(runs(monthly(30), '2027-01-31T12:00:00Z', 'UTC', 2)).toEqual([
      '2027-02-28T06:00',
      '2027-03-30T06:00',
    ]);
    expect(runs(monthly(29), '2100-02-01T00:00:00Z', 'UTC', 1)).toEqual(['2100-02-28T06:00']);
  });

  it('goes over the end of a year', () => {
    expect(runs(monthly(1), '2026-12-01T06:00:00Z', 'UTC', 1)).toEqual(['2027-01-01T06:00']);
  });
});

it('a schedule that was late by days goes on after now: what was missed is one run', () => {
  const now = Date.parse('2026-11-24T10:00:00Z');
  expect(new Date(nextRunOf(dailyAt(7), now, 'UTC')).toISOString()).toBe(
    '2026-11-25T07:00:00.000Z',
  );
});
