import { expect, test } from 'vitest';
import { isoDuration } from './iso-duration.ts';

test.each([
  [0, 'PT0S'],
  [9.943, 'PT9.943S'],
  [59.9999, 'PT1M0S'],
  [3_723.5, 'PT1H2M3.5S'],
  [90_000, 'PT25H0S'],
  [-4.2, '-PT4.2S'],
])('%d seconds are %s', (seconds, text) => {
  expect(isoDuration(seconds)).toBe(text);
});
