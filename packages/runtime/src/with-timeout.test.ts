import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withTimeout } from './with-timeout.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('gives the result of work that is in time, and leaves no timer', async () => {
  expect(await withTimeout(Promise.resolve('done'), 1_000, () => 'late')).toBe('done');
  expect(vi.getTimerCount()).toBe(0);
});

test('gives what onTimeout makes when the time is over, and drops a later error', async () => {
  const work = Promise.withResolvers<string>();
  const result = withTimeout(work.promise, 1_000, () => 'late');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await result).toBe('late');
  work.reject(new Error('nobody hears of it'));
});

test('rejects with the error of the work, or of onTimeout', async () => {
  const fault = new Error('broken');
  await expect(withTimeout(Promise.reject(fault), 1_000, () => 'late')).rejects.toBe(fault);
  expect(vi.getTimerCount()).toBe(0);
  const late = withTimeout(new Promise(() => undefined), 1_000, () => {
    throw fault;
  });
  const rejected = expect(late).rejects.toBe(fault);
  await vi.advanceTimersByTimeAsync(1_000);
  await rejected;
});

test('a signal ends the waiting, also one that is aborted already', async () => {
  const never = new Promise<string>(() => undefined);
  const controller = new AbortController();
  const waiting = withTimeout(never, 60_000, () => 'late', controller.signal);
  controller.abort();
  await expect(waiting).resolves.toBe('late');
  await expect(withTimeout(never, 60_000, () => 'late', controller.signal)).resolves.toBe('late');
});
