/** packages/hls and packages/dash read and write dates alike, each by its own code (ADR 0002). */
import * as dash from '@interlude/dash';
import * as hls from '@interlude/hls';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const pad = (value: number, width = 2) => String(value).padStart(width, '0');

/** Valid forms and forms that are slightly out of range: month 0 and 13, hour 25, minute 60. */
const dateTime = fc
  .tuple(
    fc.integer({ min: 0, max: 9999 }),
    fc.integer({ min: 0, max: 13 }),
    fc.integer({ min: 0, max: 32 }),
    fc.integer({ min: 0, max: 25 }),
    fc.integer({ min: 0, max: 60 }),
    fc.option(fc.integer({ min: 0, max: 61 }), { nil: undefined }),
    fc.stringMatching(/^([.,]\d{1,9})?$/),
    fc.stringMatching(/^([Zz]|[+-]\d\d(:?\d\d)?)?$/),
    fc.constantFrom('T', 't', ' '),
  )
  .map(([year, month, day, hour, minute, second, fraction, zone, letter]) => {
    const seconds = second === undefined ? '' : `:${pad(second)}${fraction}`;
    return `${pad(year, 4)}-${pad(month)}-${pad(day)}${letter}${pad(hour)}:${pad(minute)}${seconds}${zone}`;
  });

test('a date and time is the same moment in a playlist and in an MPD, and no date in one is none in the other', () => {
  fc.assert(
    fc.property(dateTime, (text) => {
      expect(hls.parseDateTime(text)).toBe(dash.parseDateTime(text));
    }),
    { numRuns: 2000 },
  );
});

test('a moment is written alike in a playlist and in an MPD', () => {
  fc.assert(
    fc.property(fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 }), (ms) => {
      expect(hls.formatDateTime(ms / 2)).toBe(dash.formatDateTime(ms / 2));
    }),
    { numRuns: 1000 },
  );
});
