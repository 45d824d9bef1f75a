import { expect, test } from 'vitest';
import { nextPollDelayMs, staleAfterMs } from './poll-pace.ts';

const natural = { setScanningFrequency: false, minimumSourceUpdatePeriod: null };
const poll = { targetDuration: 4, lastSegment: 3.84, outcome: 'changed', tookMs: 100 } as const;

test('the source is read when its next segment is due, sooner when it was late', () => {
  expect(nextPollDelayMs(natural, poll)).toBe(3_740);
  expect(nextPollDelayMs(natural, { ...poll, outcome: 'unchanged' })).toBe(1_820);
  expect(nextPollDelayMs(natural, { ...poll, outcome: 'failed' })).toBe(1_820);
  expect(nextPollDelayMs(natural, { ...poll, lastSegment: 9 })).toBe(3_900);
  expect(nextPollDelayMs(natural, { ...poll, lastSegment: 0 })).toBe(3_900);
});

test('a scanning frequency counts instead, at most once a second', () => {
  const every = (seconds: number | null) =>
    nextPollDelayMs({ setScanningFrequency: true, minimumSourceUpdatePeriod: seconds }, poll);
  expect([every(6), every(0), every(null)]).toEqual([5_900, 900, 900]);
});

test('nothing makes the poller spin', () => {
  expect(nextPollDelayMs(natural, { ...poll, targetDuration: 0.1 })).toBe(500);
  expect(nextPollDelayMs(natural, { ...poll, tookMs: 60_000 })).toBe(500);
});

test('H33 the last good output stays three target durations', () => {
  expect([staleAfterMs(4), staleAfterMs(1)]).toEqual([12_000, 6_000]);
});
