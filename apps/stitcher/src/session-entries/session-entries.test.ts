import { randomBytes } from 'node:crypto';
import { createSessionEntryStore } from '@interlude/persistence';
import { createLogger, createMetrics } from '@interlude/runtime';
import type { Creative, Pod } from '@interlude/stitching';
import { fixedClock, type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import type { InlineAd } from '@interlude/vast';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createStitcherMetrics } from '../metrics.ts';
import { type DecidedPod, decidedPod } from '../sessions/decided-pod.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import { sessionsOf } from '../testing/break-decisions.suite.ts';
import { entryLimits } from './entry-limits.ts';
import { type EntryStore, SessionEntries } from './session-entries.ts';

const secretKey = randomBytes(32);
const tracker = 'https://tracker.example/impression?viewer=203.0.113.7';

const creative = (name: string): Creative => ({
  creativeId: name,
  address: `https://ads.example/${name}.m3u8`,
  durationMs: 4_000,
  boundariesMs: [2_000, 4_000],
  begunAfterMs: 1_000,
  renditions: {
    v0: {
      segments: [0, 1].map((index) => ({
        ...{ durationSeconds: 2, extinf: '2.000' },
        uri: `https://ads.example/${name}/${index}.m4s`,
      })),
      startsMs: [0, 2_000],
    },
  },
});

const inlineAd = (id: string): InlineAd => ({
  ...{ kind: 'inline', id, title: `Ad ${id}`, adSystem: 'test', isConditional: false },
  ...{ impressions: [tracker], errorUrls: [], adVerifications: [], extensions: [] },
  ...{ categories: [], creatives: [], otherCreatives: [], wrapperSystems: [] },
  viewableImpression: { viewable: [], notViewable: [], viewUndetermined: [] },
});

function decided(breakId: string, names: readonly string[]): DecidedPod {
  const placements = names.map((name, index) => ({
    ...({ kind: 'ad', index, adId: name, creative: creative(name) } as const),
    ...{ offsetMs: index * 4_000, durationMs: 4_000 },
  }));
  const pod: Pod = {
    ...{ placements, remainder: 'content', adMs: names.length * 4_000, dropped: [] },
    occupiesMs: names.length * 4_000,
    reason: names.length === 0 ? 'NO_ADS' : undefined,
  };
  const avail = { breakId, durationSeconds: 8 } as DecidedPod['avail'];
  return decidedPod(avail, pod, 600_000, new Map(names.map((name) => [name, inlineAd(name)])));
}

/** The stored fields of a decision; the others are functions and counters. */
const shown = (one: DecidedPod | undefined) =>
  one && { avail: one.avail, startMs: one.startMs, pod: one.pod, ads: [...one.ads] };

let template: TemplateDatabase;
let store: EntryStore;
beforeAll(async () => {
  template = await templateDatabase();
});
afterAll(() => template.drop());
beforeEach(async () => {
  await sql`truncate session_entries, creative_snapshots`.execute(template.database.system);
  store = createSessionEntryStore(template.database);
});

function entriesOn(
  own: EntryStore = store,
  key = secretKey,
  waitingBytes?: number,
  mostSessions = 100,
  clock = fixedClock(),
  stitchers = 2,
) {
  const metrics = createMetrics();
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const entries = new SessionEntries({
    ...{ store: own, secretKey: key, clock },
    ...(waitingBytes !== undefined && { waitingBytes }),
    logger: createLogger({ name: 'stitcher', level: 'info', stream }),
    metrics: createStitcherMetrics(metrics),
    mostSessions: () => mostSessions,
    stitchers: () => stitchers,
  });
  const count = async (outcome: string) =>
    Number(new RegExp(`outcome="${outcome}"\\} (\\d+)`).exec(await metrics.text())?.[1] ?? 0);
  return { entries, lines, count };
}

const session = (): PlaybackSession => sessionsOf(1)[0] ?? expect.fail();

test('H35 another process finds what was decided for a session, and the first decision stands', async () => {
  const one = entriesOn();
  const other = entriesOn();
  const mine = decided('b1', ['a', 'b']);
  expect(await one.entries.put(session(), mine, 1_000)).toBe(mine);
  const theirs = decided('b1', ['c']);
  expect(shown(await other.entries.put(session(), theirs, 1_000))).toEqual(shown(mine));
  expect(await other.count('adopted')).toBe(1);
  await other.entries.put(session(), decided('b2', []), 1_000);
  const found = await entriesOn().entries.ofSession(session());
  expect(found.map(shown)).toEqual([shown(mine), shown(decided('b2', []))]);
});

test('one of the stitchers that serve a session asks the ad server for a break, the others take what it decides', async () => {
  const one = entriesOn();
  const other = entriesOn();
  const untilMs = fixedClock().now() + 2_500;
  expect(await one.entries.claimAsk(session(), 'b1', untilMs)).toBeUndefined();
  expect(await other.entries.claimAsk(session(), 'b1', untilMs + 9)).toBe(untilMs);
  expect(await other.entries.claimAsk(session(), 'b2', untilMs)).toBeUndefined();
  const awaited = other.entries.awaited(session(), 'b1', untilMs);
  await one.entries.put(session(), decided('b1', ['a']), 1_000);
  expect((await awaited)?.avail.breakId).toBe('b1');
  // Nothing else is taken for a decision.
  expect((await entriesOn().entries.ofSession(session())).map(shown)).toEqual([
    shown(decided('b1', ['a'])),
  ]);
  expect(await other.entries.awaited(session(), 'b3', 0)).toBeUndefined();
});

test('a stitcher that is alone claims nothing', async () => {
  const puts = vi.spyOn(store, 'putIfAbsent');
  const { entries } = entriesOn(store, secretKey, undefined, 100, fixedClock(), 1);
  expect(await entries.claimAsk(session(), 'b1', 1)).toBeUndefined();
  expect(puts).not.toHaveBeenCalled();
});

test('H1 decisions of one moment are written together, each creative once', async () => {
  const puts = vi.spyOn(store, 'putIfAbsent');
  const snapshots = vi.spyOn(store, 'keepCreatives');
  const { entries } = entriesOn();
  await Promise.all(
    sessionsOf(50).map((each) => entries.put(each, decided('b1', ['a', 'a']), 1_000)),
  );
  expect(puts).toHaveBeenCalledOnce();
  expect(snapshots.mock.calls.flat(2)).toHaveLength(1);
  await entries.put(session(), decided('b2', ['a', 'b']), 1_000);
  expect(snapshots.mock.calls.flat(2)).toHaveLength(2);
});

test('SEC-S13 SEC-S26 the database reads neither trackers nor media, and no other key opens them', async () => {
  await entriesOn().entries.put(session(), decided('b1', ['secret-ad']), 1_000);
  const { rows } = await sql<{ text: string }>`
    select encode(entry, 'escape') as text from session_entries
    union all select encode(creative, 'escape') from creative_snapshots`.execute(
    template.database.system,
  );
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toMatch(/tracker|secret-ad|203\.0\.113/);
  expect(await entriesOn(store, randomBytes(32)).entries.ofSession(session())).toEqual([]);
  // Moved to another session it does not open, either.
  await sql`update session_entries set session = 's1'`.execute(template.database.system);
  const moved = sessionsOf(2)[1] ?? expect.fail();
  expect(await entriesOn().entries.ofSession(moved)).toEqual([]);
});

test('a break of which a creative is gone is left out', async () => {
  await entriesOn().entries.put(session(), decided('b1', ['a']), 1_000);
  await sql`delete from creative_snapshots`.execute(template.database.system);
  expect(await entriesOn().entries.ofSession(session())).toEqual([]);
});

test('sessions of monitors are not stored', async () => {
  const watching = session();
  Object.assign(watching.viewer, { isMonitor: true });
  const { entries } = entriesOn();
  await entries.put(watching, decided('b1', ['a']), 1_000);
  expect(await entries.ofSession(watching)).toEqual([]);
});

test('a company stores no more in an hour than sessions of its plan have breaks', async () => {
  const clock = fixedClock();
  const { entries, count } = entriesOn(store, secretKey, undefined, 1, clock);
  const names = () => Array.from({ length: 40 }, () => randomBytes(2_048).toString('base64url'));
  for (const breakId of ['b1', 'b2', 'b3'])
    await entries.put(session(), decided(breakId, names()), 1_000);
  expect(await count('refused')).toBeGreaterThan(0);
  expect(await count('stored')).toBeGreaterThan(0);
  clock.advance(3_600_000);
  const stored = await count('stored');
  await entries.put(session(), decided('b4', names()), 1_000);
  expect(await count('stored')).toBe(stored + 1);
});

test('a decision without time left of a stitcher that is alone waits for nothing, and is stored', async () => {
  const { entries, count } = entriesOn(store, secretKey, undefined, 100, fixedClock(), 1);
  const mine = decided('b1', ['a']);
  expect(await entries.put(session(), mine, 0)).toBe(mine);
  await entries.stop();
  expect(await count('late')).toBe(1);
  expect((await entriesOn().entries.ofSession(session())).map(shown)).toEqual([shown(mine)]);
});

/** The database does not answer until it is released. */
function held() {
  const gate = Promise.withResolvers<void>();
  const own: EntryStore = {
    ...store,
    putIfAbsent: async (entries) => {
      await gate.promise;
      return store.putIfAbsent(entries);
    },
  };
  return { own, release: gate.resolve };
}

test('a slow database keeps a decision of a stitcher that is alone for 400 ms, and those after it not at all', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { own, release } = held();
    const { entries, lines, count } = entriesOn(own, secretKey, undefined, 100, fixedClock(), 1);
    const mine = decided('b1', ['a']);
    const first = entries.put(session(), mine, 1_000);
    await vi.advanceTimersByTimeAsync(entryLimits.writeWithinMs - 1);
    expect(await Promise.race([first, 'waits'])).toBe('waits');
    await vi.advanceTimersByTimeAsync(1);
    expect(await first).toBe(mine);
    const next = decided('b2', ['a']);
    expect(await entries.put(session(), next, 1_000)).toBe(next);
    release();
    await entries.stop();
    expect((await entriesOn().entries.ofSession(session())).map(shown)).toEqual([
      shown(mine),
      shown(next),
    ]);
    expect(await count('late')).toBe(1);
    expect(lines).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

test('H1 H35 where others may decide, too, a decision without time left waits for a slow database, 5 s', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const { own, release } = held();
    const { entries, count } = entriesOn(own);
    const theirs = decided('b1', ['theirs']);
    await entriesOn().entries.put(session(), theirs, 1_000);
    const standing = entries.put(session(), decided('b1', []), -100);
    const tooSlow = decided('b2', []);
    const other = sessionsOf(2)[1] ?? expect.fail();
    const unstored = entriesOn(held().own).entries.put(other, tooSlow, 0);
    await vi.advanceTimersByTimeAsync(entryLimits.sharedWithinMs - 1);
    expect(await Promise.race([standing, unstored, 'wait'])).toBe('wait');
    release();
    expect(shown(await standing)).toEqual(shown(theirs));
    expect(await count('late')).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(await unstored).toBe(tooSlow);
    await entries.stop();
  } finally {
    vi.useRealTimers();
  }
});

test('H1 H35 where others may decide, too, a decision waits for the database while it may, and the first one stands', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    let isAway = true;
    const own: EntryStore = {
      ...store,
      putIfAbsent: async (entries) => {
        if (isAway) throw new Error('away');
        return store.putIfAbsent(entries);
      },
    };
    const { entries } = entriesOn(own);
    const theirs = decided('b1', ['theirs']);
    await entriesOn().entries.put(session(), theirs, 1_000);
    const mine = decided('b1', ['mine']);
    const standing = entries.put(session(), mine, 5_000);
    const tooLate = decided('b2', ['late']);
    // At least as long as a database takes to restart.
    const unstored = entries.put(session(), tooLate, 500);
    await vi.advanceTimersByTimeAsync(entryLimits.awayWithinMs - 1);
    expect(await Promise.race([unstored, 'waits'])).toBe('waits');
    await vi.advanceTimersByTimeAsync(entryLimits.retrySoonMs);
    expect(await unstored).toBe(tooLate);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await Promise.race([standing, 'waits'])).toBe('waits');
    isAway = false;
    await vi.advanceTimersByTimeAsync(entryLimits.retrySoonMs);
    expect(shown(await standing)).toEqual(shown(theirs));
    await entries.stop();
    expect((await entriesOn().entries.ofSession(session())).map(shown)).toEqual([
      shown(theirs),
      shown(tooLate),
    ]);
  } finally {
    vi.useRealTimers();
  }
});

test('what was decided while the database is away is stored when it is back, as much as may wait', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    let isAway = true;
    const own: EntryStore = {
      ...store,
      keepCreatives: async (creatives) => {
        if (isAway) throw new Error('away');
        await store.keepCreatives(creatives);
      },
    };
    const { entries, lines, count } = entriesOn(own, secretKey, 4_096, 100, fixedClock(), 1);
    const all = ['b1', 'b2', 'b3'].map((breakId) => decided(breakId, ['a']));
    for (const one of all) expect(await entries.put(session(), one, 1_000)).toBe(one);
    const names = Array.from({ length: 100 }, (_, index) => `${index} ${randomBytes(64)}`);
    await entries.put(session(), decided('b4', names), 1_000);
    expect(await count('lost')).toBe(1);
    isAway = false;
    await vi.advanceTimersByTimeAsync(entryLimits.retryAfterMs);
    await entries.stop();
    expect((await entriesOn().entries.ofSession(session())).map(shown)).toEqual(all.map(shown));
    expect(lines.filter((line) => line.includes('cannot be stored'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('are stored again'))).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});
