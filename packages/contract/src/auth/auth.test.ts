import { describe, expect, it } from 'vitest';
import { isEmail, isStrongPassword } from './auth.ts';

describe('API-051 the password rule', () => {
  it.each([
    ['Abcdefghijk1!x', true],
    ['Abcdefghij1!x', false],
    ['abcdefghijk1!xx', false],
    ['ABCDEFGHIJK1!XX', false],
    ['Abcdefghijkl!xx', false],
    ['Abcdefghijk1xxx', false],
  ])('%s -> %s', (password, strong) => expect(isStrongPassword(password)).toBe(strong));
});

it.each([
  ['a@b.c', true],
  ['a b@c.d', false],
  ['a@b', false],
  ['', false],
  ['first.last+tag@mail.example.com', true],
  ['x<a@b.example>', false],
  ['a,b@c.example', false],
  ['"a b"@c.example', false],
  ['.a@c.example', false],
  ['a..b@c.example', false],
  ['a@-c.example', false],
  ['a@c..example', false],
  ['a@c.example.', false],
  ['a@c.example\n', false],
  ['a\u0000@c.example', false],
  [`${'a'.repeat(65)}@c.example`, false],
  [`a@${'c'.repeat(64)}.example`, false],
])('SEC-S43 %j is an e-mail address: %s', (text, expected) => expect(isEmail(text)).toBe(expected));
