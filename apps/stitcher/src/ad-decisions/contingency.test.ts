import { createEgress, type Egress } from '@interlude/runtime';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  breakDecisionsOf,
  channelOf,
  sessionsOf,
  sourceOf,
} from '../testing/break-decisions.suite.ts';
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

/** Answers requests that name a viewer with this status; 0: never. */
function refuseViewers(status: number): void {
  environment.override('/ads', (_, response, url) => {
    const ofViewer = url.searchParams.has('ifa');
    if (ofViewer && status === 0) return;
    response.writeHead(ofViewer ? status : 200);
    response.end(ofViewer ? '' : environment.vast());
  });
}

async function play(count: number, change: Parameters<typeof channelOf>[1] = {}) {
  const channel = channelOf(environment.base, { contingencyAds: true, ...change });
  const { breakDecisions, decided } = breakDecisionsOf(channel, egress);
  const sessions = sessionsOf(count, (index) => `ifa=id${index}&genre=news&gdprConsent=x`);
  await breakDecisions.followAll(sessions, await sourceOf(channel, -1));
  await breakDecisions.idle();
  return { sessions, decided, breakDecisions, channel };
}

const neutral = () =>
  environment.requests.filter(({ path, query }) => path === '/ads' && !query.has('ifa'));

test.each([
  [503, 'AD_SERVER_UNREACHABLE'],
  [0, 'AD_SERVER_TIMEOUT'],
] as const)(
  'a session whose request fails gets the ads of the request that names no viewer (%i)',
  async (status, reason) => {
    refuseViewers(status);
    const { decided } = await play(3);
    expect(decided).toHaveLength(3);
    for (const { decision } of decided) {
      expect(decision.pod.placements.map(({ kind }) => kind)).toContain('ad');
      expect(decision.contingencyFor).toBe(reason);
      expect(decision.adServerRequested).toBe(true);
      expect(
        decision.prepared?.requests.map(({ url }) => new URL(url).searchParams.has('ifa')),
      ).toEqual([true]);
    }
    expect(neutral()).toHaveLength(1);
    const [{ query, headers } = expect.fail()] = neutral();
    expect([query.get('genre'), query.get('ip'), query.get('sessionId')]).toEqual([
      null,
      null,
      'contingency-tv',
    ]);
    expect(headers['x-forwarded-for']).toBeUndefined();
  },
);

test('an ad server that has no ads, or answers in time, is taken at its word', async () => {
  environment.override('/ads', (_, response, url) =>
    response.end(url.searchParams.has('ifa') ? '<VAST version="4.0"/>' : environment.vast()),
  );
  const { decided } = await play(1);
  expect(decided[0]?.decision.pod.reason).toBe('NO_ADS');
  expect(decided[0]?.decision.contingencyFor).toBeUndefined();
});

test('when nothing is answered, the newest answer of an earlier break serves, and none of another revision', async () => {
  const { breakDecisions, channel, decided } = await play(1);
  environment.override('/ads', (_, response) => {
    response.writeHead(500);
    response.end();
  });
  const later = async (revision: number) => {
    const [session = expect.fail()] = sessionsOf(1, () => 'ifa=later');
    Object.assign(channel, { revision });
    const source = await sourceOf(channel, -1, { breakId: `b${revision + 2}` });
    breakDecisions.follow(session, source);
    await breakDecisions.idle();
    return decided.at(-1)?.decision;
  };
  expect((await later(Number(channel.revision)))?.contingencyFor).toBe('AD_SERVER_UNREACHABLE');
  const other = await later(Number(channel.revision) + 1);
  expect(other?.pod.reason).toBe('AD_SERVER_UNREACHABLE');
  expect(other?.contingencyFor).toBeUndefined();
});

test('without contingencyAds nothing is requested but for viewers', async () => {
  refuseViewers(503);
  const { decided } = await play(2, { contingencyAds: false });
  expect(neutral()).toEqual([]);
  expect(decided.map(({ decision }) => decision.pod.reason)).toEqual([
    'AD_SERVER_UNREACHABLE',
    'AD_SERVER_UNREACHABLE',
  ]);
});
