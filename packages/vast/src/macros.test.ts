import { describe, expect, it } from 'vitest';
import { expandMacros, IAB_MACROS } from './index.ts';

describe('expandMacros', () => {
  it.each([
    [
      'both forms',
      'https://t.example/?a=[ERRORCODE]&b=%%ERRORCODE%%',
      'https://t.example/?a=303&b=303',
    ],
    [
      'percent-encoded brackets',
      'https://t.example/?a=%5BERRORCODE%5D',
      'https://t.example/?a=303',
    ],
    [
      'values encoded once',
      'https://t.example/?u=[PAGEURL]',
      'https://t.example/?u=https%3A%2F%2Fp.example%2F%3Fa%3Db%26c',
    ],
    ['unknown IAB macro', 'https://t.example/?i=[IFA]', 'https://t.example/?i=-1'],
    ['restricted macro', 'https://t.example/?ip=[DEVICEIP]', 'https://t.example/?ip=-2'],
    ['foreign macro', 'https://t.example/?x=[PLACEMENT_ID]&y=1', 'https://t.example/?x=&y=1'],
    [
      'brackets that are no macro',
      'https://t.example/?l[]=1&m[0]=2&n[a]=3',
      'https://t.example/?l[]=1&m[0]=2&n[a]=3',
    ],
    [
      'a value is not expanded again',
      'https://t.example/?v=[REASON]',
      'https://t.example/?v=%5BIFA%5D',
    ],
    ['inherited names', 'https://t.example/?v=[CONSTRUCTOR]', 'https://t.example/?v='],
  ])('V5 %s', (_name, url, expected) => {
    const values = {
      ERRORCODE: 303,
      PAGEURL: 'https://p.example/?a=b&c',
      REASON: '[IFA]',
      DEVICEIP: '192.0.2.1',
    };
    expect(expandMacros(url, values, { restricted: new Set(['DEVICEIP']) })).toBe(expected);
  });

  it('V5 answers each of the 59 macros of the IAB in all spellings', () => {
    expect(IAB_MACROS.size).toBe(59);
    for (const name of IAB_MACROS) {
      const url = `https://t.example/?a=[${name}]&b=%%${name}%%&c=%5B${name}%5D&d=%25%25${name}%25%25`;
      const four = (value: string) =>
        `https://t.example/?a=${value}&b=${value}&c=${value}&d=${value}`;
      expect(expandMacros(url, { [name]: 'v/1' })).toBe(four('v%2F1'));
      expect(expandMacros(url, {})).toBe(four(name.startsWith('CLICK') ? '0' : '-1'));
      expect(expandMacros(url, { [name]: 1 }, { restricted: IAB_MACROS })).toBe(four('-2'));
      expect(expandMacros(url, {}, { notApplicable: IAB_MACROS })).toBe(four('0'));
    }
  });

  it('V5 leaves third-party macros in documents for clients', () => {
    expect(expandMacros('https://t.example/?x=[THEIRS]', {}, { keepForeign: true })).toBe(
      'https://t.example/?x=[THEIRS]',
    );
  });
});
