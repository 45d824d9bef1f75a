import { describe, expect, it } from 'vitest';
import { nameText, requestValue, text } from './text.ts';

const problems = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } }) =>
  (result.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]);
const unstorable =
  'Remove the characters that cannot be stored: U+0000 or half of a surrogate pair.';

describe('SEC-S46 text of a request', () => {
  it.each(['', 'ü', '😀', 'two\nlines', '\u007f'])('%j is taken', (given) => {
    expect(text().parse(given)).toBe(given);
  });

  it.each(['\0', 'a\0b', '\ud800', '\udc00x', 'x\ud83d'])('%j is refused', (given) => {
    expect(problems(text().safeParse(given))).toEqual([['', unstorable]]);
  });

  it('is found wherever it stands in a value, also as a key', () => {
    expect(problems(requestValue.safeParse({ a: [{ b: 'x\0' }] }))).toEqual([
      ['a.0.b', unstorable],
    ]);
    expect(problems(requestValue.safeParse({ a: { '\ud800': 1 } }))).toEqual([['a', unstorable]]);
    expect(requestValue.safeParse({ a: [1, null, true, 'ok'] }).success).toBe(true);
  });
});

describe('SEC-S43 a name', () => {
  const name = nameText(10);

  it.each(['Acme', ' Acme ', 'Ä & Co 😀', 'שלום'])(
    '%j is taken, spaces around it removed',
    (given) => {
      expect(name.parse(given)).toBe(given.trim());
    },
  );

  it.each([
    ['', 'I should not be empty!'],
    ['   ', 'I should not be empty!'],
    [undefined, 'I should not be empty!'],
    [7, 'I should not be empty!'],
    ['a'.repeat(11), 'I should not be longer than 10 characters!'],
    ['a\nb', 'I should be one line without control characters!'],
    ['a\r\nb', 'I should be one line without control characters!'],
    ['a\u2028b', 'I should be one line without control characters!'],
    ['a\u0085b', 'I should be one line without control characters!'],
    ['a\u202eb', 'I should be one line without control characters!'],
    ['a\0b', unstorable],
    ['a\ud800', unstorable],
  ])('CHE-012 %j is refused: %s', (given, sentence) => {
    expect(problems(name.safeParse(given))).toEqual([['', sentence]]);
  });
});
