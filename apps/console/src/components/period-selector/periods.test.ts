import {
  type Clock,
  type CompareType,
  compareRange,
  compareTypes,
  defaultPeriods,
  type MainType,
  mainRange,
  mainTypes,
  parseShownDay,
  periodsOf,
  shownRange,
  storedPeriods,
} from '@interlude/reporting';
import { describe, expect, it } from 'vitest';

const zone = 'Europe/Berlin';
/** Monday, 23 November 2026, 09:30 in Berlin. */
const clock: Clock = { nowMs: Date.parse('2026-11-23T08:30:00.000Z'), zone };

const main = (type: MainType, at = clock) => shownRange(mainRange({ type }, at));
const compared = (type: MainType, compare: CompareType, at = clock) =>
  shownRange(compareRange({ main: { type }, compare: { type: compare, compareWith: true } }, at));

describe('the main period', () => {
  it('PER-007 PER-009 offers the types of the specification', () => {
    expect(mainTypes).toEqual([
      ...['Today', 'Last day', 'Last 7 days', 'Last week', 'Last month', 'User defined'],
    ]);
    expect(compareTypes).toEqual([
      ...['Previous period', 'Previous month', 'Previous year', 'User defined'],
    ]);
  });

  it('PER-010 OP-70 means whole days in the zone of the browser', () => {
    expect(main('Today')).toBe('23/11/26 - 23/11/26');
    expect(main('Last day')).toBe('22/11/26 - 22/11/26');
    expect(main('Last 7 days')).toBe('16/11/26 - 22/11/26');
    expect(main('Last month')).toBe('1/10/26 - 31/10/26');
    expect(main('Today', { ...clock, zone: 'Pacific/Pago_Pago' })).toBe('22/11/26 - 22/11/26');
  });

  it('PER-011 OP-49 last week is Monday to Sunday of the week before, on each day of a week', () => {
    for (let day = 0; day < 7; day += 1) {
      const nowMs = clock.nowMs + day * 86_400_000;
      expect(main('Last week', { ...clock, nowMs })).toBe('16/11/26 - 22/11/26');
    }
    expect(main('Last week', { ...clock, nowMs: clock.nowMs - 86_400_000 })).toBe(
      '9/11/26 - 15/11/26',
    );
  });

  it('PER-008 OP-48 understands Right now and Last 24h, which end now', () => {
    const now = mainRange({ type: 'Right now' }, clock);
    expect(new Date(now.startMs).toISOString()).toBe('2026-11-22T23:00:00.000Z');
    expect(now.endMs).toBe(clock.nowMs);
    const day = mainRange({ type: 'Last 24h' }, clock);
    expect(day).toMatchObject({ startMs: clock.nowMs - 86_400_000, endMs: clock.nowMs });
    expect(shownRange(day)).toBe('22/11/26 - 23/11/26');
    expect(periodsOf([{ type: 'Last 24h' }], zone).main).toEqual({ type: 'Last 24h' });
  });

  it('OP-56 a range ends at the start of the day after, also when clocks change', () => {
    const nowMs = Date.parse('2026-03-30T06:00:00.000Z');
    const { startMs, endMs } = mainRange({ type: 'Last 7 days' }, { nowMs, zone });
    expect(new Date(startMs).toISOString()).toBe('2026-03-22T23:00:00.000Z');
    expect(new Date(endMs).toISOString()).toBe('2026-03-29T22:00:00.000Z');
    expect((endMs - startMs) / 3_600_000).toBe(7 * 24 - 1);
  });
});

describe('the compare period', () => {
  it('PER-012 previous period has the same length and ends where the main one starts', () => {
    expect(compared('Last week', 'Previous period')).toBe('9/11/26 - 15/11/26');
    expect(compared('Today', 'Previous period')).toBe('22/11/26 - 22/11/26');
    const moments = compareRange(
      { main: { type: 'Last 24h' }, compare: { type: 'Previous period', compareWith: true } },
      clock,
    );
    expect(moments.endMs).toBe(clock.nowMs - 86_400_000);
    expect(moments.endMs - moments.startMs).toBe(86_400_000);
  });

  it('PER-013 of Last month the previous period is the whole month before', () => {
    expect(compared('Last month', 'Previous period')).toBe('1/9/26 - 30/9/26');
    const march = { zone, nowMs: Date.parse('2026-04-02T10:00:00.000Z') };
    expect(compared('Last month', 'Previous period', march)).toBe('1/2/26 - 28/2/26');
  });

  it('PER-014 OP-50 previous month and year shift both ends, at most to the end of the month', () => {
    expect(compared('Last week', 'Previous month')).toBe('16/10/26 - 22/10/26');
    expect(compared('Last week', 'Previous year')).toBe('16/11/25 - 22/11/25');
    const march = { zone, nowMs: Date.parse('2026-04-01T10:00:00.000Z') };
    expect(compared('Last day', 'Previous month', march)).toBe('28/2/26 - 28/2/26');
    const leap = { zone, nowMs: Date.parse('2024-03-01T10:00:00.000Z') };
    expect(compared('Last day', 'Previous year', leap)).toBe('28/2/23 - 28/2/23');
    const moments = compareRange(
      { main: { type: 'Last 24h' }, compare: { type: 'Previous year', compareWith: true } },
      clock,
    );
    expect(new Date(moments.endMs).toISOString()).toBe('2025-11-23T08:30:00.000Z');
  });
});

describe('stored periods', () => {
  it('PER-022 the default is Last week, compared with the previous period', () => {
    expect(storedPeriods(defaultPeriods)).toEqual([
      { type: 'Last week' },
      { type: 'Previous period', compareWith: true },
    ]);
    expect(periodsOf(storedPeriods(defaultPeriods), zone)).toEqual(defaultPeriods);
  });

  it('OP-51 what cannot be read becomes the last day', () => {
    const broken = [
      undefined,
      [],
      [{ type: 'Next year' }],
      [{ type: 'User defined' }],
      [{ type: 'User defined', dateA: '2026-02-30', dateB: '2026-03-01' }],
      [{ type: 'User defined', dateA: '2026-03-02', dateB: '2026-03-01' }],
      [{ type: 'User defined', dateA: '1026-03-02', dateB: '2026-03-01' }],
    ];
    for (const stored of broken) {
      expect(periodsOf(stored, zone)).toEqual({
        main: { type: 'Last day' },
        compare: { type: 'Previous period', compareWith: true },
      });
    }
  });

  it('DATA-004 days are read as days and as moments, and written as days', () => {
    const stored = [
      { type: 'User defined', dateA: '2026-10-31T23:00:00.000Z', dateB: '2026-11-02' },
      { type: 'User defined', dateA: '2026-09-01', dateB: '2026-09-02', compareWith: true },
    ];
    expect(storedPeriods(periodsOf(stored, zone))).toEqual([
      { type: 'User defined', dateA: '2026-11-01', dateB: '2026-11-02' },
      stored[1],
    ]);
  });
});

it('PER-001 reads a day as it is shown', () => {
  expect(['1/2/26', '01.02.2026', '2026-02-01'].map(parseShownDay)).toEqual(
    Array.from({ length: 3 }, () => '2026-02-01'),
  );
  expect(['', '31/2/26', '1/13/26', 'today', '1/2/3'].map(parseShownDay)).toEqual(
    Array.from({ length: 5 }, () => undefined),
  );
});
