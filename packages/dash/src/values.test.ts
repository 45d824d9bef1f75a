import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  expandTemplate,
  formatDateTime,
  formatDuration,
  parseDateTime,
  parseDuration,
} from './index.ts';

describe('durations', () => {
  it.each([
    ['PT0S', 0],
    ['PT10S', 10_000],
    ['PT0.1S', 100],
    ['PT1.0000001S', 1000.0001],
    ['PT476022H9M', 1_713_679_740_000],
    ['P1DT2H', 93_600_000],
    ['PT0H00M04.000S', 4000],
    ['P2W', 1_209_600_000],
    ['-PT1S', -1000],
    ['PT1713679740.5S', 1_713_679_740_500],
    [' PT.5S ', 500],
  ])('%s', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each(['', 'P', 'PT', '10', 'PT10', 'PTS', 'PT1H2', 'PT-1S', 'PT1SM', 'PT1S\u0000'])(
    'refuses "%s"',
    (text) => {
      expect(parseDuration(text)).toBeNaN();
    },
  );

  it('what is printed is read back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 51 }), (half) => {
        expect(parseDuration(formatDuration(half / 2))).toBe(half / 2);
      }),
    );
    expect(formatDuration(3840)).toBe('PT3.84S');
    expect(formatDuration(999.9999999)).toBe('PT1S');
  });
});

describe('dates', () => {
  it.each([
    ['2026-03-01T12:00:12.5Z', 1_772_366_412_500],
    ['2026-03-01T13:00:12+01:00', 1_772_366_412_000],
    ['2026-03-01T12:00:12', 1_772_366_412_000],
    ['1970-01-01T00:00:00Z', 0],
    ['2024-02-29T23:59:59.123456Z', 1_709_251_199_123.456],
  ])('%s', (text, ms) => {
    expect(parseDateTime(text)).toBe(ms);
  });

  it('agrees with the clock of the language', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true }),
        (date) => {
          expect(parseDateTime(date.toISOString())).toBe(date.getTime());
          expect(formatDateTime(date.getTime())).toBe(date.toISOString());
        },
      ),
    );
  });
});

describe('templates (5.3.9.4.4)', () => {
  const values = { RepresentationID: 'v0', Bandwidth: 1200, Number: 42, Time: '16409952000000001' };

  it.each([
    ['$RepresentationID$/$Number%05d$.m4s', 'v0/00042.m4s'],
    ['$Number$-$Number%1d$', '42-42'],
    ['$Time$_$Bandwidth$', '16409952000000001_1200'],
    ['$Number%04x$', '002a'],
    ['a$$b$Number$', 'a$b42'],
    ['$Unknown$ $Number', '$Unknown$ $Number'],
    ['$SubNumber$', '$SubNumber$'],
    ['plain', 'plain'],
  ])('%s', (template, address) => {
    expect(expandTemplate(template, values)).toBe(address);
  });
});
