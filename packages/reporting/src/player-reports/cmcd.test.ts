import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cmcdLimits, cmcdOfQuery, parseCmcd, parseCmcdLines } from './cmcd.ts';

const nothing = {
  ...{ isStarved: false, isUrgent: false, bufferMs: undefined, state: undefined },
  atMs: undefined,
};

describe('a CMCD report', () => {
  test.each([
    // CTA-5004, example of a query; hls.js and dash.js write this.
    [
      'bl=21300,br=3200,bs,cid="faec5fc2",d=4004,ot=v,sid="6e2f"',
      { isStarved: true, bufferMs: 21_300 },
    ],
    ['cid="a,bs=,bl=5",ot=v', {}],
    ['nor="..%2F300kbps\\",bs",su', { isUrgent: true }],
    ['bs=?0,bl=0', { bufferMs: 0 }],
    // CTA-5004-B: inner lists with the kind of media, and the state.
    ['bl=(8100;v 4000;a),sta=r,v=2', { bufferMs: 4_000, state: 'rebuffering' }],
    [
      'e=ps,sta=p,ts=1795000000123,bs=?1',
      { state: 'playing', atMs: 1_795_000_000_123, isStarved: true },
    ],
    ['nor=("a,bs" "b"),ot=v', {}],
    ['sta=x,bl=-5,ts=12', {}],
    ['bl=99999999999999,ot=v', {}],
  ])('%j is read', (text, found) => {
    expect(parseCmcd(text)).toEqual({ ...nothing, ...found });
  });

  test.each(['', ',,,', '=1', '  ', '"bs"', `a=${'x'.repeat(cmcdLimits.chars)}`])(
    '%j is none',
    (text) => {
      expect(parseCmcd(text)).toBeUndefined();
    },
  );

  test('SEC-S127 pairs beyond the hundredth are not read', () => {
    const pairs = Array.from({ length: cmcdLimits.pairs }, (_, index) => `k${index}=1`);
    expect(parseCmcd([...pairs, 'bs'].join(','))?.isStarved).toBe(false);
    expect(parseCmcd([...pairs.slice(1), 'bs'].join(','))?.isStarved).toBe(true);
  });

  test('SEC-S127 any text gives figures within their ranges, and never throws', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc
        .array(
          fc.constantFrom(
            'bs',
            'bl=',
            'sta=',
            'ts=',
            '(',
            ')',
            '"',
            '\\',
            ',',
            ';',
            '=',
            '?1',
            '9',
            ' ',
          ),
          { maxLength: 60 },
        )
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(hostile, (text) => {
        const report = parseCmcd(text);
        if (report?.bufferMs !== undefined) {
          expect(Number.isSafeInteger(report.bufferMs) && report.bufferMs >= 0).toBe(true);
        }
        if (report?.atMs !== undefined) expect(Number.isSafeInteger(report.atMs)).toBe(true);
        expect(parseCmcdLines(text, 5).length).toBeLessThanOrEqual(5);
        const url = `/a?CMCD=${text}`;
        const value = cmcdOfQuery(url, 2);
        expect(value === undefined || typeof value === 'string').toBe(true);
      }),
    );
  });

  test('a text that was encoded for a query comes back, whatever stands beside it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const query = new URLSearchParams({ m: 'CMCD=x', CMCD: text, s: '1' });
        const url = `/hls/c/s/ad/b.0/v0/1.m4s?${query}`;
        expect(cmcdOfQuery(url, url.indexOf('?'))).toBe(text);
      }),
    );
  });
});

test('the parameter has its whole name, and is left out where it cannot be decoded', () => {
  const of = (url: string) => cmcdOfQuery(url, url.indexOf('?'));
  expect(of('/a?xCMCD=bs')).toBeUndefined();
  expect(of('/a?xCMCD=1&CMCD=bs&CMCD=bl')).toBe('bs');
  expect(of('/a?CMCD=%')).toBeUndefined();
  expect(of('/CMCD=bs')).toBeUndefined();
  expect(of(`/a?CMCD=${'a'.repeat(3 * cmcdLimits.chars + 1)}`)).toBeUndefined();
});

test('events are a line each, and lines without a key are left out', () => {
  const body = 'e=ps,sta=p,ts=1795000000000\n\n"x"\r\ne=ps,sta=r,ts=1795000004000\r\n';
  expect(parseCmcdLines(body, 10).map(({ state }) => state)).toEqual(['playing', 'rebuffering']);
  expect(parseCmcdLines(body, 2)).toHaveLength(1);
});
