import { describe, expect, test } from 'vitest';
import { keyTextOf, maxKeyTextChars } from './key-text.ts';

const bytes = (text: string) => new TextEncoder().encode(text).length;
const indexRowBytes = 2_704;

describe('SEC-S51 text that becomes a key of the figures', () => {
  test.each(['', 'AMZN-0042-000H', 'Überraschung "1"', '🎬'.repeat(100)])(
    'is the text: %s',
    (text) => {
      expect(keyTextOf(text)).toBe(text);
    },
  );

  test('has no character that PostgreSQL refuses or changes', () => {
    expect(keyTextOf('a\0b')).toBe('a\ufffdb');
    expect(keyTextOf('half \ud83c')).toBe('half \ufffd');
    expect(keyTextOf('\udfac half')).toBe('\ufffd half');
    // Cut in the middle of a pair.
    expect(keyTextOf('🎬'.repeat(16_384)).isWellFormed()).toBe(true);
  });

  test('fits into an index row beside the id of a tenant, whatever it was', () => {
    const hostile = ['x', 'é', '中', '🎬', '\0', '\ud83c'].map((unit) => unit.repeat(32_768));
    for (const text of hostile) {
      expect(keyTextOf(text).length).toBe(maxKeyTextChars);
      expect(bytes(keyTextOf(text))).toBeLessThan(indexRowBytes / 4);
    }
  });

  test('distinguishes long texts with one beginning, and keeps what it has made', () => {
    const long = 'x'.repeat(32_768);
    expect(keyTextOf(`${long}1`)).not.toBe(keyTextOf(`${long}2`));
    expect(keyTextOf(`${long}1`)).toBe(keyTextOf(`${long}1`));
    expect(keyTextOf(keyTextOf(long))).toBe(keyTextOf(long));
  });
});
