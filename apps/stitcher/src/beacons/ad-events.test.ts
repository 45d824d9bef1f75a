import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyTextOf, type StitcherEvent } from '@interlude/reporting';
import {
  createEgress,
  createLogger,
  createMetrics,
  type Egress,
  systemClock,
} from '@interlude/runtime';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ChannelEntry } from '../channels/channel-entry.ts';
import { EventRecorder } from '../events/event-recorder.ts';
import { createStitcherMetrics } from '../metrics.ts';
import type { DecidedPod } from '../sessions/decided-pod.ts';
import type { PlaybackSession } from '../sessions/playback-session.ts';
import {
  breakDecisionsOf,
  channelOf,
  sessionsOf,
  sourceOf,
} from '../testing/break-decisions.suite.ts';
import { TestEnvironment } from '../testing/test-environment.suite.ts';
import { BeaconPipeline, type BeaconPipelineOptions } from './beacon-pipeline.ts';

let environment: TestEnvironment;
let egress: Egress;
let dataFolder: string;
let recorded: StitcherEvent[];
let registry: ReturnType<typeof createMetrics>;
const running: BeaconPipeline[] = [];

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'interlude-beacons-'));
  recorded = [];
  registry = createMetrics();
  environment = new TestEnvironment();
  await environment.start();
  environment.ads = [{ id: 'ad1', seconds: 4, creative: 'c-4-x' }];
  egress = createEgress({ allow: [environment.host] });
});
afterEach(async () => {
  for (const pipeline of running.splice(0)) {
    await pipeline.stop();
  }
  await egress.close();
  await environment.stop();
  await rm(dataFolder, { recursive: true, force: true });
});

async function pipelineOf(
  channel: ChannelEntry,
  claims?: BeaconPipelineOptions['claims'],
): Promise<BeaconPipeline> {
  const append = async (events: readonly StitcherEvent[]) => {
    recorded.push(...events);
    return true;
  };
  const pipeline = new BeaconPipeline({
    dataFolder,
    egress,
    clock: systemClock,
    logger: createLogger({ name: 'stitcher', level: 'error', stream: process.stderr }),
    metrics: createStitcherMetrics(registry),
    recorder: new EventRecorder({ append }, systemClock),
    records: { requested: () => undefined, reached: () => undefined, sent: () => undefined },
    secretKey: Buffer.alloc(32, 7),
    findSettings: () => channel.settings,
    tenantOf: () => channel.tenantId,
    rulesOf: () => ({ campaignFrom: 'adId' }),
    claims,
  });
  running.push(pipeline);
  await pipeline.start();
  return pipeline;
}

async function decide(
  channel: ChannelEntry,
): Promise<{ session: PlaybackSession; decided: DecidedPod }> {
  const { breakDecisions } = breakDecisionsOf(channel, egress);
  const [session = expect.fail()] = sessionsOf(1);
  breakDecisions.follow(session, await sourceOf(channel, -1));
  await breakDecisions.idle();
  return { session, decided: session.pod('b1') ?? expect.fail() };
}

async function play(change: Parameters<typeof channelOf>[1] = {}) {
  const channel = channelOf(environment.base, change);
  const pipeline = await pipelineOf(channel);
  const { session, decided } = await decide(channel);
  const playSegment = (renditionId: string, segmentIndex: number) =>
    pipeline.adEvents.reached(session, decided, {
      placementIndex: 0,
      renditionId,
      segmentIndex,
      isVideo: renditionId.startsWith('v'),
    });
  return { channel, pipeline, session, decided, playSegment };
}

const received = () =>
  environment.beacons.map((path) => path.replace(/\?.*/, '').replace('/beacon/', ''));

/** Claims of events of one ad, shared by several processes. */
function claimsOfOneAd(): NonNullable<BeaconPipelineOptions['claims']> {
  let all = 0;
  return {
    areNeeded: () => true,
    inTime: (work) => work,
    stop: async () => undefined,
    claim: async (_session, { events, known }) => {
      const before = all;
      all |= ((all | events | known) & 1) === 1 ? events | known : 0;
      return { before, after: all };
    },
  };
}

describe('events of an ad', () => {
  test('B5 over two processes each once, clicks too; none of a process makes the other one repeat it', async () => {
    const channel = channelOf(environment.base, {});
    const { session, decided } = await decide(channel);
    const claims = claimsOfOneAd();
    // Each process has the ad without the events that fired in the other one.
    const processes = [decided, { ...decided, firedEvents: [0] }];
    const pipelines = [await pipelineOf(channel, claims), await pipelineOf(channel, claims)];
    const request = (process: number, segmentIndex: number) =>
      pipelines[process]?.adEvents.reached(session, processes[process] ?? expect.fail(), {
        ...{ placementIndex: 0, renditionId: 'v0', segmentIndex, isVideo: true },
      });
    for (const segment of [0, 1, 2, 3]) await request(segment % 2, segment);
    for (const segment of [0, 1, 2, 3]) await request((segment + 1) % 2, segment);
    await expect.poll(received).toHaveLength(6);
    expect(new Set(received()).size).toBe(6);
    for (const { adEvents } of [...pipelines, ...pipelines]) {
      adEvents.clicked(session, decided.avail.breakId, 0);
    }
    await expect.poll(() => recorded.filter(({ type }) => type === 'click').length).toBe(1);
  });

  test('B5 claims that take longer keep no ad segment, and a stop waits for what they grant', async () => {
    const channel = channelOf(environment.base, {});
    const { session, decided } = await decide(channel);
    const gate = Promise.withResolvers<void>();
    const claims = claimsOfOneAd();
    const late: typeof claims = {
      ...claims,
      inTime: async () => undefined,
      stop: async () => gate.resolve(),
      claim: (of, claim) => gate.promise.then(() => claims.claim(of, claim)),
    };
    const { adEvents } = await pipelineOf(channel, late);
    for (const segmentIndex of [0, 0, 1, 2, 3]) {
      const segment = { placementIndex: 0, renditionId: 'v0', segmentIndex, isVideo: true };
      await adEvents.reached(session, decided, segment);
    }
    expect(recorded).toEqual([]);
    await adEvents.stop();
    expect(new Set(recorded.map(({ type }) => type)).size).toBe(6);
    expect(recorded).toHaveLength(6);
    await expect.poll(received).toHaveLength(6);
  });

  test('SEC-S51 an ad with a UniversalAdId of 32 kB plays, and is counted under the shortened text', async () => {
    const universalAdId = 'x'.repeat(32_768);
    const element = `<UniversalAdId idRegistry="ad-id.org">${universalAdId}</UniversalAdId>`;
    environment.override('/ads', (_, response) =>
      response.end(environment.vast().replace('<Linear>', `${element}<Linear>`)),
    );
    const { playSegment } = await play();
    for (const segment of [0, 1, 2, 3]) {
      await playSegment('v0', segment);
    }
    await expect.poll(received).toHaveLength(6);
    expect(recorded).toHaveLength(6);
    expect(new Set(recorded.map(({ creative }) => creative))).toEqual(
      new Set([keyTextOf(universalAdId)]),
    );
  });

  test('B1 B5 each once, also when a segment is requested again, in another rendition, or after a seek', async () => {
    const { playSegment } = await play();
    for (const segment of [0, 0, 1, 0, 2, 1, 3, 3]) {
      await playSegment('v0', segment);
      await playSegment('v1', segment);
    }
    await expect.poll(received).toHaveLength(6);
    expect(received().toSorted()).toEqual(
      ['complete', 'firstQuartile', 'impression', 'midpoint', 'start', 'thirdQuartile'].map(
        (event) => `${event}/ad1`,
      ),
    );
    expect(recorded.map(({ type }) => type)).toEqual([
      'impression',
      'start',
      'firstQuartile',
      'midpoint',
      'thirdQuartile',
      'complete',
    ]);
  });

  test('an ad has its campaign, a second showing is a repeat, and a click counts once for a placement', async () => {
    const { playSegment, pipeline, session, decided } = await play();
    await playSegment('v0', 0);
    const again: DecidedPod = { ...decided, firedEvents: decided.firedEvents.map(() => 0) };
    const first = { placementIndex: 0, renditionId: 'v0', segmentIndex: 0, isVideo: true };
    await pipeline.adEvents.reached(session, again, first);
    for (const breakId of ['b1', 'b1', 'unknown']) {
      pipeline.adEvents.clicked(session, breakId, 0);
    }
    const counted = recorded.filter(({ type }) => type === 'impression' || type === 'click');
    expect(counted.map(({ type, campaign, isRepeat }) => [type, campaign, isRepeat])).toEqual([
      ['impression', 'ad1', undefined],
      ['impression', 'ad1', true],
      ['click', 'ad1', undefined],
    ]);
  });

  test('B3 audio segments count for viewers who request no video, and only for them', async () => {
    const first = await play();
    await first.playSegment('a0', 0);
    await first.playSegment('a0', 1);
    await expect.poll(received).toHaveLength(3);
    await first.playSegment('v0', 1);
    await first.playSegment('a0', 2);
    await first.playSegment('v0', 2);
    await expect.poll(received).toHaveLength(4);
    expect(recorded.filter(({ type }) => type === 'midpoint')).toHaveLength(1);
  });

  test('B2 by the clock: the end of an ad counts when its last segment has played', async () => {
    const { playSegment } = await play({ beaconTiming: 'onElapsed' });
    for (const segment of [0, 1, 2, 3]) {
      await playSegment('v0', segment);
    }
    const requestedAtMs = Date.now();
    expect(recorded.map(({ type }) => type)).toEqual([
      'impression',
      'start',
      'firstQuartile',
      'midpoint',
      'thirdQuartile',
    ]);
    await expect.poll(() => recorded.at(-1)?.type, { timeout: 3_000 }).toBe('complete');
    expect(Date.now() - requestedAtMs).toBeGreaterThan(800);
    await expect.poll(received).toContain('complete/ad1');
  });

  test('DATA-017 V6 the platform has beacons of its own, with macros, which a server sends', async () => {
    const { playSegment, session } = await play({
      internalBeacons: {
        baseUrl: `${environment.base}/beacon`,
        events: {
          start: 'own/start?s=[SESSIONID]&b=[BREAKID]&at=[ADPLAYHEAD]&by=[SERVERSIDE]',
          midpoint: '',
        },
      },
    });
    await playSegment('v0', 0);
    await expect
      .poll(() => environment.beacons.filter((path) => path.includes('/own/')))
      .toEqual([`/beacon/own/start?s=${session.mark}&b=b1&at=00%3A00%3A00.000&by=1`]);
  });

  test('without server-side beacons events are counted and nothing is fired', async () => {
    const { playSegment, pipeline } = await play({ enableServerSideBeacons: false });
    await playSegment('v0', 0);
    expect(recorded.map(({ type }) => type)).toEqual(['impression', 'start']);
    expect(pipeline.waiting).toBe(0);
    expect(environment.beacons).toEqual([]);
  });
});

describe('what trackers get', () => {
  test('B4 V6 the device in the headers, and the same key in every try', async () => {
    const keys: unknown[] = [];
    environment.override('/beacon/impression/*', (request, response) => {
      keys.push(request.headers['idempotency-key']);
      response.writeHead(keys.length === 1 ? 503 : 204).end();
    });
    const { playSegment } = await play();
    await playSegment('v0', 0);
    await expect.poll(() => keys.length, { timeout: 5_000 }).toBe(2);
    expect(keys[0]).toMatch(/^[\w-]{22}$/);
    expect(keys[1]).toBe(keys[0]);
    const request = environment.requests.find(({ path }) => path.startsWith('/beacon/impression/'));
    expect(request?.headers).toMatchObject({
      'x-forwarded-for': '203.0.113.7',
      'x-device-user-agent': 'TV',
      'x-device-ip': expect.stringMatching(/^203\.0\.113\.\d+$/),
    });
  });

  test('inserted, reached, fired and accepted are counted by event', async () => {
    const { playSegment } = await play();
    environment.override('/beacon/start/*', (_, response) => response.writeHead(404).end());
    await playSegment('v0', 0);
    const counted = async (event: string) =>
      [...(await registry.text()).matchAll(/ad_events_total\{event="(\w+)",stage="(\w+)"\} (\d+)/g)]
        .filter(([, name]) => name === event)
        .map(([, , stage, count]) => `${stage} ${count}`)
        .toSorted();
    await expect.poll(() => counted('impression')).toEqual(['accepted 1', 'fired 1', 'reached 1']);
    await expect.poll(() => counted('start')).toEqual(['fired 1', 'reached 1']);
  });
});

/** SEC-S28: addresses of trackers with their macros, the viewer's address and device. */
async function expectSealedJournal(): Promise<void> {
  const folder = join(dataFolder, 'beacons');
  const names = await readdir(folder, { recursive: true });
  const logs = names.filter((name) => name.endsWith('.log'));
  expect(logs.length).toBeGreaterThan(0);
  for (const name of logs) {
    const text = await readFile(join(folder, name), 'utf8');
    expect(text).not.toMatch(/203\.0\.113\.7|\/beacon\/|impression/);
    expect((await stat(join(folder, name))).mode & 0o077).toBe(0);
    expect((await stat(join(folder, name, '..'))).mode & 0o077).toBe(0);
  }
}

describe('after a restart', () => {
  test('B4 B5 SEC-S28 what firedEvents stays, and what is owed is sent, from a journal that names no viewer', async () => {
    const restore = environment.override('/beacon/*', (_, response) =>
      response.writeHead(503).end(),
    );
    const { playSegment, pipeline, channel, session } = await play();
    await playSegment('v0', 0);
    await expect.poll(received).toHaveLength(2);
    await pipeline.stop();
    await expectSealedJournal();
    restore();
    environment.beacons.length = 0;

    const next = await pipelineOf(channel);
    await expect.poll(received).toHaveLength(2);
    expect(received().toSorted()).toEqual(['impression/ad1', 'start/ad1']);
    const [rebuilt = expect.fail()] = sessionsOf(1, () => '', true);
    expect(rebuilt.id).toBe(session.id);
    expect(next.adEvents.hasResumedPods).toBe(true);
    const decided = next.adEvents.podOf(rebuilt, 'b1') ?? expect.fail();
    for (const segmentIndex of [0, 1]) {
      const requested = { placementIndex: 0, renditionId: 'v1', segmentIndex, isVideo: true };
      await next.adEvents.reached(rebuilt, decided, requested);
    }
    await expect.poll(received).toHaveLength(3);
    expect(received().at(-1)).toBe('firstQuartile/ad1');
    // The journal has nothing of a session that was never here.
    const [, other = expect.fail()] = sessionsOf(2, () => '', true);
    expect(next.adEvents.podOf(other, 'b1')).toBeUndefined();

    // A third process knows the events of the second one.
    await next.stop();
    environment.beacons.length = 0;
    const third = await pipelineOf(channel);
    const [again = expect.fail()] = sessionsOf(1, () => '', true);
    const known = third.adEvents.podOf(again, 'b1') ?? expect.fail();
    const requested = { placementIndex: 0, renditionId: 'v0', segmentIndex: 1, isVideo: true };
    await third.adEvents.reached(again, known, requested);
    await third.adEvents.reached(again, known, { ...requested, segmentIndex: 2 });
    await expect.poll(received).toEqual(['midpoint/ad1']);
  });
});
