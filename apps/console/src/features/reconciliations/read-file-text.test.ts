import { reconciliationLimits } from '@interlude/contract';
import { expect, it } from 'vitest';
import { fileTextOf } from './read-file-text.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string) =>
  new Uint8Array(Uint16Array.from(`\uFEFF${text}`, (c) => c.charCodeAt(0)).buffer);

it.each([
  ['UTF-8 with its mark', utf8('\uFEFFa,ü'), 'a,ü'],
  ['UTF-16', utf16('a\tü'), 'a\tü'],
  ['UTF-16, high byte first', Uint8Array.of(0xfe, 0xff, 0, 0x61, 0, 0xfc), 'aü'],
  ['Windows-1252', Uint8Array.of(0x61, 0x2c, 0xfc, 0x80), 'a,ü€'],
])('%s', (_of, bytes, text) => {
  expect(fileTextOf(bytes, 'x.csv')).toEqual({ kind: 'text', text });
});

it.each([
  ['nothing', utf8(' \n'), 'is empty'],
  ['a spreadsheet', Uint8Array.of(0x50, 0x4b, 3, 4, 0x14, 0, 6, 0), 'is no text'],
  ['UTF-16 without a mark', Uint8Array.of(0x61, 0, 0x2c, 0), 'is no text'],
  ['too many characters', utf8('a'.repeat(reconciliationLimits.characters + 1)), 'too large'],
  ['too many bytes of a request', utf8('"'.repeat(600_000)), 'too large'],
])('%s is refused with a sentence', (_of, bytes, part) => {
  expect(fileTextOf(bytes, 'x.csv')).toEqual({
    kind: 'problem',
    problem: expect.stringContaining(part),
  });
});
