import { describe, expect, it } from 'vitest';
import { namePattern, proofsOf, verdictOf } from './proof.ts';

const settings = [
  { path: 'name', proof: ['a.test.ts › is sent (once)', 'b.test.ts › is listed'] },
  { path: 'adSource.url', proof: ['a.test.ts › %s is requested'] },
] as const;

describe('proofsOf', () => {
  it('gives every proof of every setting', () => {
    expect(proofsOf([], settings)).toEqual([
      { field: 'name', file: 'a.test.ts', name: 'is sent (once)' },
      { field: 'name', file: 'b.test.ts', name: 'is listed' },
      { field: 'adSource.url', file: 'a.test.ts', name: '%s is requested' },
    ]);
  });

  it('gives those of the named settings', () => {
    expect(proofsOf(['adSource.url'], settings).map(({ field }) => field)).toEqual([
      'adSource.url',
    ]);
  });

  it('refuses a setting that does not exist', () => {
    expect(() => proofsOf(['adSource', 'name'], settings)).toThrow('No such setting: adSource');
  });
});

it('namePattern takes names literally and a placeholder for any text', () => {
  const pattern = namePattern([{ name: 'is sent (once)' }, { name: '%s is requested' }]);
  const matches = (name: string) => pattern.test(name);
  expect(['params is sent (once)', 'the url is requested'].every(matches)).toBe(true);
  expect(['is sent once', 'the url is not'].some(matches)).toBe(false);
});

describe('verdictOf', () => {
  const [proof] = proofsOf(['adSource.url'], settings);
  const results = (...states: string[]) => [
    { fullName: 'another test', state: 'failed' },
    ...states.map((state, row) => ({ fullName: `${row} is requested`, state })),
  ];
  const verdict = (unchanged: string[], atDefault: string[]) =>
    proof && verdictOf(proof, results(...unchanged), results(...atDefault));

  it('is proven when a row of the test fails at the default', () => {
    expect(verdict(['passed', 'passed'], ['passed', 'failed'])).toBe('proven');
  });

  it('is not proven when every row passes at the default', () => {
    expect(verdict(['passed'], ['passed'])).toBe('PASSES WITHOUT THE SETTING');
  });

  it('is not proven by a test that fails with the setting as well', () => {
    expect(verdict(['failed'], ['failed'])).toBe('FAILS WITH THE SETTING');
  });

  it('is not proven by a test that does not exist, or that did not run at the default', () => {
    expect(verdict([], [])).toBe('NOT FOUND');
    expect(verdict(['passed'], [])).toBe('DID NOT RUN');
    expect(verdict(['passed'], ['skipped'])).toBe('DID NOT RUN');
  });
});
