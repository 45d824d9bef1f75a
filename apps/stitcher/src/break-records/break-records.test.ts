import type { BreakCounts } from '@interlude/reporting';
import { createEgress, type Egress } from '@interlude/runtime';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { channelOf, epochMs, sessionsOf, sourceOf } from '../testing/break-decisions.suite.ts';
import {
  type RecordedDecisions,
  recordedDecisionsOf,
} from '../testing/recorded-decisions.suite.ts';
import { TestEnvironment } from '../testing/test-environment.suite.ts';

let environment: TestEnvironment;
let egress: Egress;

beforeEach(async () => {
  environment = new TestEnvironment();
  await environment.start();
  environment.ads = [{ id: 'ad1', seconds: 4, creative: 'c-4-x' }];
  egress = createEgress({ allow: [environment.host] });
});
afterEach(async () => {
  await egress.close();
  await environment.stop();
});

/** Counts of the one break, and its losses by reason. */
async function summed({ breaks }: Pick<RecordedDecisions, 'breaks'>) {
  const [one = expect.fail(), ...others] = await breaks();
  expect(others).toEqual([]);
  const { counts, losses, demand, ...more } = one.sums;
  const lostMs = losses.reduce((sum, loss) => sum + loss.lostMs, 0);
  const { offeredMs = 0, seenMs = 0 }: Partial<BreakCounts> = counts;
  expect(lostMs).toBe(offeredMs - seenMs);
  const byReason = Object.fromEntries(losses.map((loss) => [loss.reason, loss.lostMs]));
  return { breakId: one.breakId, counts, losses: byReason, demand, ...more };
}

/** One session in a break of 8 s with what the ad server answers now. */
async function decided(change: Parameters<typeof channelOf>[1] = {}) {
  const channel = channelOf(environment.base, change);
  const recorded = recordedDecisionsOf(channel, egress);
  const [session = expect.fail()] = sessionsOf(1);
  const source = await sourceOf(channel, -1);
  await recorded.follow([session], source);
  return { recorded, session, channel, source };
}

/** Follows the source so many ms after the start of the break. */
async function later(of: Awaited<ReturnType<typeof decided>>, afterMs: number, change = {}) {
  const { recorded, session, channel } = of;
  const source = await sourceOf(channel, -afterMs, change);
  session.lastSeenMs = Date.now() + 1_000;
  await recorded.follow([session], { ...source, pollVersion: afterMs });
  return summed(recorded);
}

describe('what a decision counts', () => {
  test('REC-001 a break that one ad fills in half', async () => {
    const { recorded } = await decided();
    const { counts, losses, announcedMs } = await summed(recorded);
    expect(announcedMs).toBe(8_000);
    expect(counts).toEqual({
      ...{ sessions: 1, offeredMs: 8_000, askedMs: 8_000, answeredMs: 4_000 },
      ...{ usableMs: 4_000, placedMs: 4_000, adsPlaced: 1 },
    });
    expect(losses).toEqual({ ANSWER_TOO_SHORT: 4_000, NOT_REQUESTED: 4_000 });
  });

  test('REC-003 an ad that cannot be read is lost for its creative, and answered all the same', async () => {
    environment.ads = [
      { id: 'ad1', seconds: 4, creative: 'c-4-x' },
      { id: 'ad2', seconds: 3, creative: 'nothing' },
    ];
    const { recorded } = await decided();
    const { counts, losses } = await summed(recorded);
    expect(counts).toMatchObject({ answeredMs: 7_000, usableMs: 4_000, placedMs: 4_000 });
    expect(losses).toMatchObject({ CREATIVE_UNREACHABLE: 3_000, ANSWER_TOO_SHORT: 1_000 });
  });

  test.each([
    ['AD_SERVER_UNREACHABLE', 503, 'x', { error: 1, inTime: 0 }],
    ['VAST_INVALID', 200, '<html/>', { inTime: 1, empty: 1 }],
    ['NO_ADS', 204, '', { inTime: 1, empty: 1 }],
  ] as const)(
    'REC-003 REC-007 %s is the whole break, and one request',
    async (reason, status, body, counted) => {
      environment.override('/ads', (_, response) => response.writeHead(status).end(body));
      const { recorded } = await decided();
      const { losses, demand } = await summed(recorded);
      expect(losses).toEqual({ [reason]: 8_000 });
      const server = environment.host;
      expect(demand).toMatchObject([{ server, hop: 0, asked: 1, ...counted }]);
    },
  );

  test('REC-007 wrappers are counted by their hop, one that fails among them', async () => {
    const wrapper = (sequence: number, path: string) =>
      `<Ad id="w${sequence}" sequence="${sequence}"><Wrapper><AdSystem>w</AdSystem><VASTAdTagURI>${environment.base}${path}</VASTAdTagURI></Wrapper></Ad>`;
    const answers = {
      '/ads': `<VAST version="4.0">${wrapper(1, '/hop')}${wrapper(2, '/broken')}</VAST>`,
      '/hop': `<VAST version="4.0">${wrapper(1, '/last')}</VAST>`,
      '/last': environment.vast(),
    };
    for (const [path, text] of Object.entries(answers)) {
      environment.override(path, (_, response) => response.end(text));
    }
    environment.override('/broken', (_, response) => response.writeHead(500).end());
    const { recorded } = await decided();
    const { losses, demand } = await summed(recorded);
    expect(demand.map(({ hop, asked, inTime, error }) => [hop, asked, inTime, error])).toEqual([
      [0, 1, 1, 0],
      [1, 2, 1, 1],
      [2, 1, 1, 0],
    ]);
    expect(losses).toMatchObject({ WRAPPER_FAILED: 4_000 });
    const asked = recorded.written.find(({ stage }) => stage === 'asked');
    expect(asked?.detail['requests']).toHaveLength(4);
  });

  test('REC-007 a cohort asks once, and each of its sessions was asked for', async () => {
    const channel = channelOf(environment.base, { cohortsEnabled: true });
    const recorded = recordedDecisionsOf(channel, egress);
    await recorded.follow(sessionsOf(3), await sourceOf(channel, -1));
    const { counts, demand } = await summed(recorded);
    expect(counts).toMatchObject({ sessions: 3, askedMs: 24_000, placedMs: 12_000 });
    expect(demand).toMatchObject([{ asked: 1 }]);
  });

  test('REC-004 SEC-S92 the stages of a session of a monitor are kept, and nothing of it is counted; of a loss the first three are', async () => {
    const channel = channelOf(environment.base);
    const recorded = recordedDecisionsOf(channel, egress);
    const sessions = sessionsOf(6);
    Object.assign(sessions.at(-1)?.viewer ?? {}, { isMonitor: true });
    await recorded.follow(sessions, await sourceOf(channel, -1));
    expect((await summed(recorded)).counts).toMatchObject({ sessions: 5, adsPlaced: 5 });
    const heads = recorded.written.flatMap(({ head }) => head ?? []);
    expect(heads.map(({ kept }) => kept).sort()).toEqual(['lost', 'lost', 'lost', 'monitor']);
    const [offered] = recorded.written.filter(({ stage }) => stage === 'offered');
    expect(offered?.detail).toMatchObject({ dialects: ['EXT-X-CUE-OUT'], poll: 1 });
    expect(offered?.head?.keys).toEqual([`server:${environment.host}`, 'creative:ad1']);
  });
});

describe('what becomes of a break after its decision', () => {
  test('REC-001 ad segments that are requested move from what was not requested to what was seen', async () => {
    const of = await decided();
    const pod = of.session.pod('b1') ?? expect.fail();
    for (const segmentIndex of [0, 1, 1]) {
      const segment = { placementIndex: 0, renditionId: 'v0', segmentIndex };
      of.recorded.records.requested(of.session, pod, segment);
    }
    const { counts, losses } = await summed(of.recorded);
    expect(counts).toMatchObject({ seenMs: 2_000, adsSeen: 1 });
    expect(losses).toEqual({ ANSWER_TOO_SHORT: 4_000, NOT_REQUESTED: 2_000 });
  });

  test('REC-001 a return that comes early makes it shorter, once it is over', async () => {
    const of = await decided();
    await later(of, 2_500, { endMs: epochMs + 603_000, state: 'closed' });
    const { counts, losses, observedMs } = await later(of, 14_000, {
      endMs: epochMs + 603_000,
      state: 'closed',
    });
    expect(observedMs).toBe(3_000);
    expect(counts).toMatchObject({ sessions: 1, offeredMs: 3_000, placedMs: 3_000 });
    expect(losses).toEqual({ NOT_REQUESTED: 3_000 });
    const published = of.recorded.written.find(({ stage }) => stage === 'published');
    expect(published?.detail).toMatchObject({ state: 'replaced', isTruncated: true });
  });

  test('REC-001 one that is taken back before its start was offered to nobody', async () => {
    const channel = channelOf(environment.base);
    const recorded = recordedDecisionsOf(channel, egress);
    const [session = expect.fail()] = sessionsOf(1);
    await recorded.follow([session], await sourceOf(channel, 2_000));
    expect((await summed(recorded)).counts).toMatchObject({ offeredMs: 8_000 });
    const cancelled = await later({ recorded, session, channel } as never, 20_000, {
      state: 'cancelled',
    });
    expect(cancelled.counts.offeredMs ?? 0).toBe(0);
    expect(cancelled.losses).toEqual({ BREAK_CANCELLED: 0 });
  });

  test('REC-001 a session that had left before the break began did not reach it', async () => {
    const channel = channelOf(environment.base);
    const recorded = recordedDecisionsOf(channel, egress);
    const sessions = sessionsOf(2);
    await recorded.follow(sessions, await sourceOf(channel, 2_000));
    const [stays, leaves] = sessions;
    Object.assign(stays ?? {}, { lastSeenMs: Date.now() + 60_000 });
    Object.assign(leaves ?? {}, { lastSeenMs: Date.now() - 60_000 });
    await recorded.follow(sessions, { ...(await sourceOf(channel, -20_000)), pollVersion: 2 });
    expect((await summed(recorded)).counts).toMatchObject({ sessions: 1, offeredMs: 8_000 });
  });
});
