import { expect, test } from 'vitest';
import { sessionsOf } from '../testing/break-decisions.suite.ts';
import { ByteBudgets } from './byte-budgets.ts';
import { KeptOfBreak } from './kept-of-break.ts';
import { recordLimits } from './record-limits.ts';

const sessions = sessionsOf(2_000);

test('REC-004 SEC-S82 of a break the first session is kept, those with a new loss, one in a hundred, and no more', () => {
  const kept = new KeptOfBreak();
  const kinds = sessions.map((session) => kept.take(session, undefined));
  expect(kinds[0]).toBe('first');
  const sampled = kinds.filter((kind) => kind === 'sampled').length;
  expect(sampled).toBeGreaterThan(5);
  expect(sampled).toBeLessThanOrEqual(recordLimits.sampled);
  const again = new KeptOfBreak();
  expect(sessions.map((session) => again.take(session, undefined))).toEqual(kinds);
  const lost = new KeptOfBreak();
  const ofLost = sessions.map((session, index) =>
    lost.take(session, index % 2 === 0 ? 'NO_ADS' : 'NEW_CREATIVE'),
  );
  expect(ofLost.slice(0, 6)).toEqual(Array(6).fill('lost'));
  expect(ofLost.filter((kind) => kind === 'lost')).toHaveLength(2 * recordLimits.lostOfReason);
});

test('SEC-S82 what a channel keeps in an hour is bounded; monitors may keep more', () => {
  let nowMs = 0;
  const budgets = new ByteBudgets({ now: () => nowMs });
  const half = recordLimits.bytesOfChannel / 2;
  expect([1, 2, 3].map(() => budgets.take('c1', half, false))).toEqual([true, true, false]);
  expect(budgets.take('c1', half, true)).toBe(true);
  expect(budgets.take('c2', half, false)).toBe(true);
  nowMs = 3_600_000;
  expect(budgets.take('c1', half, false)).toBe(true);
});
