import { describe, expect, test } from 'vitest';
import {
  type AdDelivery,
  checkAdDelivery,
  checkClock,
  checkDelivery,
  checkLag,
  type Delivery,
  type LaneEdge,
} from './delivery.ts';

const nowMs = Date.parse('2026-01-01T12:00:00Z');

describe('T6 T7 T9 T11 a manifest', () => {
  const judged = (part: Partial<Delivery>) =>
    checkDelivery({
      ...{ lane: 'source', rendition: 'v', host: 'h.test', tookMs: 100, failure: undefined },
      ...{ nowMs, reloadMs: 4_000 },
      ...part,
    }).map(({ rule, owner, cause }) => [rule, owner, cause]);

  test('that cannot be read is a finding of who serves it', () => {
    const failure = 'h.test answers with status 500';
    expect(judged({ failure })).toEqual([['T6', 'source', 'source h.test']]);
    expect(judged({ failure, lane: 'output' })).toEqual([['T9', 'platform', 'platform h.test']]);
    expect(judged({ failure, lane: 'output', sourceCause: 'source o.test' })).toEqual([
      ['T9', 'source', 'source o.test'],
    ]);
    expect(judged({ failure, lane: 'output', isCacheAtFault: true })).toEqual([
      ['T9', 'cdn', 'cdn h.test'],
    ]);
  });

  test('that takes more than half of its reload interval is slow, never below a second', () => {
    expect(judged({ tookMs: 2_000 })).toEqual([]);
    expect(judged({ tookMs: 2_001 })).toEqual([['T7', 'source', 'source h.test']]);
    expect(judged({ tookMs: 2_001, lane: 'output' })).toEqual([
      ['T11', 'platform', 'platform h.test'],
    ]);
    expect(judged({ tookMs: 900, reloadMs: 1_000 })).toEqual([]);
  });
});

const edge = (seconds: number, part: Partial<LaneEdge> = {}): LaneEdge => ({
  ...{ endMs: nowMs + seconds * 1000, targetDurationMs: 4_000, isDated: true, nowMs },
  ...{ host: 'h.test', rendition: 'v' },
  ...part,
});

test('T8 the newest segment ends neither in the future nor long ago; without dates nobody knows', () => {
  const details = (seconds: number, part?: Partial<LaneEdge>) =>
    checkClock(edge(seconds, part)).map(({ detail }) => detail);
  expect(details(9)).toEqual([]);
  expect(details(10)).toEqual(['the newest segment ends 10 s in the future']);
  expect(details(-120)).toEqual([]);
  expect(details(-3_600)).toEqual(['the newest segment ended 3600 s ago']);
  expect(details(3_600, { isDated: false })).toEqual([]);
  expect(details(0, { endMs: Number.NaN })).toEqual([]);
});

test('T10 the output may be 20 s behind the source, and as much more as the channel delays it', () => {
  const rules = (seconds: number, delayMs = 0) =>
    checkLag(edge(0), edge(-seconds), delayMs).map(({ rule }) => rule);
  expect(rules(20)).toEqual([]);
  expect(rules(21)).toEqual(['T10']);
  expect(rules(21, 5_000)).toEqual([]);
  expect(checkLag(edge(0, { endMs: Number.NaN }), edge(-60), 0)).toEqual([]);
});

test('T12 a segment of an ad that fails or takes longer than it plays; others’ hosts are the creative’s', () => {
  const judged = (part: Partial<AdDelivery>) =>
    checkAdDelivery({
      ...{ placement: 'b.0', breakId: 'b', host: 'media.test', outputHost: 'viewers.test' },
      ...{ tookMs: 100, durationMs: 4_000, failure: undefined, atMs: nowMs },
      ...part,
    }).map(({ severity, owner, detail }) => [severity, owner, detail]);
  expect(judged({ tookMs: 4_000 })).toEqual([]);
  expect(judged({ tookMs: 4_001 })).toEqual([
    ['warning', 'creative', 'a segment of placement b.0: media.test took 4001 ms for 4000 ms'],
  ]);
  expect(judged({ failure: 'viewers.test answers with status 404', host: 'viewers.test' })).toEqual(
    [['error', 'platform', 'a segment of placement b.0: viewers.test answers with status 404']],
  );
});
