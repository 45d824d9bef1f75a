import { expect, test } from 'vitest';
import { nextAttempt } from './retry-policy.ts';

const minuteMs = 60_000;
const first = { attempts: 0, createdAtMs: 0, nowMs: 0 };

test('pauses grow from half a minute to an hour', () => {
  const pauses = [0, 1, 2, 7, 50].map((attempts) => nextAttempt({ ...first, attempts }));
  expect(pauses).toEqual([30_000, minuteMs, 2 * minuteMs, 60 * minuteMs, 60 * minuteMs]);
});

test('RFC 5321 §4.2.1 a permanent negative answer ends the trying, a transient one does not', () => {
  expect(nextAttempt({ ...first, smtpCode: 550 })).toBeUndefined();
  expect(nextAttempt({ ...first, smtpCode: 451 })).toBe(30_000);
});

test('a mail that is three days old is given up', () => {
  const nowMs = 3 * 86_400_000;
  expect(nextAttempt({ attempts: 5, createdAtMs: 0, nowMs })).toBeUndefined();
  expect(nextAttempt({ attempts: 0, createdAtMs: minuteMs, nowMs })).toBe(nowMs + 30_000);
});
