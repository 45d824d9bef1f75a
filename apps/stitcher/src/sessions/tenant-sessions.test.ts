import { expect, test } from 'vitest';
import { TenantSessions } from './tenant-sessions.ts';

const limit = 1_000;

test('SEC-S62 a stitcher alone has the whole limit', () => {
  const sessions = new TenantSessions();
  expect(sessions.most('t1', limit)).toBe(limit);
  sessions.reported(new Map([['t1', 400]]), { sessions: new Map(), count: 0 });
  expect(sessions.most('t1', limit)).toBe(limit);
});

test('SEC-S62 a company has its limit over all stitchers together, however they fill', () => {
  const names = ['a', 'b', 'c'];
  const held = new Map(names.map((name) => [name, 0]));
  const stitchers = new Map(names.map((name) => [name, new TenantSessions()]));
  const sumOf = (list: readonly string[]) =>
    list.reduce((sum, name) => sum + (held.get(name) ?? 0), 0);
  const report = (name: string) => {
    const others = new Map([['t1', sumOf(names.filter((other) => other !== name))]]);
    const own = new Map([['t1', held.get(name) ?? 0]]);
    stitchers.get(name)?.reported(own, { sessions: others, count: 2 });
  };
  for (const name of names) report(name);
  // All viewers come to the first one; then to all.
  for (let round = 0; round < 40; round += 1) {
    for (const name of round < 10 ? ['a'] : names) {
      held.set(name, stitchers.get(name)?.most('t1', limit) ?? 0);
    }
    for (const name of names) report(name);
    expect(sumOf(names)).toBeLessThanOrEqual(limit + names.length - 1);
  }
  expect(sumOf(names)).toBeGreaterThanOrEqual(limit);
});

test('SEC-S62 resumed sessions go on above the limit, and have one of their own over all stitchers', () => {
  const sessions = new TenantSessions();
  expect(sessions.mostResumed('t1', limit)).toBe(1_100);
  const most = [900, 1_000, 1_500, 2_200, 9_000].map((elsewhere) => {
    sessions.reported(new Map(), { sessions: new Map([['t1', elsewhere]]), count: 8 });
    return sessions.mostResumed('t1', limit);
  });
  // Where all of a full company come from a stitcher that has ended, all of them go on.
  expect(most).toEqual([1_100, 1_100, 700, 0, 0]);
  expect(sessions.mostResumed('t2', limit)).toBe(1_100);
});

test('SEC-S62 what others hold of a company takes nothing from another', () => {
  const sessions = new TenantSessions();
  sessions.reported(new Map(), { sessions: new Map([['t1', 5_000]]), count: 1 });
  expect([sessions.most('t1', limit), sessions.most('t2', limit)]).toEqual([0, 500]);
});
