import type { ReconciliationMapping } from '@interlude/contract';
import { describe, expect, it } from 'vitest';
import { type CountedImpressions, compareFile } from './compare-file.ts';
import { fileHourOf } from './file-hour.ts';
import { guessMapping } from './guess-mapping.ts';
import { readFile } from './read-file.ts';

const hourMs = 3_600_000;
const noon = Date.UTC(2026, 10, 23, 12);
const iso = (at: number) => new Date(at).toISOString().slice(0, 16);
const mapping: ReconciliationMapping = {
  ...{ creative: 0, time: 1, hour: null, impressions: 2, timeFormat: 'iso', timeZone: 'UTC' },
};
const counted = (
  creative: string,
  at: number,
  impressions: number,
  failed = 0,
  retried = 0,
): CountedImpressions => ({
  ...{ creative, hourMs: at, impressions, failed, retried },
});
const compare = (rows: string[][], ours: readonly CountedImpressions[]) =>
  compareFile(readFile(rows, mapping), ours, 100);

describe('hours of a file', () => {
  it.each([
    ['iso', '2026-11-23T13', '', '2026-11-23T12:00'],
    ['iso', '2026-11-23 13:59:59', '', '2026-11-23T12:00'],
    ['iso', '2026-11-23T13:00:00Z', '', '2026-11-23T13:00'],
    ['iso', '2026-11-23', '7', '2026-11-23T06:00'],
    ['dayFirst', '23.11.2026 13:00', '', '2026-11-23T12:00'],
    ['monthFirst', '11/23/2026 1:00 PM', '', '2026-11-23T12:00'],
    ['epochSeconds', '1795438800', '', '2026-11-23T13:00'],
    ['iso', '2026-10-25 02:00', '', '2026-10-25T00:00'],
    ['iso', '2026-03-29 01:00', '', '2026-03-29T00:00'],
    ['iso', '2026-03-29 02:00', '', '2026-03-29T01:00'],
    ['iso', '2026-03-29 03:00', '', '2026-03-29T01:00'],
  ] as const)('%s %s %s in Berlin is %s', (format, time, hour, expected) => {
    const at = fileHourOf({ time, hour }, format, 'Europe/Berlin');
    expect(at === undefined ? undefined : iso(at)).toBe(expected);
  });

  it.each([
    ['iso', '23.11.2026'],
    ['iso', '2026-02-30'],
    ['iso', '2026-11-23 25:00'],
    ['monthFirst', '23/11/2026'],
    ['epochMs', 'Total'],
    ['iso', `2026-11-23 13${' '.repeat(100)}Z`],
  ] as const)('%s does not read %s', (format, time) => {
    expect(fileHourOf({ time, hour: '' }, format, 'UTC')).toBeUndefined();
  });
});

it('the header row suggests columns, format and hour', () => {
  const columns = ['Date', 'Hour', 'Line item', 'Creative ID', 'Total impressions'];
  const rows = [
    ['11/23/2026', '13', 'x', 'cr', '1'],
    ['', '', 'Total', '', '1'],
  ];
  expect(guessMapping(columns, rows, 'UTC')).toEqual({
    ...{ time: 0, hour: 1, creative: 3, impressions: 4, timeFormat: 'monthFirst', timeZone: 'UTC' },
  });
  expect(guessMapping(['foo'], [['1']], 'UTC')).toEqual({ hour: null, timeZone: 'UTC' });
});

describe('a file of an ad server', () => {
  it('a planted discrepancy of 2 % is named by creative and hour, the largest first', () => {
    const hours = Array.from({ length: 24 }, (_, hour) => noon + hour * hourMs);
    const ours = hours.flatMap((at) => [counted('a', at, 1_000), counted('b', at, 500)]);
    const rows = ours.map(({ creative, hourMs: at, impressions }) => {
      const isPlanted = creative === 'a' && at === noon + 5 * hourMs;
      return [creative, iso(at), isPlanted ? '980' : String(impressions)];
    });
    const result = compare([...rows, ['', 'Total', '35,980']], ours);
    expect(result).toMatchObject({ theirs: 35_980, ours: 36_000, differing: 1, skippedRows: 1 });
    expect(result.lines[0]).toEqual({
      ...{ creative: 'a', hourMs: noon + 5 * hourMs, theirs: 980, ours: 1_000 },
      ...{ difference: -20, share: -0.02, causes: [] },
    });
  });

  it('names what the figures know: failed beacons, duplicates, late, missing on one side', () => {
    const rows = [
      ['failed', iso(noon), '90'],
      ['twice', iso(noon), '103'],
      ['late', iso(noon), '95'],
      ['late', iso(noon + hourMs), '105'],
      ['unknown', iso(noon), '7'],
    ];
    const result = compare(rows, [
      counted('failed', noon, 100, 8),
      counted('twice', noon, 100, 0, 9),
      counted('late', noon, 100),
      counted('late', noon + hourMs, 100),
      counted('silent', noon, 4),
    ]);
    const causes = result.lines.map(({ creative, difference, causes: of }) => [
      creative,
      difference,
      of,
    ]);
    expect(causes).toEqual([
      ['failed', -10, [{ cause: 'failedBeacons', impressions: 8 }]],
      ['unknown', 7, [{ cause: 'notCounted', impressions: 7 }]],
      ['late', -5, [{ cause: 'late', impressions: 5 }]],
      ['late', 5, [{ cause: 'late', impressions: 5 }]],
      ['silent', -4, [{ cause: 'notInFile', impressions: 4 }]],
      ['twice', 3, [{ cause: 'duplicates', impressions: 3 }]],
    ]);
  });
});
