import { describe, expect, it } from 'vitest';
import { newId, randomToken } from './ids.ts';

describe('newId (RFC 9562 §5.7)', () => {
  it('has version 7 and variant 10', () => {
    for (let i = 0; i < 1_000; i += 1) {
      expect(newId()).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      );
    }
  });

  it('rises strictly, also within a millisecond and when the clock steps back', () => {
    const start = Date.now() + 1_000;
    const ids = Array.from({ length: 20_000 }, (_, i) => newId(i < 10_000 ? start : start - 500));
    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('begins with the time in milliseconds', () => {
    const later = 0x0fff_0000_0001;
    expect(newId(later).replace('-', '').slice(0, 12)).toBe('0fff00000001');
  });
});

describe('randomToken', () => {
  it('returns the requested number of random bytes as base64url, never the same twice', () => {
    expect(randomToken(32)).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(randomToken()).not.toBe(randomToken());
  });
});
