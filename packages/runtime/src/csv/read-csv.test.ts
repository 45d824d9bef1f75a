import { expect, it } from 'vitest';
import { readCsv } from './read-csv.ts';

const bounds = { rows: 3, columns: 3, cellCharacters: 10 };

it.each([
  [
    'a,b\r\n1,"x, ""y"""\r\n\r\n',
    [
      ['a', 'b'],
      ['1', 'x, "y"'],
    ],
  ],
  [
    '\uFEFFa;b\n1;2,5\n',
    [
      ['a', 'b'],
      ['1', '2,5'],
    ],
  ],
  [
    'a\tb\n1\t2\t3',
    [
      ['a', 'b'],
      ['1', '2', '3'],
    ],
  ],
])('reads %j', (text, rows) => {
  expect(readCsv(text, bounds)).toEqual({ kind: 'rows', rows });
});

it.each([
  ['a,b', 'header row and one row'],
  ['a,b\n1,2\n1,2\n1,2\n1,2', 'more than 3 rows'],
  ['a,b\n1,2,3,4', 'more than 3 columns'],
  ['a,b\n1,12345678901', 'more than 10 characters'],
  ['a,b\n"1,2', 'no CSV'],
  [`a,b\n${'1'.repeat(100)}`, 'no CSV'],
])('refuses %j with a sentence', (text, part) => {
  expect(readCsv(text, bounds)).toEqual({
    kind: 'problem',
    problem: expect.stringContaining(part),
  });
});
