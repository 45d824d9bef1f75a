import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ReadingHub } from '../testing/reading-hub.suite.ts';
import { SourceLifecycle } from './source-lifecycle.ts';

const paceMs = 2_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An origin whose answer is a number, and stitchers that show all numbers that they have taken. */
function world() {
  const hub = new ReadingHub();
  const origin = { number: 1, requests: [] as string[], cannotBePacked: false };
  const stitcher = (name: string) => {
    const taken = { numbers: [] as number[], next: undefined as number | undefined };
    const events: string[] = [];
    const lifecycle = new SourceLifecycle<readonly number[], number>(
      {
        clock: { now: () => Date.now() },
        report: {
          polled: () => undefined,
          state: () => undefined,
          reconfigured: () => undefined,
          broken: (error) => void events.push(String(error)),
          warnings: () => undefined,
        },
        onChange: () => undefined,
        common: hub.of(name),
        onDiverged: () => void events.push('diverged'),
      },
      {
        url: 'https://origin.test/',
        begin: (past) =>
          void past.then((lines) => {
            taken.numbers = lines?.map(Number) ?? [];
          }),
        request: async () => {
          origin.requests.push(name);
          await new Promise((resolve) => setTimeout(resolve, 20));
          return origin.number;
        },
        take: async (reading) => {
          taken.next = reading;
          return undefined;
        },
        apply: () => {
          const { next, numbers } = taken;
          if (next === undefined || next === numbers.at(-1)) return 'none';
          taken.numbers = [...numbers, next];
          return 'manifest';
        },
        note: () => undefined,
        opened: () => taken.numbers,
        isEnded: () => false,
        delayMs: () => paceMs,
        isNews: (reading) => reading !== taken.numbers.at(-1),
        stands: () => undefined,
        pack: async (reading) => {
          if (origin.cannotBePacked) throw new Error('too long');
          return [`${reading}`];
        },
        unpack: async ([line]) => Number(line),
        packWhole: async () => [`${taken.numbers.at(-1)}`],
        store: async () => taken.numbers.map(String),
      },
    );
    return { lifecycle, events, shown: () => taken.numbers };
  };
  const requestsOf = (name: string) => origin.requests.filter((each) => each === name).length;
  /** The origin answers a new number in each pause. */
  const run = async (pauses: number) => {
    for (let pause = 0; pause < pauses; pause += 1) {
      origin.number += 1;
      await vi.advanceTimersByTimeAsync(paceMs);
    }
  };
  const open = async (name: string) => {
    const one = stitcher(name);
    const opened = one.lifecycle.open();
    await vi.advanceTimersByTimeAsync(1_000);
    await opened;
    return one;
  };
  return { hub, origin, stitcher, open, run, requestsOf };
}

test('a stitcher that is alone puts nothing, and nothing waits', async () => {
  const { hub, open, run } = world();
  hub.stitchers = 1;
  const one = await open('a');
  await run(5);
  expect(hub.rows).toEqual([]);
  expect(one.shown().length).toBeGreaterThanOrEqual(5);
  expect(one.lifecycle.confirm()).toBeUndefined();
});

test('a stitcher that opens a source goes on from what the other one has, and one of them requests it', async () => {
  const { open, run, requestsOf, origin } = world();
  const one = await open('a');
  await run(3);
  const other = await open('b');
  expect(requestsOf('b')).toBe(0);
  await run(20);
  await vi.advanceTimersByTimeAsync(500);
  expect(other.shown()).toEqual(one.shown());
  expect(other.shown().length).toBeGreaterThanOrEqual(20);
  expect([requestsOf('b'), other.events, one.events]).toEqual([0, [], []]);
  expect(origin.requests.length).toBeLessThan(30);
});

test('two that open a source at one time begin with the same reading', async () => {
  const { stitcher, run, origin } = world();
  const [one, other] = [stitcher('a'), stitcher('b')];
  const opened = Promise.all([one.lifecycle.open(), other.lifecycle.open()]);
  await vi.advanceTimersByTimeAsync(310);
  origin.number = 7;
  await vi.advanceTimersByTimeAsync(1_000);
  await opened;
  await run(5);
  await vi.advanceTimersByTimeAsync(500);
  expect(other.shown()).toEqual(one.shown());
});

test('when the one that requests the source is gone another one does, and nothing is left out', async () => {
  const { hub, open, run, requestsOf } = world();
  const one = await open('a');
  const other = await open('b');
  await run(3);
  // Killed: it sends no more notices.
  hub.of('a').close();
  const rows = hub.rows.length;
  one.lifecycle.stop();
  await run(4);
  expect(requestsOf('b')).toBeGreaterThan(1);
  expect(hub.rows.length).toBeGreaterThan(rows);
  expect(other.shown().slice(0, one.shown().length)).toEqual(one.shown());
  expect(other.events).toEqual([]);
});

test('all show a reading at one moment, 250 ms after it was put', async () => {
  const { hub, origin, open } = world();
  const one = await open('a');
  const other = await open('b');
  origin.number = 99;
  const before = hub.rows.length;
  while (hub.rows.length === before) await vi.advanceTimersByTimeAsync(10);
  await vi.advanceTimersByTimeAsync(200);
  expect([one.shown().at(-1), other.shown().at(-1)]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(60);
  expect([one.shown().at(-1), other.shown().at(-1)]).toEqual([99, 99]);
});

test('one that has missed a notice reads what others show before it answers', async () => {
  const { hub, origin, open } = world();
  await open('a');
  const other = await open('b');
  hub.delayMs = undefined;
  origin.number = 99;
  const before = hub.rows.length;
  while (hub.rows.length === before) await vi.advanceTimersByTimeAsync(10);
  await vi.advanceTimersByTimeAsync(600);
  const confirmed = other.lifecycle.confirm();
  await vi.advanceTimersByTimeAsync(20);
  await confirmed;
  expect(other.shown().at(-1)).toBe(99);
});

test('while the store is away each goes on for itself, and after it all go on from one of them', async () => {
  const { hub, open, run, requestsOf } = world();
  const one = await open('a');
  const other = await open('b');
  await run(2);
  hub.isAway = true;
  await run(6);
  expect([one, other].map(({ shown }) => shown().length > 6)).toEqual([true, true]);
  expect(requestsOf('b')).toBeGreaterThan(3);
  hub.isAway = false;
  await run(4);
  // One of them has put what it has, and the other is opened anew from it.
  expect([...one.events, ...other.events]).toContain('diverged');
  expect([one.events, other.events]).toContainEqual([]);
});

test('one whose readings cannot be put together says so, and goes on for itself', async () => {
  const { origin, open, run } = world();
  const one = await open('a');
  await run(2);
  origin.cannotBePacked = true;
  const shown = one.shown().length;
  await run(4);
  expect(one.events).toEqual(['Error: too long']);
  expect(one.shown().length).toBeGreaterThanOrEqual(shown + 3);
});

test('one that has not heard of others for a minute is alone again', async () => {
  const { hub, open, run } = world();
  await open('a');
  const other = await open('b');
  await run(2);
  other.lifecycle.stop();
  hub.of('b').close();
  await run(35);
  const rows = hub.rows.length;
  await run(5);
  expect(hub.rows.length).toBe(rows);
});
