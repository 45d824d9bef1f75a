import { createEgress, type Egress } from '@interlude/runtime';
import type { BreakReading, SplicePlan } from '@interlude/stitching';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BreakSource } from '../origin/break-source.ts';
import {
  breakDecisionsOf,
  channelOf,
  epochMs,
  sessionsOf,
  sourceOf,
  statesOf,
} from '../testing/break-decisions.suite.ts';
import { TestEnvironment } from '../testing/test-environment.suite.ts';
import { decisionLimits } from './decision-limits.ts';

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

const adRequests = () => environment.requests.filter(({ path }) => path === '/ads');

describe('cohorts', () => {
  test('DATA-013 one decision for viewers with equal ad request parameters, without identifiers of a viewer', async () => {
    const channel = channelOf(environment.base, { cohortsEnabled: true });
    const source = await sourceOf(channel, -1);
    const { breakDecisions, decided } = breakDecisionsOf(channel, egress);
    const sessions = sessionsOf(
      6,
      (index) => `ifa=id${index}&genre=${index % 2 ? 'Sport' : 'news'}&notRequested=${index}`,
    );
    for (const session of sessions) {
      breakDecisions.follow(session, source);
    }
    await breakDecisions.idle();
    expect(adRequests()).toHaveLength(2);
    for (const { query, headers } of adRequests()) {
      expect(query.get('ifa')).toBeNull();
      expect(query.get('ip')).toBeNull();
      expect(query.get('sessionId')).not.toMatch(/^s\d/);
      expect(headers['x-forwarded-for']).toBeUndefined();
    }
    expect(new Set(statesOf(sessions))).toEqual(new Set(['replaced']));
    expect(decided.filter(({ decision }) => decision.adServerRequested)).toHaveLength(2);
    // A viewer who joins the same break later sees the same.
    const [late] = sessionsOf(1, () => 'genre=NEWS&ifa=late');
    breakDecisions.follow(late ?? expect.fail(), source);
    await breakDecisions.idle();
    expect(adRequests()).toHaveLength(2);
    const transactions = decided.map(({ context }) => context.transactionId);
    expect(new Set(transactions).size).toBe(2);
  });

  test('a failed ad request is sent again for the next session of the cohort', async () => {
    const restore = environment.override('/ads', (_, response) => response.writeHead(500).end());
    const channel = channelOf(environment.base, { cohortsEnabled: true });
    const source = await sourceOf(channel, -1);
    const { breakDecisions } = breakDecisionsOf(channel, egress);
    const [first, second] = sessionsOf(2);
    breakDecisions.follow(first ?? expect.fail(), source);
    await breakDecisions.idle();
    restore();
    breakDecisions.follow(second ?? expect.fail(), source);
    await breakDecisions.idle();
    expect(statesOf([first ?? expect.fail(), second ?? expect.fail()])).toEqual([
      'content',
      'replaced',
    ]);
  });
});

describe('when ads are requested', () => {
  test('DATA-014 of a break announced a minute ahead not before prefetchDuration', async () => {
    const channel = channelOf(environment.base);
    const { breakDecisions } = breakDecisionsOf(channel, egress);
    const [session = expect.fail()] = sessionsOf(1);
    breakDecisions.follow(session, await sourceOf(channel, 60_000));
    await breakDecisions.decided(session);
    expect(adRequests()).toEqual([]);
    expect(statesOf([session])).toEqual(['pending']);
    // The live edge comes near it.
    breakDecisions.follow(session, { ...(await sourceOf(channel, 2_000)), pollVersion: 2 });
    await breakDecisions.decided(session);
    expect(adRequests()).toHaveLength(1);
    // Decided, and entered when the edge reaches it.
    expect(statesOf([session])).toEqual(['pending']);
    breakDecisions.follow(session, { ...(await sourceOf(channel, -1)), pollVersion: 3 });
    expect(statesOf([session])).toEqual(['replaced']);

    const early = channelOf(environment.base, { prefetchDuration: 90 });
    const prefetching = breakDecisionsOf(early, egress).breakDecisions;
    const [other = expect.fail()] = sessionsOf(1);
    prefetching.follow(other, await sourceOf(early, 60_000));
    await prefetching.decided(other);
    expect(adRequests()).toHaveLength(2);
    prefetching.follow(other, { ...(await sourceOf(early, -1)), pollVersion: 2 });
    await prefetching.decided(other);
    expect(adRequests()).toHaveLength(2);
    expect(statesOf([other])).toEqual(['replaced']);
  });

  test('no ads are requested for a break that is cancelled before its request is due', async () => {
    const channel = channelOf(environment.base);
    const { breakDecisions, fallbacks } = breakDecisionsOf(channel, egress);
    const [session = expect.fail()] = sessionsOf(1);
    breakDecisions.follow(session, await sourceOf(channel, 60_000));
    const cancelled = await sourceOf(channel, 59_000, { state: 'cancelled' });
    breakDecisions.follow(session, { ...cancelled, pollVersion: 2 });
    await breakDecisions.idle();
    expect(adRequests()).toEqual([]);
    expect(fallbacks).toEqual(['BREAK_CANCELLED']);
  });

  test('a session that was shown ads of this break by a process that died gets no others', async () => {
    const channel = channelOf(environment.base);
    const { breakDecisions, fallbacks } = breakDecisionsOf(channel, egress, true);
    const [session = expect.fail()] = sessionsOf(1, () => '', true);
    breakDecisions.follow(session, await sourceOf(channel, -1));
    await breakDecisions.idle();
    expect(adRequests()).toEqual([]);
    expect(fallbacks).toEqual(['SESSION_RESUMED']);
    expect(statesOf([session])).toEqual(['content']);
  });

  test('H4 numbers are entered when the plan follows the source, and anew when a decision that it waited for is there', async () => {
    const channel = channelOf(environment.base);
    const { breakDecisions } = breakDecisionsOf(channel, egress);
    const [session = expect.fail()] = sessionsOf(1);
    const states: (string | undefined)[] = [];
    const frozen = (plan: SplicePlan) => {
      states.push(plan.breaks[0]?.state);
      return { ...plan, targetDuration: plan.targetDuration + 1 };
    };
    breakDecisions.follow(session, { ...(await sourceOf(channel, -1)), frozen });
    await breakDecisions.idle();
    expect(states).toEqual(['pending', 'replaced']);
    expect(session.plan?.targetDuration).toBe(5);
  });

  test('H1 H4 a session that was not asked takes the readings one after the other', async () => {
    const channel = channelOf(environment.base);
    const source = await sourceOf(channel, 60_000);
    const { breakDecisions } = breakDecisionsOf(channel, egress);
    const [session = expect.fail()] = sessionsOf(1);
    breakDecisions.follow(session, source);
    const seen: [version: number, knownUntilMs: number][] = [];
    const reading = (version: number): BreakReading => ({
      ...{ version, breaks: source.breaks, oldestMs: source.oldestMs },
      ...{ hasEnded: false, hasAlignedSegments: true },
      knownUntilMs: source.knownUntilMs + version * 1_000,
      frozen: (plan) => {
        seen.push([version, plan.knownUntilMs - source.knownUntilMs]);
        return plan;
      },
    });
    const later = { ...source, pollVersion: 4, readings: [1, 2, 3, 4].map(reading) };
    breakDecisions.follow(session, later);
    breakDecisions.follow(session, later);
    await breakDecisions.idle();
    expect(seen).toEqual([
      [2, 2_000],
      [3, 3_000],
      [4, 4_000],
    ]);
    expect(session.followedPoll).toBe(4);
    // A plan that begins, or is taken up, begins with the newest reading.
    const [joining = expect.fail()] = sessionsOf(1);
    breakDecisions.follow(joining, later);
    await breakDecisions.idle();
    expect(seen.slice(3)).toEqual([[4, 4_000]]);
  });

  test('H1 H20 a decision takes effect where the edge reached its break, also when it was made later', async () => {
    const channel = channelOf(environment.base);
    const source = await sourceOf(channel, 1_000);
    const { breakDecisions } = breakDecisionsOf(channel, egress);
    const [session = expect.fail()] = sessionsOf(1);
    const seen: string[] = [];
    const reading = (version: number): BreakReading => ({
      ...{ version, breaks: source.breaks, oldestMs: source.oldestMs },
      ...{ hasEnded: false, hasAlignedSegments: true },
      knownUntilMs: source.knownUntilMs + (version - 1) * 1_500,
      frozen: (plan) => {
        seen.push(`${version} ${plan.breaks[0]?.state}`);
        return plan;
      },
    });
    const upTo = (pollVersion: number): BreakSource => {
      const readings = [1, 2, 3].slice(0, pollVersion).map(reading);
      return { ...source, pollVersion, readings, knownUntilMs: readings.at(-1)?.knownUntilMs ?? 0 };
    };
    const changing = upTo(1);
    for (const version of [1, 2, 3]) {
      breakDecisions.follow(session, Object.assign(changing, upTo(version)));
    }
    expect(session.settled?.version).toBe(1);
    await breakDecisions.idle();
    const followed = ['1 pending', '2 pending', '2 pending', '3 pending'];
    expect(seen).toEqual([...followed, '2 replaced', '3 replaced']);
    expect(session.settled).toBeUndefined();
  });

  test('no address, no request: a counted reason', async () => {
    const channel = channelOf(environment.base, {
      adSource: {
        system: 'gva',
        url: `${environment.base}/ads`,
        params: { long: 'x'.repeat(25_000) },
      },
    });
    const { breakDecisions, decided } = breakDecisionsOf(channel, egress);
    const [session = expect.fail()] = sessionsOf(1);
    breakDecisions.follow(session, await sourceOf(channel, -1));
    await breakDecisions.idle();
    expect(decided[0]?.decision).toMatchObject({
      adServerRequested: false,
      pod: { reason: 'AD_REQUEST_INVALID' },
    });
  });
});

describe('what the answer means', () => {
  const wrapper = (sequence: number, attributes: string) =>
    `<Ad id="w${sequence}" sequence="${sequence}"><Wrapper ${attributes}><AdSystem>w</AdSystem><VASTAdTagURI>${environment.base}/none</VASTAdTagURI><Error>${environment.base}/beacon/error/w${sequence}?code=[ERRORCODE]</Error></Wrapper></Ad>`;
  const standalone = () =>
    environment
      .vast([{ id: 'solo', seconds: 4, creative: 'c-4-y' }])
      .replace(/^<VAST[^>]*>|<\/VAST>$/g, '')
      .replace(/ sequence="1"/, '');

  test.each([
    ['', ['0']],
    ['fallbackOnNoAd="true"', ['0']],
    ['fallbackOnNoAd="false"', []],
  ])(
    'V2 a place whose wrapper is empty (%s) is offered to a stand-alone ad',
    async (attributes, placed) => {
      environment.override('/none', (_, response) => response.end('<VAST version="4.0"/>'));
      environment.override('/ads', (_, response) =>
        response.end(`<VAST version="4.0">${wrapper(1, attributes)}${standalone()}</VAST>`),
      );
      const channel = channelOf(environment.base);
      const { breakDecisions, decided } = breakDecisionsOf(channel, egress);
      const [session = expect.fail()] = sessionsOf(1);
      breakDecisions.follow(session, await sourceOf(channel, -1));
      await breakDecisions.idle();
      const decision = decided[0]?.decision;
      expect(decision?.pod.placements.map(({ adId }) => adId)).toEqual(placed);
      expect(decision?.errors.map(({ iabErrorCode }) => iabErrorCode)).toContain(303);
    },
  );

  test('V8 the media duration counts: an ad that declares 30 s and lasts 4 s is placed, and reported with 202', async () => {
    const vast = environment.vast().replace('00:00:04', '00:00:30');
    environment.override('/ads', (_, response) => response.end(vast));
    const channel = channelOf(environment.base);
    const { breakDecisions, decided } = breakDecisionsOf(channel, egress);
    const [session = expect.fail()] = sessionsOf(1);
    breakDecisions.follow(session, await sourceOf(channel, -1));
    await breakDecisions.idle();
    expect(decided[0]?.decision.pod.placements[0]?.durationMs).toBe(4_000);
    expect(decided[0]?.decision.errors).toMatchObject([{ iabErrorCode: 202 }]);
  });

  test('DATA-014 cacheTime: a session that begins anew inside it is answered without asking', async () => {
    const channel = channelOf(environment.base, { cacheTime: 30 });
    const { breakDecisions } = breakDecisionsOf(channel, egress);
    for (const session of [...sessionsOf(1), ...sessionsOf(1)]) {
      breakDecisions.follow(session, await sourceOf(channel, -1));
      await breakDecisions.idle();
      expect(statesOf([session])).toEqual(['replaced']);
    }
    expect(adRequests()).toHaveLength(1);
  });
});

test('answers that arrive together for a crowd are read in many turns of the event loop', async () => {
  const crowd = 60;
  const { promise: together, resolve: arrive } = Promise.withResolvers<void>();
  let isHeld = false;
  let answered = 0;
  const request: Egress['request'] = async (asked) => {
    const answer = await egress.request(asked);
    if (!isHeld || new URL(asked.url).pathname !== '/ads') return answer;
    answered += 1;
    if (answered === crowd) arrive();
    await together;
    return answer;
  };
  const held = { ...egress, request, forTenant: () => ({ ...egress.forTenant('t1'), request }) };
  const channel = channelOf(environment.base);
  const { breakDecisions, decided } = breakDecisionsOf(channel, held);
  const source = await sourceOf(channel, -1);
  // The creative is known before the crowd comes.
  await breakDecisions.followAll(sessionsOf(1), source);
  await breakDecisions.idle();
  decided.length = 0;
  isHeld = true;
  await breakDecisions.followAll(sessionsOf(crowd), source);
  await together;
  const byTurn: number[] = [];
  for (let before = decided.length; before < crowd; before = decided.length) {
    await new Promise(setImmediate);
    byTurn.push(decided.length - before);
  }
  await breakDecisions.idle();
  expect(Math.max(...byTurn)).toBeLessThanOrEqual(2 * decisionLimits.handledAtOnce);
  expect(decided).toHaveLength(crowd);
});

describe('what a session keeps of a break that is over', () => {
  /** Ads from 600 s to 604 s of the source's clock. */
  async function after(oldestSeconds: number, isResumed = false) {
    const channel = channelOf(environment.base);
    const source = await sourceOf(channel, -1);
    const { breakDecisions } = breakDecisionsOf(channel, egress);
    const [session = expect.fail()] = sessionsOf(1, undefined, isResumed);
    breakDecisions.follow(session, source);
    await breakDecisions.idle();
    const knownUntilMs = epochMs + (oldestSeconds + 60) * 1_000;
    const oldestMs = epochMs + oldestSeconds * 1_000;
    breakDecisions.follow(session, { ...source, pollVersion: 2, oldestMs, knownUntilMs });
    return session.pod('b1');
  }

  test('B1 its ads, as long as a list or a player that waits can lead there', async () => {
    const kept = await after(604 + 120);
    expect(kept?.ads.get(0)?.id).toBe('ad1');
    expect(await after(604 + 121)).toBeUndefined();
  });

  test('B1 in a session that was taken up again also longer: what its process before had shown never comes back', async () => {
    expect(await after(604 + 121, true)).toBeDefined();
  });
});
