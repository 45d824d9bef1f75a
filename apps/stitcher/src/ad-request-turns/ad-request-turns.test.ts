import { createLogger } from '@interlude/runtime';
import { fixedClock } from '@interlude/testkit';
import { expect, test } from 'vitest';
import { AdRequestTurns } from './ad-request-turns.ts';
import { memoryTurns } from './memory-turns.suite.ts';
import { turnLimits } from './turn-limits.ts';

function turnsOf(stitchers: number) {
  const clock = fixedClock();
  const store = memoryTurns(clock);
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const logger = createLogger({ name: 'stitcher', level: 'info', stream });
  const of = (own: typeof store | undefined = store) =>
    new AdRequestTurns({ store: own, clock, logger, stitchers: () => stitchers });
  return { clock, store, lines, of };
}

const wanted = (withinMs: number, perSecond = 100, server = 'https://ads.test') => ({
  ...{ tenantId: 't', server, perSecond, withinMs },
});

test('500,000 sessions of three stitchers ask an ad server 8,333 times a second at most, 99 of 100 in time', async () => {
  const { of, store } = turnsOf(3);
  const stitchers = [of(), of(), of()];
  const sessions = 500_000;
  const perSecond = 8_333;
  // Requested from 70 s before the break, the last one second before it.
  const taken = await Promise.all(
    Array.from({ length: sessions }, (_, index) =>
      stitchers[index % 3]?.take(wanted(69_000, perSecond)),
    ),
  );
  const times = taken.filter((inMs) => inMs !== undefined).sort((a, b) => a - b);
  expect(times.length / sessions).toBeGreaterThanOrEqual(0.99);
  expect(times.at(-1)).toBeLessThanOrEqual(69_000);
  // No second, wherever it begins, has more.
  let from = 0;
  let most = 0;
  for (const [index, atMs] of times.entries()) {
    while (atMs - (times[from] ?? 0) >= 1_000) from += 1;
    most = Math.max(most, index - from + 1);
  }
  expect(most).toBeLessThanOrEqual(perSecond);
  expect(most).toBeGreaterThan(perSecond * turnLimits.share * 0.99);
  expect(store.statements.length).toBeLessThan(sessions / 500);
});

test('the soonest deadline comes first, and who comes too late takes no turn', async () => {
  const { of } = turnsOf(2);
  const turns = of();
  const perSecond = 1 / turnLimits.share;
  const taken = await Promise.all(
    [2_001, 500, 0, 1_500].map((withinMs) => turns.take(wanted(withinMs, perSecond))),
  );
  expect(taken.map((ms) => (ms === undefined ? ms : Math.round(ms)))).toEqual([
    2_000,
    undefined,
    0,
    1_000,
  ]);
});

test('channels with different limits for one ad server take turns, in few statements', async () => {
  const { of, store } = turnsOf(2);
  const turns = of();
  const rates = [10, 40].map((perSecond) => perSecond / turnLimits.share);
  const taken = await Promise.all(
    Array.from({ length: 40 }, (_, index) => turns.take(wanted(60_000, rates[index % 2]))),
  );
  expect(taken.every((inMs) => inMs !== undefined)).toBe(true);
  expect(store.statements).toHaveLength(2);
});

test('a stitcher that is alone asks nobody', async () => {
  const { of, store, clock } = turnsOf(1);
  const turns = of();
  const perSecond = 10 / turnLimits.share;
  const taken = await Promise.all(
    [1_000, 1_000, 50].map((withinMs) => turns.take(wanted(withinMs, perSecond))),
  );
  expect(taken).toEqual([0, 100, undefined]);
  clock.advance(5_000);
  expect(await turns.take(wanted(0, perSecond))).toBe(0);
  expect(await turns.take(wanted(0, perSecond, 'https://other.test'))).toBe(0);
  expect(store.statements).toEqual([]);
});

test('while the database is away each stitcher keeps to its share, which is said once', async () => {
  const { of, store, lines, clock } = turnsOf(2);
  const turns = of();
  const perSecond = 10 / turnLimits.share;
  store.fails = true;
  const take = () => turns.take(wanted(10_000, perSecond));
  expect(await Promise.all([take(), take(), take()])).toEqual([0, 200, 400]);
  expect(await take()).toBe(600);
  expect(store.statements).toHaveLength(1);
  store.fails = false;
  clock.advance(turnLimits.retryAfterMs);
  expect(await take()).toBe(0);
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    'turns of ad requests cannot be taken: each stitcher keeps to its share of the limits',
    'turns of ad requests are those of all stitchers again',
  ]);
});
