import type { ScheduledBreak } from '@interlude/contract';
import type { BreakFacts, TimelineChunk } from '@interlude/persistence';
import { afterEach, expect, test } from 'vitest';
import { namedWithinMs, nameFault } from '../testing/name-fault.suite.ts';
import { quickFaults } from '../testing/planted-faults.suite.ts';
import { segmentMs, sourceHost } from '../testing/simulated-platform.suite.ts';
import { minute, start, stopWatching, watch } from '../testing/watched-channel.suite.ts';

afterEach(stopWatching);

const isSource = ({ host }: URL) => host === sourceHost;
const isOutput = ({ host, pathname }: URL) => host === 'viewers.test' && pathname.endsWith('.m3u8');
const is = (rendition: string) => (url: URL) => url.pathname.endsWith(`/${rendition}.m3u8`);
/** Answers the same manifest for ever. */
const frozen = () => {
  const last = new Map<string, string>();
  return (text: string, url: URL) => {
    const known = last.get(url.pathname) ?? text;
    last.set(url.pathname, known);
    return known;
  };
};
const without = (line: RegExp) => (text: string) => text.replaceAll(line, '');

test('a healthy channel has no finding over ten minutes and five breaks', async () => {
  const { time, watcher, found, platform } = watch();
  await time.pass(10 * minute);
  expect(found()).toEqual([]);
  expect(watcher.report.health).toMatchObject({ state: 'healthy', sourceError: '' });
  const { flush } = watcher.take();
  expect(flush.findings).toEqual([]);
  const kinds = laneOf(flush.chunk, 'output').map(({ kind, ad }) => `${kind} ${ad}`);
  expect(new Set(kinds)).toEqual(new Set(['content ', 'ad c0', 'ad c1']));
  const opened = platform.requested.filter(({ search }) => search.includes('interlude-monitor='));
  // One session that stays, one for each break.
  expect(opened.length).toBe(6);
});

function laneOf(chunk: TimelineChunk | undefined, lane: 'source' | 'output') {
  return (chunk?.entries ?? [])
    .filter((one) => one.lane === lane && one.playlist === 0)
    .map(({ entry }) => entry);
}

test('MON-002 the lanes of the first playlist have no hole, and each segment is kept once', async () => {
  const { time, watcher } = watch();
  await time.pass(5 * minute);
  const { chunk } = watcher.take().flush;
  for (const lane of ['source', 'output'] as const) {
    const entries = laneOf(chunk, lane);
    const starts = entries.map(({ start: at }) => at);
    expect(starts).toEqual(starts.map((_, index) => (starts[0] ?? 0) + index * segmentMs));
    expect(starts.length).toBeGreaterThan(80);
    expect(entries.every(({ manifestKey }) => manifestKey !== '')).toBe(true);
  }
});

test('a healthy channel of DASH has no finding over ten minutes and five breaks', async () => {
  const { time, watcher, found } = watch({ protocol: 'dash' });
  await time.pass(10 * minute);
  expect(found()).toEqual([]);
  const { flush } = watcher.take();
  expect(flush.findings).toEqual([]);
  const ads = laneOf(flush.chunk, 'output').map(({ ad }) => ad);
  expect(new Set(ads)).toEqual(new Set(['', 'c0', 'c1']));
});

// All of them: planted-faults.full.test.ts.
test.each(quickFaults.map((planted) => [planted] as const))(
  '$protocol, $owner: $name is named by $rule within two target durations',
  async (planted) => {
    const { before, namedAfterMs, named } = await nameFault(planted);
    expect(before).toEqual([]);
    expect(named.filter((one) => one.split(' ')[1] !== planted.owner)).toEqual([]);
    expect(namedAfterMs).toBeLessThanOrEqual(namedWithinMs);
  },
);

test('H2 H7 an output without discontinuities is the platform’s, and again when the first of them leaves the window', async () => {
  const { time, platform, found } = watch();
  await time.pass(2 * minute - 2_000);
  platform.fault = {
    change: (text, url) => (isOutput(url) ? without(/#EXT-X-DISCONTINUITY\n/g)(text) : text),
  };
  await time.pass(40_000);
  expect(new Set(found())).toEqual(new Set(['H7 platform']));
  await time.pass(14_000);
  expect(found()).toContain('H2 platform');
});

test('T2 a marker that comes after its segments is named within two target durations', async () => {
  const { time, platform, found } = watch();
  const hidden = without(/#EXT-X-CUE.*\n/g);
  await time.pass(2 * minute - 2_000);
  platform.fault = { change: (text, url) => (isSource(url) ? hidden(text) : text) };
  await time.pass(10_000);
  platform.fault = {};
  await time.pass(2 * segmentMs);
  expect(found()).toEqual(['T2 source']);
});

test('a source that stands still is named by H33, and the output that follows it is its own fault no more', async () => {
  const { time, platform, watcher, found } = watch();
  await time.pass(minute);
  platform.fault = { change: frozen() };
  await time.pass(25_000);
  expect(new Set(found())).toEqual(new Set(['H33 source', 'H33 source']));
  expect(watcher.report.health).toMatchObject({ state: 'ill', owner: 'source' });
  expect(watcher.report.health.sourceError).toContain('H33');
});

test('T10 H33 an output that stands still while the source goes on is the platform’s', async () => {
  const { time, platform, found } = watch();
  await time.pass(minute);
  const hold = frozen();
  platform.fault = { change: (text, url) => (isOutput(url) ? hold(text, url) : text) };
  await time.pass(40_000);
  expect(found()).toEqual(['H33 platform', 'T10 platform']);
});

test('T9 the public address fails and the stitchers answer: it is the CDN', async () => {
  const { time, platform, found } = watch({ stitcherUrl: 'https://direct.test' });
  await time.pass(minute);
  platform.fault = { answer: (url) => (isOutput(url) ? { status: 502 } : undefined) };
  await time.pass(20_000);
  expect(found()).toEqual(['T9 cdn']);
});

test('a finding is notified with its link when it makes the channel ill, and again when it is over', async () => {
  const { time, platform, watcher } = watch();
  await time.pass(minute);
  watcher.take();
  platform.fault = { answer: (url) => (isSource(url) ? { status: 503 } : undefined) };
  await time.pass(20_000);
  platform.fault = {};
  await time.pass(minute);
  const { notices, findings, chunk, health } = watcher.take().flush;
  const [finding] = findings;
  expect(finding).toMatchObject({ rule: 'T6', closedAt: expect.any(String) });
  expect(notices.map(({ topic, cause }) => [topic, cause])).toEqual([
    ['asset.stream-monitor.source', `source ${sourceHost}`],
    ['asset.stream-monitor.source', 'c1 healthy'],
  ]);
  expect(notices[0]?.content).toContain(
    `Timeline and evidence: https://console.test/app/ad-insertion/channels/c1/monitoring?at=`,
  );
  expect(notices[0]?.content).toMatch(new RegExp(`&item=finding\\.${finding?.id}$`));
  expect(chunk?.messages.map(({ sourceHealthy }) => sourceHealthy)).toContain(false);
  expect(health.state).toBe('healthy');
});

test('a monitor that takes over closes what is over', async () => {
  const first = watch();
  await first.time.pass(minute);
  first.platform.fault = { answer: (url) => (isSource(url) ? { status: 503 } : undefined) };
  await first.time.pass(30_000);
  const second = watch({ open: [...first.watcher.report.open] });
  await second.time.pass(3 * minute);
  expect(second.found()).toEqual([]);
  expect(second.watcher.take().flush.findings).toMatchObject([{ closedAt: expect.any(String) }]);
});

test('SEC-S91 an output that lists thousands of ads costs a few requests a look', async () => {
  const { time, platform } = watch();
  await time.pass(2_000);
  const before = platform.requested.length;
  const ads = Array.from({ length: 1_500 }, (_, ad) => `#EXTINF:4,\nad/b.${ad}/v0/0.ts\n`).join('');
  platform.fault = { change: (text, url) => (isOutput(url) && is('v0')(url) ? text + ads : text) };
  await time.pass(10_000);
  const segments = platform.requested.filter(({ pathname }) => pathname.includes('/ad/b.'));
  expect(segments.length).toBeGreaterThan(0);
  expect(segments.length).toBeLessThanOrEqual(32);
  expect(platform.requested.length - before).toBeLessThan(100);
});

test('SEC-S91 SEC-S55 a source that is larger than what is read of one is named, and its channel is watched on', async () => {
  const { time, platform, found } = watch();
  await time.pass(10_000);
  const many = '#EXTINF:4,\na.ts\n'.repeat(60_000);
  platform.fault = { change: (text, url) => (isSource(url) && is('v0')(url) ? text + many : text) };
  await time.pass(30_000);
  expect(found()).toEqual(['T6 source']);
  platform.fault = {};
  await time.pass(2 * minute);
  expect(found()).toEqual([]);
});

test('SEC-S91 what cannot be judged ends no watch', async () => {
  let isBroken = false;
  const processorMs = () => {
    if (isBroken) throw new Error('not to be judged');
    return 0;
  };
  const { time, platform, found } = watch({ processorMs });
  await time.pass(10_000);
  isBroken = true;
  await time.pass(minute);
  isBroken = false;
  platform.fault = { answer: (url) => (isSource(url) ? { status: 503 } : undefined) };
  await time.pass(30_000);
  expect(found()).toEqual(['T6 source']);
});

test('SEC-S91 manifests are kept as differences', async () => {
  const { time, watcher } = watch();
  await time.pass(5 * minute);
  const { manifests } = watcher.take().flush;
  const bytes = manifests.reduce((sum, { body }) => sum + body.length, 0);
  expect(manifests.length).toBeGreaterThan(200);
  expect(bytes / manifests.length).toBeLessThan(150);
});

const facts = (part: Partial<BreakFacts>): BreakFacts => ({
  ...{ channelId: 'c1', breakId: 'b1', startedAt: new Date(start).toISOString() },
  ...{ announcedSeconds: 16, observedSeconds: 16, sessions: 10, offeredSeconds: 160 },
  ...{ askedSeconds: 160, answeredSeconds: 160, usableSeconds: 160, placedSeconds: 160 },
  ...{ seenSeconds: 160, sentSeconds: 160, slateSeconds: 0, adsPlaced: 20, adsSeen: 20 },
  losses: [],
  ...part,
});

test('T4 T15 what the record says of a break is found when its beacons had their time', async () => {
  const loss = { reason: 'DECISION_TIMEOUT' as const, owner: 'us' as const, count: 1, advice: '' };
  const { time, found } = watch({
    facts: [
      facts({ sentSeconds: 100 }),
      facts({
        breakId: 'b2',
        seenSeconds: 0,
        sentSeconds: 0,
        losses: [{ ...loss, lostSeconds: 80 }],
      }),
      facts({ breakId: 'b3' }),
    ],
  });
  await time.pass(2 * minute);
  expect(found()).toEqual([]);
  await time.pass(2 * minute);
  expect(found()).toEqual(['T15 ad-server', 'T4 platform']);
});

test('T16 a break of the schedule that did not come is found once, and one that came, that was cancelled or announced late is not', async () => {
  const scheduled = (id: string, seconds: number, more: Partial<ScheduledBreak> = {}) => ({
    ...{ id, channelId: 'c1', externalId: '', duration: 20, state: 'scheduled' as const },
    start: new Date(start + seconds * 1000).toISOString(),
    ...{ createdAt: new Date(start).toISOString(), ...more },
  });
  const late = new Date(start + minute).toISOString();
  const { time, found, watcher } = watch({
    facts: [facts({ breakId: 'b9', startedAt: new Date(start + 52_000).toISOString() })],
    scheduled: [
      scheduled('came', 50),
      scheduled('never', 20),
      scheduled('cancelled', 20, { state: 'cancelled' }),
      scheduled('late', 25, { createdAt: late }),
      scheduled('to come', 3_600),
    ],
  });
  await time.pass(3 * minute);
  expect(found()).toEqual([]);
  await time.pass(1.5 * minute);
  expect(found()).toEqual(['T16 source']);
  await time.pass(3 * minute);
  const findings = watcher.take().flush.findings.filter(({ rule }) => rule === 'T16');
  expect(findings).toMatchObject([{ breakId: 'never', count: 1, closedAt: expect.any(String) }]);
});
