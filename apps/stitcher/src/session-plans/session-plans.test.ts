import { createLogger, createMetrics } from '@interlude/runtime';
import { createPlan, type SplicePlan } from '@interlude/stitching';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStitcherMetrics } from '../metrics.ts';
import { unread } from '../session-entries/session-reads.ts';
import { PlaybackSession } from '../sessions/playback-session.ts';
import { planLimits } from './plan-limits.ts';
import { type PlanStore, type SealedPlan, SessionPlans } from './session-plans.ts';

beforeEach(() => {
  // A whole hour: bytes are counted by the hour.
  vi.useFakeTimers({ now: Date.UTC(2026, 2, 1, 12) });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A database in memory, which may be away. */
function fakeStore() {
  const rows = new Map<string, SealedPlan>();
  const fake = { isAway: false, puts: [] as number[], rows };
  const store: PlanStore = {
    async put(plans) {
      if (fake.isAway) throw new Error('the database is away');
      fake.puts.push(plans.length);
      for (const plan of plans) rows.set(plan.session, plan);
    },
    async ofSessions(sessions) {
      if (fake.isAway) throw new Error('the database is away');
      return sessions.flatMap(({ session }) => rows.get(session) ?? []);
    },
  };
  return Object.assign(fake, { store });
}

function rig(store: PlanStore | undefined, mostSessions = 100) {
  const logs: string[] = [];
  const logger = createLogger({
    name: 'test',
    level: 'info',
    stream: { write: (line) => void logs.push(line) },
  });
  const metrics = createMetrics();
  const plans = new SessionPlans({
    ...{ store, logger, metrics: createStitcherMetrics(metrics) },
    clock: { now: () => Date.now() },
    secretKey: Buffer.alloc(32, 7),
    mostSessions: () => mostSessions,
  });
  return { plans, logs, metrics };
}

const planAt = (sessionStartMs: number): SplicePlan =>
  createPlan({ sessionStartMs, targetDuration: 2 });

function sessionOf(id: string, plan: SplicePlan | undefined = planAt(1_000), isMonitor = false) {
  const session = new PlaybackSession({
    id,
    subject: { tenantId: 't1', channelId: 'c1', sessionId: id, viewerId: '', device: 'other' },
    viewer: {
      ...{ ip: '', forwardedFor: '', userAgent: '', referer: '', acceptLanguage: '', device: 'tv' },
      ...{ query: new URLSearchParams(), isMonitor },
    },
    isResumed: false,
    openedMs: 0,
    nowMs: 0,
  });
  session.plan = plan;
  return session;
}

const everyMs = planLimits.everyMs;

describe('plans of sessions', () => {
  it('H35 come back as they were last, with the numbering of their source', async () => {
    const fake = fakeStore();
    const { plans } = rig(fake.store);
    const session = sessionOf('s1');
    plans.followed(session, 'n1', true);
    session.plan = planAt(2_000);
    session.availCount = 3;
    plans.followed(session, 'n2', true);
    await vi.advanceTimersByTimeAsync(everyMs);
    expect(fake.puts).toEqual([1]);
    const found = plans.find(sessionOf('s1', undefined));
    await vi.advanceTimersByTimeAsync(1);
    expect(await found).toMatchObject({
      numbering: 'n2',
      availCount: 3,
      plan: { sessionStartMs: 2_000, breaks: [] },
    });
  });

  it('SEC-S26 are sealed, each for its session', async () => {
    const fake = fakeStore();
    const { plans } = rig(fake.store);
    plans.followed(sessionOf('s1'), 'n1', true);
    await vi.advanceTimersByTimeAsync(everyMs);
    const row = fake.rows.get('s1') ?? expect.fail();
    expect(row.plan.toString('latin1')).not.toContain('sessionStartMs');
    fake.rows.set('s2', { ...row, session: 's2' });
    const found = plans.find(sessionOf('s2', undefined));
    await vi.advanceTimersByTimeAsync(1);
    expect(await found).toBeUndefined();
  });

  it('are stored where breaks have changed, and again now and then; those of a moment together', async () => {
    const fake = fakeStore();
    const { plans } = rig(fake.store);
    const sessions = Array.from({ length: 250 }, (_, index) => sessionOf(`s${index}`));
    for (const session of sessions) plans.followed(session, 'n1', true);
    await vi.advanceTimersByTimeAsync(everyMs);
    expect(fake.puts).toEqual([100, 100, 50]);
    for (const session of sessions) plans.followed(session, 'n1', false);
    await vi.advanceTimersByTimeAsync(everyMs);
    expect(fake.puts).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(planLimits.againAfterMs);
    plans.followed(sessions[0] ?? expect.fail(), 'n1', false);
    await vi.advanceTimersByTimeAsync(everyMs);
    expect(fake.puts.slice(3)).toEqual([1]);
    // The source has begun anew: its numbers are others.
    plans.followed(sessions[0] ?? expect.fail(), 'n2', false);
    plans.followed(sessions[0] ?? expect.fail(), 'n2', false);
    await vi.advanceTimersByTimeAsync(everyMs);
    expect(fake.puts.slice(4)).toEqual([1]);
  });

  it('H35 of a database that was away are stored as they are then; it is said once', async () => {
    const fake = fakeStore();
    const { plans, logs } = rig(fake.store);
    const session = sessionOf('s1');
    fake.isAway = true;
    plans.followed(session, 'n1', true);
    await vi.advanceTimersByTimeAsync(5 * planLimits.retryAfterMs);
    session.plan = planAt(9_000);
    const found = plans.find(sessionOf('s1', undefined));
    await vi.advanceTimersByTimeAsync(1);
    expect(await found).toBe(unread);
    fake.isAway = false;
    await vi.advanceTimersByTimeAsync(2 * planLimits.retryAfterMs);
    expect(fake.puts).toEqual([1]);
    const then = plans.find(sessionOf('s1', undefined));
    await vi.advanceTimersByTimeAsync(1);
    expect(await then).toMatchObject({ plan: { sessionStartMs: 9_000 } });
    expect(logs.filter((line) => line.includes('cannot be stored'))).toHaveLength(1);
    expect(logs.filter((line) => line.includes('are stored again'))).toHaveLength(1);
  });

  it('SEC-S57 of a company with a break a moment are refused beyond its share of the disk', async () => {
    const fake = fakeStore();
    const { plans, metrics } = rig(fake.store, 1);
    const session = sessionOf('s1');
    const most = planLimits.hourlyBytesOfSession;
    for (let bytes = 0; bytes <= 2 * most; bytes += 300) {
      plans.followed(session, 'n1', true);
      await vi.advanceTimersByTimeAsync(everyMs);
    }
    const text = await metrics.text();
    expect(text).toMatch(/session_plans_total\{outcome="refused"\} [1-9]/);
    const stored = fake.puts.reduce((sum, count) => sum + count, 0);
    const { length } = fake.rows.get('s1')?.plan ?? expect.fail();
    expect(stored * length).toBeLessThanOrEqual(most);
    await vi.advanceTimersByTimeAsync(3_600_000);
    plans.followed(session, 'n1', true);
    await vi.advanceTimersByTimeAsync(everyMs);
    expect(fake.puts.reduce((sum, count) => sum + count, 0)).toBe(stored + 1);
  });

  it('of monitors, and of sources whose numbers nobody can go on from, are not stored', async () => {
    const fake = fakeStore();
    const { plans } = rig(fake.store);
    plans.followed(sessionOf('m1', planAt(1), true), 'n1', true);
    plans.followed(sessionOf('s1'), undefined, true);
    await vi.advanceTimersByTimeAsync(everyMs);
    expect(fake.puts).toEqual([]);
    expect(await plans.find(sessionOf('m1', undefined, true))).toBeUndefined();
  });

  it('H35 that wait are written at an orderly stop', async () => {
    const fake = fakeStore();
    const { plans } = rig(fake.store);
    plans.followed(sessionOf('s1'), 'n1', true);
    const stopped = plans.stop();
    await vi.advanceTimersByTimeAsync(0);
    await stopped;
    expect(fake.puts).toEqual([1]);
    plans.followed(sessionOf('s2'), 'n1', true);
    await vi.advanceTimersByTimeAsync(everyMs);
    expect(fake.puts).toEqual([1]);
  });
});
