import { expect, test } from 'vitest';
import { isMonitorKey, monitorKey } from './monitor-key.ts';
import { previewKey } from './preview-key.ts';

const secret = Buffer.alloc(32, 7);
const now = 1_800_000_000;

test('SEC-S92 a monitor key opens its channel until it expires, and is no preview key', () => {
  const key = monitorKey(secret, 'c1', now + 60);
  expect(isMonitorKey(secret, 'c1', key, now)).toBe(true);
  expect(isMonitorKey(secret, 'c1', key, now + 60)).toBe(false);
  expect(isMonitorKey(secret, 'c2', key, now)).toBe(false);
  expect(isMonitorKey(Buffer.alloc(32, 8), 'c1', key, now)).toBe(false);
  expect(isMonitorKey(secret, 'c1', `${now + 90}${key.slice(10)}`, now)).toBe(false);
  expect(isMonitorKey(secret, 'c1', previewKey(secret, 'c1', now + 60).slice(8), now)).toBe(false);
  for (const given of ['', '1', 'x'.repeat(100_000)])
    expect(isMonitorKey(secret, 'c1', given, now)).toBe(false);
});
