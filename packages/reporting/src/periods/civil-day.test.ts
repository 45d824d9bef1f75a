import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  dayAt,
  daysBetween,
  epochMsOfIso,
  isDay,
  startOfDay,
  startOfWeek,
} from './civil-day.ts';

const at = (day: string, zone: string) => new Date(startOfDay(day, zone)).toISOString();
const hours = (day: string, zone: string) =>
  (startOfDay(addDays(day, 1), zone) - startOfDay(day, zone)) / 3_600_000;

describe('a day in a time zone', () => {
  it('OP-70 a day begins at 00:00 of the zone', () => {
    expect(at('2026-11-23', 'Europe/Berlin')).toBe('2026-11-22T23:00:00.000Z');
    expect(at('2026-11-23', 'America/New_York')).toBe('2026-11-23T05:00:00.000Z');
    expect(at('2026-11-23', 'Asia/Kathmandu')).toBe('2026-11-22T18:15:00.000Z');
    expect(at('2026-11-23', 'Pacific/Chatham')).toBe('2026-11-22T10:15:00.000Z');
    expect(dayAt(Date.parse('2026-11-22T23:00:00Z'), 'Europe/Berlin')).toBe('2026-11-23');
    expect(dayAt(Date.parse('2026-11-22T22:59:59Z'), 'Europe/Berlin')).toBe('2026-11-22');
  });

  it('OP-56 a day of a clock change has 23 or 25 hours', () => {
    expect(hours('2026-03-29', 'Europe/Berlin')).toBe(23);
    expect(hours('2026-10-25', 'Europe/Berlin')).toBe(25);
    expect(hours('2026-11-01', 'America/St_Johns')).toBe(25);
    expect(hours('2026-04-05', 'Australia/Lord_Howe')).toBe(24.5);
  });

  it('where clocks change at midnight, the first moment of the date counts', () => {
    // Cairo skips 00:00 to 01:00 on 24 April 2026; in the night to 30 October 2026 23:00 comes twice.
    expect(at('2026-04-24', 'Africa/Cairo')).toBe('2026-04-23T22:00:00.000Z');
    expect(hours('2026-04-24', 'Africa/Cairo')).toBe(23);
    expect(at('2026-10-30', 'Africa/Cairo')).toBe('2026-10-29T22:00:00.000Z');
    expect(hours('2026-10-29', 'Africa/Cairo')).toBe(25);
    // The Azores go back from 01:00 to 00:00: the first 00:00 counts.
    expect(at('2026-10-25', 'Atlantic/Azores')).toBe('2026-10-25T00:00:00.000Z');
    expect(hours('2026-10-25', 'Atlantic/Azores')).toBe(25);
  });

  it('OP-49 a week begins on Monday', () => {
    expect(startOfWeek('2026-11-22')).toBe('2026-11-16');
    expect(startOfWeek('2026-11-23')).toBe('2026-11-23');
  });

  it('OP-50 a month is added with its last day at most', () => {
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
    expect(addMonths('2024-03-31', -1)).toBe('2024-02-29');
    expect(addMonths('2024-02-29', -12)).toBe('2023-02-28');
    expect(addMonths('2026-01-15', -1)).toBe('2025-12-15');
  });

  it('knows days that exist and counts between them', () => {
    expect(['2026-02-28', '2026-02-29', '2026-2-1', ''].map(isDay)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
  });
});

describe('a moment as a text', () => {
  it('DATA-004 is read with its offset, and anything else is none', () => {
    for (const text of [
      '2026-11-23T08:30:00.000Z',
      '2026-03-29T02:30:15+05:30',
      '1969-12-31T23:59Z',
    ]) {
      expect(epochMsOfIso(text)).toBe(Date.parse(text));
    }
    const none = [
      '',
      '2026-11-23',
      '2026-02-30T00:00:00Z',
      '2026-01-01T24:00:00Z',
      '2026-01-01T00:00',
    ];
    expect(none.map(epochMsOfIso)).toEqual(none.map(() => undefined));
  });
});
