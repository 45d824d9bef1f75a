/** Behaviour that live HLS and live DASH sources have in common: one table of protocols, each test over both. */
import type { ChannelInput } from '@interlude/contract';
import { type DomainError, domainError } from '@interlude/contract/errors';
import { type Egress, SourceBudgets } from '@interlude/runtime';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dashManifest } from '../testing/dash-environment.suite.ts';
import { channelEntry } from '../testing/start-stitcher.suite.ts';
import { TestEnvironment } from '../testing/test-environment.suite.ts';
import { DashSource } from './dash/dash-source.ts';
import { HlsSource } from './hls/hls-source.ts';
import { originLimits } from './origin-limits.ts';
import type { PolledSource } from './polled-source.ts';

const paceMs = 1_000;
const host = 'https://origin.test';

const protocols = {
  hls: { type: 'hls-live', manifest: '/live/master.m3u8', polled: '/live/v0.m3u8' },
  dash: { type: 'dash-live', manifest: '/live/manifest.mpd', polled: '/live/manifest.mpd' },
} as const;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A source with an origin in memory, a log of its reports, and the paths that it requests. */
function sourceOf(protocol: keyof typeof protocols, fields: Partial<ChannelInput> = {}) {
  const { type, manifest } = protocols[protocol];
  const environment = new TestEnvironment();
  environment.startMs = Date.now() - environment.edge * 1000;
  const requests: string[] = [];
  const log: string[] = [];
  const origin = {
    fails: undefined as DomainError | undefined,
    /** Requests are answered when this resolves. */
    opens: Promise.resolve(),
  };
  const egress: Pick<Egress, 'request'> = {
    async request({ url }) {
      const { pathname } = new URL(url);
      requests.push(pathname);
      await origin.opens;
      if (origin.fails) {
        throw origin.fails;
      }
      const text = pathname.endsWith('.mpd')
        ? dashManifest(environment)
        : environment.text(pathname);
      return { status: 200, url, headers: {}, body: Buffer.from(text ?? '') };
    },
  };
  const channel = channelEntry('c1', {
    name: 'test',
    type,
    sourceManifestUrl: host + manifest,
    ...fields,
  });
  const options = {
    channel,
    egress,
    budget: new SourceBudgets().open(channel),
    clock: { now: () => Date.now() },
    report: {
      polled: (outcome: string) => void log.push(outcome),
      state: ({ state }: { state: string }) => void log.push(`is ${state}`),
      reconfigured: () => void log.push('reconfigured'),
      broken: (error: unknown) => void log.push(`broken: ${error}`),
      warnings: () => undefined,
    },
    pace: () => paceMs,
    scheduledBreaks: () => [],
    onChange: () => void log.push('sessions follow'),
  };
  const source: PolledSource =
    protocol === 'hls' ? new HlsSource(options) : new DashSource(options);
  const polls = () => requests.filter((path) => path === protocols[protocol].polled).length;
  return { source, environment, origin, requests, log, polls };
}

/** Holds the answers of an origin back until the answer is called. */
function hold(origin: { opens: Promise<void> }): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  origin.opens = promise;
  return resolve;
}

const unreachable = () => domainError('FETCH_FAILED', { host, reason: 'it is away' });

describe.each(['hls', 'dash'] as const)('a live %s source', (protocol) => {
  test('is polled at its pace, and sessions follow what is new', async () => {
    const { source, environment, log, polls } = sourceOf(protocol);
    await source.open();
    expect(log).toEqual(['changed', 'is fine']);
    await vi.advanceTimersByTimeAsync(paceMs);
    environment.edge += 1;
    await vi.advanceTimersByTimeAsync(paceMs);
    source.stop();
    await vi.advanceTimersByTimeAsync(10 * paceMs);
    expect(polls()).toBe(3);
    expect(log.slice(2)).toEqual(['unchanged', 'changed', 'sessions follow']);
  });

  test('that cannot be read is one failed poll, and is tried again at the next call, not at once', async () => {
    const { source, origin, requests, log } = sourceOf(protocol);
    origin.fails = unreachable();
    await expect(source.open()).rejects.toThrow('it is away');
    await expect(source.open()).rejects.toThrow('it is away');
    expect(requests).toHaveLength(1);
    expect(log).toEqual(['failed', 'is failing']);
    await vi.advanceTimersByTimeAsync(originLimits.reopenAfterMs);
    expect(requests).toHaveLength(1);
    origin.fails = undefined;
    await source.open();
    source.stop();
    expect(log.slice(2)).toEqual(['changed', 'is fine']);
  });

  test('is opened once for all who wait', async () => {
    const { source, polls } = sourceOf(protocol);
    await Promise.all([source.open(), source.open()]);
    source.stop();
    expect(polls()).toBe(1);
  });

  test('that is stopped while it is polled leaves sessions and figures alone', async () => {
    const { source, environment, origin, log } = sourceOf(protocol);
    await source.open();
    const answer = hold(origin);
    environment.edge += 1;
    await vi.advanceTimersByTimeAsync(paceMs);
    source.stop();
    answer();
    await vi.advanceTimersByTimeAsync(10 * paceMs);
    expect(log).toEqual(['changed', 'is fine']);
  });

  test('that is stopped while it is opened answers those who wait, and is not polled', async () => {
    const { source, origin, log, polls } = sourceOf(protocol);
    const answer = hold(origin);
    const opened = source.open();
    await vi.advanceTimersByTimeAsync(0);
    source.stop();
    answer();
    await expect(opened).resolves.toBeDefined();
    await vi.advanceTimersByTimeAsync(10 * paceMs);
    expect([polls(), log]).toEqual([1, []]);
  });

  test('cacheList keeps answers, not failures', async () => {
    const ttl = 60;
    const { source, origin, polls } = sourceOf(protocol, { cacheList: [{ pattern: 'live', ttl }] });
    await source.open();
    await vi.advanceTimersByTimeAsync(ttl * 1000 - 1);
    expect(polls()).toBe(1);
    origin.fails = unreachable();
    await vi.advanceTimersByTimeAsync(1 + 3 * paceMs);
    source.stop();
    expect(polls()).toBeGreaterThanOrEqual(4);
  });
});
