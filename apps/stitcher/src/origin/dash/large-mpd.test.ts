import { type Egress, SourceBudgets, tierBudgets } from '@interlude/runtime';
import { emsg, timeSignal } from '@interlude/testkit/scte35';
import { expect, test } from 'vitest';
import { channelEntry } from '../../testing/start-stitcher.suite.ts';
import { DashSource } from './dash-source.ts';

const startMs = Date.parse('2026-01-01T00:00:00Z');
const bySeconds =
  '<SegmentTemplate timescale="1" duration="2" media="$Number$" initialization="i"/>';

const mpdOf = (inside: string, attributes = 'type="dynamic"') =>
  `<MPD ${attributes} availabilityStartTime="2026-01-01T00:00:00Z" minimumUpdatePeriod="PT1S" timeShiftBufferDepth="PT1M"><Period id="1" start="PT0S"><AdaptationSet contentType="video" mimeType="video/mp4">${inside}<Representation id="a" bandwidth="1"/></AdaptationSet></Period></MPD>`;

const sourceManifestUrl = 'https://origin.test/m.mpd';

const message = emsg({
  ...{ version: 0, time: 0, schemeIdUri: 'urn:scte:scte35:2013:bin', timescale: 1, id: 1 },
  ...{ duration: 30, data: timeSignal({ typeId: 0x34, eventId: 7, seconds: 30 }) },
});

/** A live source of a trial company that answers with the MPD of `answer`, a minute after it has begun. */
function sourceOf(answer: () => string) {
  const clock = { nowMs: startMs + 60_000, now: () => clock.nowMs };
  const segments: string[] = [];
  const egress: Pick<Egress, 'request'> = {
    async request({ url }) {
      const isMpd = url === sourceManifestUrl;
      if (!isMpd) {
        segments.push(url);
      }
      const body = isMpd ? Buffer.from(answer()) : message;
      return { status: isMpd ? 200 : 206, url, headers: {}, body };
    },
  };
  const live = { name: 'test', type: 'dash-live', sourceManifestUrl } as const;
  const input = { ...live, readInBandEvents: true };
  const channel = { ...channelEntry('c1', input), tier: 'trial' as const };
  const budgets = new SourceBudgets();
  const polls: string[] = [];
  const source = new DashSource({
    ...{ channel, egress, clock },
    budget: budgets.open(channel),
    report: {
      polled: (outcome) => void polls.push(outcome),
      state: () => undefined,
      reconfigured: () => undefined,
      broken: () => undefined,
      warnings: () => undefined,
    },
    pace: () => 1,
    scheduledBreaks: () => [],
    onChange: () => undefined,
  });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const polled = async (count: number) => {
    const until = polls.length + count;
    while (polls.length < until) {
      await turn();
    }
  };
  return { source, clock, budgets, polled, polls, turn, segments };
}

const tooLarge = (reason: string) =>
  expect.objectContaining({
    code: 'SOURCE_TOO_LARGE',
    details: expect.objectContaining({ reason }),
  });

test('SEC-S57 D2 while a long MPD waits for its turn the edge goes on, and never back', async () => {
  let version = 0;
  const long =
    '<EssentialProperty schemeIdUri="urn:x"/>'.repeat(50) + '<Label>a</Label>'.repeat(3_000);
  const { source, clock, polls, turn } = sourceOf(() => {
    version += 1;
    return mpdOf(`${long}<Label>${version}</Label>${bySeconds}`);
  });
  await source.open();
  let edgeMs = source.knownUntilMs;
  expect(edgeMs).toBe(clock.nowMs);
  while (polls.length < 6) {
    clock.nowMs += 1_000;
    source.advance();
    expect(source.knownUntilMs).toBeGreaterThanOrEqual(edgeMs);
    edgeMs = source.knownUntilMs;
    await turn();
  }
  source.stop();
});

test('SEC-S55 a live MPD that turns static without an end is refused, and what was shown stays', async () => {
  let text = mpdOf(bySeconds);
  const { source, polled, budgets } = sourceOf(() => text);
  await source.open();
  const before = source.opened;
  text = mpdOf(bySeconds, 'type="static"');
  await polled(1);
  expect(source.opened?.window).toBe(before?.window);
  expect(source.health.error?.message).toContain('segments that one MPD announces');
  source.stop();
  expect(budgets.memory.bytes).toBe(0);
});

test('SEC-S55 an MPD with more elements than its company may have is refused', async () => {
  const { entries } = tierBudgets.trial;
  const { source, budgets } = sourceOf(() => mpdOf('<Label/>'.repeat(entries) + bySeconds));
  await expect(source.open()).rejects.toEqual(tooLarge('elements'));
  source.stop();
  expect(budgets.memory.bytes).toBe(0);
});

test('SEC-S56 segments that MPD after MPD brings are paid for, also those of audio', async () => {
  let at = 0;
  const runs = () => {
    const all = Array.from(
      { length: 9_000 },
      (_, index) => `<S t="${at + index * 3}" d="${1 + (index % 2)}"/>`,
    );
    at += 27_000;
    return all.join('');
  };
  const audio = () =>
    `<AdaptationSet contentType="audio" mimeType="audio/mp4"><SegmentTemplate timescale="1000" media="$Time$" initialization="i"><SegmentTimeline>${runs()}</SegmentTimeline></SegmentTemplate><Representation id="b" bandwidth="1"/></AdaptationSet>`;
  const { source, polled, budgets } = sourceOf(() =>
    mpdOf(bySeconds).replace('</Period>', `${audio()}</Period>`),
  );
  await source.open();
  const first = budgets.memory.bytes;
  await polled(2);
  expect(budgets.memory.bytes - first).toBeGreaterThan(2 * 9_000 * 50);
  source.stop();
});

test('SEC-S55 SEC-S56 D15 in-band events are read of an MPD that is not too large, and paid for', async () => {
  const inband = '<InbandEventStream schemeIdUri="urn:scte:scte35:2013:bin"/>';
  let text = mpdOf(bySeconds + inband, 'type="dynamic"');
  const { source, polled, budgets, segments, clock } = sourceOf(() => text);
  await source.open();
  expect(segments.length).toBeGreaterThan(0);
  expect(source.breaks).toHaveLength(1);
  const { bytes } = budgets.memory;
  clock.nowMs += 2_000;
  await polled(2);
  expect(budgets.memory.bytes).toBeGreaterThan(bytes);
  const read = segments.length;
  text = mpdOf(bySeconds + inband, 'type="static"');
  clock.nowMs += 2_000;
  await polled(1);
  expect(source.health.error?.message).toContain('segments that one MPD announces');
  expect(segments.length).toBe(read);
  source.stop();
});
