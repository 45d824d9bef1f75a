import { expect, test } from 'vitest';
import { repeat } from './repeat.ts';

/** A task whose runs are ended by hand. */
function manual() {
  const ends: (() => void)[] = [];
  let active = 0;
  let most = 0;
  const run = async () => {
    active += 1;
    most = Math.max(most, active);
    await new Promise<void>((resolve) => ends.push(resolve));
    active -= 1;
  };
  return { run, ends, most: () => most };
}
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

test('runs at once, one run at a time, and once more when woken meanwhile', async () => {
  const { run, ends, most } = manual();
  const task = repeat({ everyMs: 1_000_000, run, failed: () => undefined });
  expect(ends).toHaveLength(1);
  task.wake();
  task.wake();
  ends[0]?.();
  await settle();
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await settle();
  expect(ends).toHaveLength(2);
  task.wake();
  await settle();
  expect(ends).toHaveLength(3);
  expect(most()).toBe(1);
  ends[2]?.();
  await task.stop();
});

test('stopping waits for the run under way and starts no other', async () => {
  const { run, ends } = manual();
  const task = repeat({ everyMs: 1, run, failed: () => undefined });
  task.wake();
  const stopping = task.stop();
  ends[0]?.();
  await stopping;
  task.wake();
  expect(ends).toHaveLength(1);
});

test('a failing run is reported, and the next one follows', async () => {
  const failures: unknown[] = [];
  let runs = 0;
  const done = Promise.withResolvers<void>();
  const task = repeat({
    everyMs: 1,
    run: async () => {
      runs += 1;
      if (runs === 1) throw new Error('away');
      done.resolve();
    },
    failed: (error) => failures.push(error),
  });
  await done.promise;
  await task.stop();
  expect(failures).toEqual([new Error('away')]);
});
