import { domainError } from '@interlude/contract/errors';
import { expect, test } from 'vitest';
import { nextPollDelayMs, stalenessOf } from './poll-pace.ts';

const natural = { setScanningFrequency: false, minimumSourceUpdatePeriod: null };
const poll = {
  targetDuration: 4,
  lastSegment: 3.84,
  outcome: 'changed',
  missed: 0,
  isLocked: true,
  tookMs: 100,
} as const;

test('the source is read about once a segment, and soon again when it was a little too early', () => {
  const after = (change: object) => Math.round(nextPollDelayMs(natural, { ...poll, ...change }));
  expect(after({})).toBe(3_548);
  expect(after({ outcome: 'unchanged', missed: 1 })).toBe(500);
  expect(after({ outcome: 'unchanged', missed: 2 })).toBe(1_820);
  expect(after({ outcome: 'failed', missed: 1 })).toBe(1_820);
  expect(after({ isLocked: false })).toBe(860);
  expect(after({ isLocked: false, outcome: 'unchanged', missed: 3 })).toBe(860);
  expect(after({ isLocked: false, outcome: 'unchanged', missed: 4 })).toBe(1_820);
  expect(after({ lastSegment: 9 })).toBe(3_700);
  expect(after({ lastSegment: 0 })).toBe(3_700);
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
  const error = domainError('FETCH_FAILED', { host: 'origin.test', reason: 'it is away' });
  const stale = (silentMs: number, targetDuration: number) =>
    stalenessOf(error, silentMs, targetDuration);
  expect([stale(12_000, 4), stale(6_000, 1)]).toEqual([undefined, undefined]);
  expect([stale(12_001, 4), stale(6_001, 1)]).toEqual([error, error]);
  expect(stalenessOf(undefined, 60_000, 1)).toBeUndefined();
});
