import { createLogger, createMetrics } from '@interlude/runtime';
import { fixedClock } from '@interlude/testkit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStitcherMetrics } from '../metrics.ts';
import { sessionsOf } from '../testing/break-decisions.suite.ts';
import { claimLimits } from './claim-limits.ts';
import { type ClaimStore, EventClaims, type StoredClaim } from './event-claims.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Counts statements; `fails` and `gate` make it fail and wait. */
class MemoryStore implements ClaimStore {
  readonly statements: (readonly StoredClaim[])[] = [];
  readonly #events = new Map<string, number>();
  fails = false;
  gate: Promise<void> | undefined;

  async claim(claims: readonly StoredClaim[]) {
    this.statements.push(claims);
    await this.gate;
    if (this.fails) throw new Error('away');
    return claims.map(({ session, breakId, slot, events }) => {
      const place = `${session} ${breakId} ${slot}`;
      const before = this.#events.get(place) ?? 0;
      const after = ((before | events) & 1) === 1 ? before | events : before;
      this.#events.set(place, after);
      return { before, after };
    });
  }
}

function claimsOn(store: ClaimStore | undefined, stitchers = 2) {
  const clock = fixedClock();
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const metrics = createMetrics();
  const claims = new EventClaims({
    ...{ store, clock, stitchers: () => stitchers },
    logger: createLogger({ name: 'stitcher', level: 'info', stream }),
    metrics: createStitcherMetrics(metrics),
  });
  const count = async (outcome: string) =>
    Number(new RegExp(`outcome="${outcome}"\\} (\\d+)`).exec(await metrics.text())?.[1] ?? 0);
  return { claims, clock, lines, count };
}

const [session = expect.fail(), other = expect.fail()] = sessionsOf(2);
const ad = (events: number, known = 0, slot = 0) => ({ breakId: 'b1', slot, events, known });

test('events are claimed where another process may see requests of the session', () => {
  const [resumed = expect.fail(), watching = expect.fail()] = sessionsOf(2);
  resumed.isResumed = true;
  Object.assign(watching.viewer, { isMonitor: true });
  const store = new MemoryStore();
  const needed = (stitchers: number, own: ClaimStore | undefined = store) => {
    const { claims } = claimsOn(own, stitchers);
    return [session, resumed, watching].map((each) => claims.areNeeded(each));
  };
  expect(needed(1)).toEqual([false, true, false]);
  expect(needed(2)).toEqual([true, true, false]);
  const { claims } = claimsOn(undefined, 2);
  expect(claims.areNeeded(resumed)).toBe(false);
});

test('claims of one moment are one statement, those of one ad come one after the other', async () => {
  const store = new MemoryStore();
  const { claims, count } = claimsOn(store);
  const answers = await Promise.all([
    claims.claim(session, ad(1)),
    claims.claim(session, ad(1)),
    claims.claim(other, ad(1)),
    claims.claim(session, ad(1, 0, 1)),
  ]);
  expect(answers).toEqual([
    { before: 0, after: 1 },
    { before: 1, after: 1 },
    { before: 0, after: 1 },
    { before: 0, after: 1 },
  ]);
  expect(store.statements.map((claimed) => claimed.length)).toEqual([3, 1]);
  expect([await count('granted'), await count('denied')]).toEqual([3, 1]);
});

test('what has happened in this process counts, also when the database did not have it', async () => {
  const { claims } = claimsOn(new MemoryStore());
  expect(await claims.claim(session, ad(16))).toEqual({ before: 0, after: 0 });
  expect(await claims.claim(session, ad(16, 5))).toEqual({ before: 0, after: 21 });
});

/** Microtasks, the one turn that claims of a moment wait for, and a pause between tries. */
async function pass(ms: number, clock: { advance(ms: number): void }): Promise<void> {
  clock.advance(ms);
  await vi.advanceTimersByTimeAsync(ms);
  await new Promise(setImmediate);
  await new Promise(setImmediate);
}

test('while the database is away events wait for it, which is said once', async () => {
  const store = new MemoryStore();
  const { claims, clock, lines, count } = claimsOn(store);
  store.fails = true;
  const waiting = [claims.claim(session, ad(1)), claims.claim(other, ad(1))];
  for (let tries = 0; tries < 3; tries += 1) await pass(claimLimits.retryAfterMs, clock);
  expect(await Promise.race([...waiting, 'waits'])).toBe('waits');
  store.fails = false;
  await pass(claimLimits.retryAfterMs, clock);
  expect(await Promise.all(waiting)).toEqual([
    { before: 0, after: 1 },
    { before: 0, after: 1 },
  ]);
  // The repeated claim has the id of the first, which may have been carried out.
  const ids = store.statements.map(([first]) => first?.id);
  expect(ids.length).toBeGreaterThan(3);
  expect(new Set(ids).size).toBe(1);
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    'events of ads cannot be claimed: they wait up to 20 s, then they may happen at two stitchers',
    'events of ads are claimed again',
  ]);
  expect([await count('unknown'), await count('granted')]).toEqual([0, 2]);
});

test('events wait for 20 s, in a number that is bounded, and until the process stops', async () => {
  const store = new MemoryStore();
  const { claims, clock } = claimsOn(store);
  store.fails = true;
  const first = claims.claim(session, ad(1));
  await pass(claimLimits.answeredWithinMs - claimLimits.retryAfterMs, clock);
  expect(await Promise.race([first, 'waits'])).toBe('waits');
  for (let tries = 0; tries < 2; tries += 1) await pass(claimLimits.retryAfterMs, clock);
  expect(await first).toBeUndefined();
  const many = Array.from({ length: claimLimits.waiting + 2 }, (_, slot) =>
    claims.claim(session, ad(1, 0, slot)),
  );
  expect(await many.at(-1)).toBeUndefined();
  expect(await Promise.race([many[0], 'waits'])).toBe('waits');
  const asked = store.statements.length;
  await claims.stop();
  expect(store.statements.length).toBeLessThanOrEqual(asked + 1);
  expect(new Set(await Promise.all(many))).toEqual(new Set([undefined]));
});

test('a slow database keeps an ad segment for 400 ms, and those after it not at all', async () => {
  const store = new MemoryStore();
  const gate = Promise.withResolvers<void>();
  store.gate = gate.promise;
  const { claims } = claimsOn(store);
  const first = claims.claim(session, ad(1));
  const answered = claims.inTime(first.then(() => undefined)).then(() => 'answered');
  await vi.advanceTimersByTimeAsync(claimLimits.withinMs - 1);
  expect(await Promise.race([answered, 'waits'])).toBe('waits');
  await vi.advanceTimersByTimeAsync(1);
  expect(await answered).toBe('answered');
  expect(await Promise.race([first, 'waits'])).toBe('waits');
  const never = new Promise<void>(() => undefined);
  expect(await claims.inTime(never).then(() => 'answered')).toBe('answered');
  gate.resolve();
  expect(await first).toEqual({ before: 0, after: 1 });
});

test('a statement that is not answered for 5 s is asked again', async () => {
  const store = new MemoryStore();
  store.gate = new Promise<void>(() => undefined);
  const { claims, clock } = claimsOn(store);
  const first = claims.claim(session, ad(1));
  await new Promise(setImmediate);
  await vi.advanceTimersByTimeAsync(claimLimits.statementMs);
  store.gate = undefined;
  await pass(claimLimits.retryAfterMs, clock);
  expect(await first).toEqual({ before: 0, after: 1 });
});
