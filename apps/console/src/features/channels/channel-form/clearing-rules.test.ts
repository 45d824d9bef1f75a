import { describe, expect, it } from 'vitest';
import { periodFor, roundedPeriod, withScheme } from './clearing-rules.ts';

describe('what switching a setting does to others', () => {
  it('CHE-035 the scanning frequency switched off clears the update period', () => {
    expect([periodFor(false, 4), periodFor(true, 4), periodFor(true, undefined)]).toEqual([
      null,
      4,
      null,
    ]);
  });

  it('CHE-036 http switches the scheme of an address and nothing else of it', () => {
    expect(withScheme('https://b.example/https://x', true)).toBe('http://b.example/https://x');
    expect(withScheme('http://b.example:80/x?y=http:', false)).toBe(
      'https://b.example:80/x?y=http:',
    );
    expect([withScheme('', true), withScheme('//b.example', false)]).toEqual(['', '//b.example']);
  });

  it('CHE-020 a period is rounded up, then clamped to 0 to 20', () => {
    expect(['2.1', '25', '-1', ' 7 ', '', '2,5'].map(roundedPeriod)).toEqual([
      3,
      20,
      0,
      7,
      null,
      3,
    ]);
    expect(['x', '1e999', '3s'].map(roundedPeriod)).toEqual([undefined, undefined, undefined]);
  });
});
