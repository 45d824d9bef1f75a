import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openHourly, sealHourly } from './hourly-seal.ts';

const key = randomBytes(32);
const plain = Buffer.from('who it names');
const nowMs = Date.UTC(2026, 10, 29, 5, 59, 59, 999);

test('SEC-S13 what was sealed in any hour opens with its key, purpose and context alone', () => {
  for (const atMs of [nowMs, nowMs + 1, 0]) {
    const sealed = sealHourly(key, 'entries', plain, { nowMs: atMs, context: 'a' });
    expect(sealed.includes(plain)).toBe(false);
    expect(openHourly(key, 'entries', sealed, 'a')).toEqual(plain);
    expect(openHourly(key, 'entries', sealed, 'b')).toBeUndefined();
    expect(openHourly(key, 'others', sealed, 'a')).toBeUndefined();
    expect(openHourly(randomBytes(32), 'entries', sealed, 'a')).toBeUndefined();
    for (const changed of [0, 5, sealed.length - 1]) {
      const broken = Buffer.from(sealed);
      broken[changed] = (broken[changed] ?? 0) ^ 1;
      expect(openHourly(key, 'entries', broken, 'a')).toBeUndefined();
    }
  }
});

test('less than an hour of bytes opens nothing', () => {
  expect(openHourly(key, 'entries', Buffer.alloc(0), '')).toBeUndefined();
  expect(openHourly(key, 'entries', Buffer.alloc(4), '')).toBeUndefined();
});
