import type { ViewerContext } from '@interlude/ad-requests';
import type { StitcherEvent } from '@interlude/reporting';
import { createMetrics } from '@interlude/runtime';
import { createPlan } from '@interlude/stitching';
import { fixedClock } from '@interlude/testkit';
import { expect, test } from 'vitest';
import { EventRecorder } from '../events/event-recorder.ts';
import { createStitcherMetrics } from '../metrics.ts';
import { channelEntry } from '../testing/start-stitcher.suite.ts';
import type { KeptSession } from './kept-session.ts';
import { sessionMark } from './session-mark.ts';
import { SessionService, type SessionServiceOptions } from './session-service.ts';
import type { StitcherReports } from './tenant-sessions.ts';

const viewer = (ip = '203.0.113.7', query = new URLSearchParams()): ViewerContext => ({
  ip,
  forwardedFor: ip,
  userAgent: 'TV',
  referer: '',
  acceptLanguage: '',
  device: 'tv',
  query,
});
const channel = channelEntry('c1', { name: 'c', sourceManifestUrl: 'https://origin.test/a.m3u8' });

/** Admits every session that is resumed. */
const free = () => undefined;

function service(
  maxSessions = 100,
  reports?: StitcherReports,
  noteStart?: SessionServiceOptions['noteStart'],
  clock = fixedClock(),
) {
  const events: StitcherEvent[] = [];
  const kept = new Map<string, KeptSession>();
  const append = async (more: readonly StitcherEvent[]) => {
    events.push(...more);
    return true;
  };
  const sessions = new SessionService({
    clock,
    secretKey: Buffer.alloc(32, 7),
    metrics: createStitcherMetrics(createMetrics()),
    recorder: new EventRecorder({ append }, clock),
    timing: () => ({ windowMs: 30_000, targetDurationMs: 4_000 }),
    maxSessions,
    reports,
    noteStart,
    keptOf: (mark) => kept.get(mark),
    rulesOf: () => ({ timeZone: 'UTC', viewerIdPolicy: 'daily', campaignFrom: 'extension' }),
    countryOf: () => 'DE',
  });
  const play = (id?: string) => {
    const session = sessions.open(channel, viewer(id));
    session.plan = createPlan({ sessionStartMs: 0, targetDuration: 4 });
    sessions.started(session);
    return session;
  };
  const of = (type: StitcherEvent['type']) => events.filter((event) => event.type === type);
  return { clock, sessions, play, of, kept };
}

test('a session ends after ten windows without a request', () => {
  const { clock, sessions, play, of } = service();
  const idle = play();
  const busy = play();
  clock.advance(299_000);
  sessions.get(busy.id);
  sessions.sweep();
  expect(sessions.count).toBe(2);
  clock.advance(2_000);
  sessions.sweep();
  expect(sessions.get(idle.id)).toBeUndefined();
  expect(sessions.get(busy.id)).toBe(busy);
  expect(of('sessionEnd')).toHaveLength(1);
});

test('a session that never played is not counted', () => {
  const { clock, sessions, of } = service();
  sessions.open(channel, viewer());
  clock.advance(301_000);
  sessions.sweep();
  expect([of('sessionStart'), of('sessionEnd')]).toEqual([[], []]);
});

test('beyond the limit no session is opened', () => {
  const { play, sessions } = service(2);
  play();
  play();
  expect(() => sessions.open(channel, viewer())).toThrowError('limit of 2 playback sessions');
});

test('time watched is added up for those who ask, one event for a channel, device and country', async () => {
  const { clock, sessions, play, of } = service();
  play();
  const left = play();
  const session = play();
  clock.advance(10_000);
  await sessions.tick();
  expect(of('view')).toEqual([
    expect.objectContaining({
      ...{ durationMs: 30_000, session: '', viewer: '', country: 'DE' },
      device: 'Other',
    }),
  ]);
  clock.advance(25_000);
  sessions.get(session.id);
  await sessions.tick();
  expect(of('view')[1]?.durationMs).toBe(25_000);
  expect(left.lastSeenMs).toBeLessThan(session.lastSeenMs);
});

test('an address becomes a keyed pseudonym: equal on one day, another on the next', () => {
  const { clock, play } = service();
  const [first, again, other] = [play(), play(), play('198.51.100.1')];
  expect(first.subject.viewerId).toMatch(/^[0-9a-f]{16}$/);
  expect(again.subject.viewerId).toBe(first.subject.viewerId);
  expect(other.subject.viewerId).not.toBe(first.subject.viewerId);
  clock.advance(86_400_000);
  expect(play().subject.viewerId).not.toBe(first.subject.viewerId);
});

test('an id that is not known here is taken up again, uncounted', () => {
  const { sessions, play, of } = service();
  const session = play();
  sessions.dropChannel('c1');
  const resumed = sessions.resume(channel, session.id, (query) => viewer('', query), free);
  expect([resumed.id, resumed.isResumed]).toEqual([session.id, true]);
  sessions.started(resumed);
  expect(of('sessionStart')).toHaveLength(1);
});

/** Two processes with one clock and one store of the starts that `noteStart` notes. */
function twoServices() {
  const begun = new Set<string>();
  const asked: string[] = [];
  const noteStart: SessionServiceOptions['noteStart'] = async ({ mark }) => {
    asked.push(mark);
    const played = begun.has(mark);
    begun.add(mark);
    return { played: played ? 'played' : 'first' };
  };
  const clock = fixedClock();
  const [one, other] = [1, 2].map(() => service(100, undefined, noteStart, clock));
  if (!one || !other) throw new Error('two were made');
  const resumeAtOther = (id: string) =>
    other.sessions.resume(channel, id, (query) => viewer('', query), free);
  return { one, other, clock, asked, resumeAtOther };
}

test('a session counts where it plays first, whichever process has opened it', async () => {
  const { one, other, clock, resumeAtOther } = twoServices();
  const opened = one.sessions.open(channel, viewer());
  const played = resumeAtOther(opened.id);
  expect(other.sessions.mayHavePlayed(played)).toBe(true);
  // Video and audio are requested at one time.
  await Promise.all([other.sessions.takeUp(played), other.sessions.takeUp(played)]);
  expect(played.isResumed).toBe(false);
  other.sessions.started(played);
  expect(one.sessions.mayHavePlayed(opened)).toBe(false);
  clock.advance(4_000);
  expect(one.sessions.mayHavePlayed(opened)).toBe(true);
  await one.sessions.takeUp(opened);
  expect(opened.isResumed).toBe(true);
  one.sessions.started(opened);
  expect([one.of('sessionStart'), other.of('sessionStart')]).toEqual([[], [expect.anything()]]);
});

test('a session that plays where it was opened waits for nobody, and counts once', async () => {
  const { one, other, asked, resumeAtOther } = twoServices();
  const { id } = one.play();
  await expect.poll(() => one.of('sessionStart').length).toBe(1);
  const resumed = resumeAtOther(id);
  await other.sessions.takeUp(resumed);
  other.sessions.started(resumed);
  expect([resumed.isResumed, asked.length]).toEqual([true, 2]);
  expect(other.of('sessionStart')).toEqual([]);
});

test('an old session has played, whatever is stored of it', async () => {
  const { one, other, clock, asked, resumeAtOther } = twoServices();
  const { id } = one.sessions.open(channel, viewer());
  clock.advance(11 * 60_000);
  const resumed = resumeAtOther(id);
  await other.sessions.takeUp(resumed);
  expect([resumed.isResumed, asked]).toEqual([true, []]);
});

test('H35 a session that is taken up again has its viewer parameters', () => {
  const { clock, sessions } = service();
  const query = new URLSearchParams('genre=news&ifa=1');
  const { id } = sessions.open(channel, viewer('', query));
  clock.advance(1_000);
  const elsewhere = service().sessions;
  const resumed = elsewhere.resume(channel, id, (kept) => viewer('', kept), free);
  expect(resumed.viewer.query.toString()).toBe('genre=news&ifa=1');
});

test('an expired id is distinguished from an unknown one', () => {
  const { clock, sessions } = service();
  const { id } = sessions.open(channel, viewer());
  sessions.dropChannel('c1');
  clock.advance(8 * 86_400_000);
  expect(() => sessions.resume(channel, id, () => viewer(), free)).toThrowError('has expired');
  expect(() => sessions.resume(channel, `${id}A`, () => viewer(), free)).toThrowError('is unknown');
});

test('SUB-010 a company has as many sessions as its tier; those that were begun elsewhere go on', () => {
  const { sessions } = service(5_000);
  const trial = { ...channel, tier: 'trial' as const };
  const opened = Array.from({ length: 500 }, () => sessions.open(trial, viewer()));
  expect(() => sessions.open(trial, viewer())).toThrowError('the 500 playback sessions');
  expect(() => sessions.open({ ...trial, tenantId: 't2' }, viewer())).not.toThrow();
  const elsewhere = service().sessions.open(trial, viewer());
  expect(() => sessions.resume(trial, elsewhere.id, () => viewer(), free)).not.toThrow();
  expect(opened[0]?.subject.tenantId).toBe(channel.tenantId);
  sessions.dropChannel('c1');
  expect(() => sessions.open(trial, viewer())).not.toThrow();
});

test('who pauses comes back to the same session, as far as it can see back', () => {
  const { clock, sessions } = service();
  const open = (id: string, change: Partial<typeof channel.settings>) =>
    sessions.open({ ...channel, id, settings: { ...channel.settings, ...change } }, viewer());
  const live = open('live', {});
  const shifted = open('shifted', { timeShiftWindow: 3_600 });
  const vodAsset = open('asset', { type: 'hls-vod' });
  clock.advance(3_000_000);
  sessions.sweep();
  expect([live, shifted, vodAsset].map(({ id }) => sessions.get(id) !== undefined)).toEqual([
    false,
    true,
    true,
  ]);
  clock.advance(3_601_000);
  sessions.sweep();
  expect([shifted, vodAsset].map(({ id }) => sessions.get(id) !== undefined)).toEqual([
    false,
    true,
  ]);
});

test('where it gets crowded nobody who pauses is waited for', () => {
  const { clock, sessions, play } = service(10);
  const vodAsset = {
    ...channel,
    id: 'asset',
    settings: { ...channel.settings, type: 'hls-vod' as const },
  };
  for (let count = 0; count < 9; count += 1) {
    sessions.open(vodAsset, viewer());
  }
  clock.advance(61_000);
  sessions.sweep();
  expect(sessions.count).toBe(9);
  play();
  sessions.sweep();
  expect(sessions.count).toBe(1);
});

test('SEC-S62 ids that were collected are not resumed beyond the limit of the tier', () => {
  const trial = { ...channel, tier: 'trial' as const };
  const { sessions } = service(5_000);
  const ids = Array.from({ length: 3 }, () => service(5_000).sessions).flatMap((other) =>
    Array.from({ length: 500 }, () => other.open(trial, viewer()).id),
  );
  const resumed = ids.filter((id) => {
    try {
      return sessions.resume(trial, id, () => viewer(), free).id === id;
    } catch (error) {
      expect(error).toMatchObject({ code: 'TIER_LIMIT_REACHED' });
      return false;
    }
  });
  expect([resumed.length, sessions.count]).toEqual([550, 550]);
});

test('SEC-S62 a resumed session is admitted like a new one, unless this process was left it', () => {
  const { sessions, kept } = service();
  const [left, unknown] = [0, 1].map(() => service().sessions.open(channel, viewer()).id);
  const mark = sessionMark(left ?? '');
  const plan = createPlan({ sessionStartMs: 0, targetDuration: 4 });
  kept.set(mark, { mark, channelId: 'c1', resets: 0, plan, pods: [], availCount: 0, seen: [] });
  const refuse = () => {
    throw new Error('too many');
  };
  expect(() => sessions.resume(channel, unknown ?? '', () => viewer(), refuse)).toThrow('too many');
  expect(sessions.resume(channel, left ?? '', () => viewer(), refuse).id).toBe(left);
  // Known now: it is not admitted again.
  expect(sessions.resume(channel, left ?? '', () => viewer(), refuse).id).toBe(left);
  expect(sessions.count).toBe(1);
});

test('SEC-S62 reports do not overlap, and the last one does not come after the leave', async () => {
  const done: string[] = [];
  const answers: (() => void)[] = [];
  const { sessions } = service(5, {
    exchange: async () => {
      await new Promise<void>((resolve) => answers.push(resolve));
      done.push('reported');
      return { sessions: new Map(), count: 0 };
    },
    leave: async () => void done.push('left'),
  });
  const reports = [sessions.report(), sessions.report()];
  const left = sessions.leave();
  expect(answers).toHaveLength(1);
  answers[0]?.();
  await Promise.all([...reports, left]);
  expect(done).toEqual(['reported', 'left']);
});

test('SEC-S62 the limit of a tier holds over all stitchers together', async () => {
  const trial = { ...channel, tier: 'trial' as const };
  const reported: ReadonlyMap<string, number>[] = [];
  const { sessions } = service(5_000, {
    exchange: async (own) => {
      reported.push(own);
      return { sessions: new Map([[trial.tenantId, 490]]), count: 1 };
    },
    leave: async () => undefined,
  });
  await sessions.report();
  for (let opened = 0; opened < 5; opened += 1) sessions.open(trial, viewer());
  expect(() => sessions.open(trial, viewer())).toThrowError('the 500 playback sessions');
  await sessions.report();
  expect(reported.at(-1)).toEqual(new Map([[trial.tenantId, 5]]));
  expect(sessions.stitchers).toBe(2);
  expect(() => sessions.open({ ...trial, tenantId: 't2' }, viewer())).not.toThrow();
});

test('H35 a session of which another stitcher has shown something unread is refused for 20 seconds', async () => {
  const others = { sessions: new Map<string, number>(), count: 1 };
  const reports = { exchange: async () => others, leave: async () => undefined };
  const noteStart = async () => ({ played: 'unknown' }) as const;
  const { clock, sessions } = service(100, reports, noteStart);
  await sessions.report();
  const session = sessions.open(channel, viewer());
  // A new session may begin at any stitcher.
  expect(() => sessions.doubt(session)).not.toThrow();
  expect(session.isResumed).toBe(false);
  // Unless another one is known to have played it: its numbers would contradict those.
  session.isResumed = true;
  const refused = () =>
    expect(() => sessions.doubt(session)).toThrowError(
      expect.objectContaining({ code: 'SESSION_STATE_UNAVAILABLE', status: 503 }),
    );
  refused();
  clock.advance(4_000);
  refused();
  clock.advance(15_000);
  refused();
  clock.advance(1_000);
  expect(() => sessions.doubt(session)).not.toThrow();
});

test('H1 H35 a session whose plan another stitcher stores meanwhile is refused for longer: that one serves it', async () => {
  const others = { sessions: new Map<string, number>(), count: 1 };
  const reports = { exchange: async () => others, leave: async () => undefined };
  const { clock, sessions } = service(100, reports);
  await sessions.report();
  const session = sessions.open(channel, viewer());
  session.isResumed = true;
  const refused = (plannedUntilMs?: number) =>
    expect(() => sessions.doubt(session, plannedUntilMs)).toThrowError(
      expect.objectContaining({ code: 'SESSION_STATE_UNAVAILABLE' }),
    );
  // The database is away; 26 s later it has a plan, and the decision for its break is missing.
  refused();
  clock.advance(26_000);
  refused(100_000);
  clock.advance(10_000);
  refused();
  refused(100_000);
  clock.advance(9_000);
  refused(120_000);
  clock.advance(19_000);
  refused(120_000);
  clock.advance(1_000);
  expect(() => sessions.doubt(session, 120_000)).not.toThrow();
});

test('H35 a session of a monitor, of which nothing is stored, is not refused', async () => {
  const others = { sessions: new Map<string, number>(), count: 1 };
  const reports = { exchange: async () => others, leave: async () => undefined };
  const { clock, sessions } = service(100, reports);
  await sessions.report();
  const session = sessions.open(channel, { ...viewer(), isMonitor: true });
  clock.advance(4_000);
  expect(() => sessions.doubt(session)).not.toThrow();
});

test('H35 nobody else serves the sessions of an only stitcher: it refuses none', async () => {
  const { clock, sessions } = service(100, undefined, async () => ({ played: 'unknown' }));
  const session = sessions.open(channel, viewer());
  clock.advance(60_000);
  expect(() => sessions.doubt(session)).not.toThrow();
  expect(await sessions.takeUp(session)).toEqual({ played: 'unknown', isUnread: true });
});
