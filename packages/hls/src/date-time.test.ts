import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDateTime, parseDateTime } from './index.ts';

describe('parseDateTime and formatDateTime', () => {
  it('agree with the platform on every date of four-digit years', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(0, 0) - 6e13, max: Date.UTC(9999, 11, 31) }), (ms) => {
        const text = new Date(ms).toISOString();
        fc.pre(text.length === 24);
        expect(parseDateTime(text)).toBe(ms);
        expect(formatDateTime(ms)).toBe(text);
      }),
      { numRuns: 2000, seed: 1970 },
    );
  });

  it.each([
    ['2026-03-01T12:00:12Z', 12_000],
    ['2026-03-01T12:00:12.5Z', 12_500],
    ['2026-03-01T12:00:12.123456Z', 12_123.456],
    ['2026-03-01T12:00:12.123456789012Z', 12_123.457],
    ['2026-03-01T13:00:12+01:00', 12_000],
    ['2026-03-01T11:30:12-0030', 12_000],
    ['2026-03-01T14:00:12+02', 12_000],
    ['2026-03-01T12:00:12', 12_000],
    ['2026-03-01 12:00:12.000z', 12_000],
  ])('reads %s', (text, expected) => {
    expect(parseDateTime(text) - Date.UTC(2026, 2, 1, 12)).toBeCloseTo(expected, 3);
  });

  it.each([
    '',
    'now',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-01-32T00:00:00Z',
    '2026-01-01T25:00:00Z',
    '2026-01-01T00:60:00Z',
    '2026-01-0xT00:00:00Z',
    '20260101T000000Z',
  ])('answers NaN for "%s"', (text) => {
    expect(parseDateTime(text)).toBeNaN();
  });
});
