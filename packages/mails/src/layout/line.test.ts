import { expect, test } from 'vitest';
import { lineOf, linkOf, nameOf, subjectOf } from './line.ts';

test('SEC-S125 a text of others is one line without controls and without what cannot be seen', () => {
  expect(lineOf(' a\r\nBcc: x@evil.example\n\n.\u2028b\u0000c\u0085d ')).toBe(
    'a Bcc: x@evil.example . b c d',
  );
  expect(lineOf('a\u202egnp.exe\u2066b\u200b\ufeff')).toBe('agnp.exeb');
  expect(lineOf('half \ud83d pair')).toBe('half \ufffd pair');
});

test('SEC-S125 a name holds no quotes, no address of a link, and has an end', () => {
  expect(nameOf('A” on Bank. Pay at https://evil.example “')).toBe(
    "A' on Bank. Pay at https: //evil.example '",
  );
  expect(nameOf('x'.repeat(5_000))).toHaveLength(100);
  expect(nameOf(`${'x'.repeat(98)}\u{1f600}\u{1f600}`).isWellFormed()).toBe(true);
});

test('a subject has an end', () => {
  expect(subjectOf(`a\n${'x'.repeat(5_000)}`)).toMatch(/^a x{147}…$/);
});

test('SEC-S125 a link leads to http or https, with every character of an attribute encoded or refused', () => {
  expect(linkOf('https://a.example/app/jobs/1?x="><script>')).toBe(
    'https://a.example/app/jobs/1?x=%22%3E%3Cscript%3E',
  );
  for (const url of [
    '',
    'javascript:alert(1)',
    'data:text/html,x',
    '/app',
    'https://',
    'vbscript:x',
  ]) {
    expect(linkOf(url), url).toBe('');
  }
});
