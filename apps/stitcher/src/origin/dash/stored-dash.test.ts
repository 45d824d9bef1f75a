import { type Egress, SourceBudgets } from '@interlude/runtime';
import { emsg, timeSignal } from '@interlude/testkit/scte35';
import { expect, test } from 'vitest';
import { channelEntry } from '../../testing/start-stitcher.suite.ts';
import type { StoredSource } from '../stored-source.ts';
import { DashSource } from './dash-source.ts';

const startMs = Date.parse('2026-01-01T00:00:00Z');
const sourceManifestUrl = 'https://origin.test/m.mpd';

/** A window of 20 s, `edge` seconds after its beginning. */
const mpdAt = (edge: number) =>
  `<MPD type="dynamic" availabilityStartTime="2026-01-01T00:00:00Z" minimumUpdatePeriod="PT1S" timeShiftBufferDepth="PT20S"><Period id="1" start="PT0S"><AdaptationSet contentType="video" mimeType="video/mp4"><InbandEventStream schemeIdUri="urn:scte:scte35:2013:bin"/><SegmentTemplate timescale="1" media="$Time$" initialization="i"><SegmentTimeline><S t="${edge - 20}" d="2" r="9"/></SegmentTimeline></SegmentTemplate><Representation id="a" bandwidth="1"/></AdaptationSet></Period></MPD>`;

const message = emsg({
  ...{ version: 0, time: 0, schemeIdUri: 'urn:scte:scte35:2013:bin', timescale: 1, id: 1 },
  ...{ duration: 30, data: timeSignal({ typeId: 0x34, eventId: 7, seconds: 30 }) },
});

/** The message stands in the segment at 50 s. */
function sourceOf(edge: number, stored?: StoredSource) {
  const clock = { nowMs: startMs + edge * 1_000, now: () => clock.nowMs };
  const segments: string[] = [];
  const broken: unknown[] = [];
  const egress: Pick<Egress, 'request'> = {
    async request({ url }) {
      if (url === sourceManifestUrl)
        return { status: 200, url, headers: {}, body: Buffer.from(mpdAt(edge)) };
      segments.push(url);
      const body = url.endsWith('/50') ? message : Buffer.alloc(8);
      return { status: 206, url, headers: {}, body };
    },
  };
  const live = { name: 'test', type: 'dash-live', sourceManifestUrl } as const;
  const channel = channelEntry('c1', { ...live, readInBandEvents: true, timeShiftWindow: 120 });
  const budgets = new SourceBudgets();
  const source = new DashSource({
    ...{ channel, egress, clock },
    budget: budgets.open(channel),
    report: {
      polled: () => undefined,
      state: () => undefined,
      reconfigured: () => undefined,
      broken: (error) => void broken.push(error),
      warnings: () => undefined,
    },
    pace: () => 60_000,
    scheduledBreaks: () => [],
    findStored: async () => stored,
    onChange: () => undefined,
  });
  return { source, segments, broken };
}

async function storedAt(edge: number) {
  const { source } = sourceOf(edge);
  await source.open();
  const stored = await source.store();
  source.stop();
  return { source, stored };
}

test('D1 D2 D18 a source goes on with the window and the breaks that it had', async () => {
  const { source, stored } = await storedAt(60);
  const next = sourceOf(66, stored);
  await next.source.open();
  const { window } = next.source.opened ?? expect.fail();
  const startsMs = Array.from({ length: 14 }, (_, index) => 40_000 + 2_000 * index);
  expect(window.boundariesMs).toEqual(startsMs);
  expect(window.periods[0]?.key).toBe('1');
  expect(source.breaks).toHaveLength(1);
  expect(next.source.breaks).toEqual(source.breaks);
  // Segments whose events were read before are not requested again.
  expect(next.segments.map((url) => url.split('/').at(-1))).toEqual(['60', '62', '64']);
  expect(next.broken).toEqual([]);
  next.source.stop();
});

test.each([
  ['no JSON', () => ['{']],
  ['of another version', () => ['{"shape":"dash 0"}']],
  ['without its MPDs', ([head = '']: StoredSource) => [head]],
  ['with something else', ([head = '']: StoredSource) => [head, '"<html/>"']],
])('H35 what is stored and %s keeps no source from being opened', async (_, spoil) => {
  const { stored } = await storedAt(60);
  const rig = sourceOf(66, spoil(stored ?? []));
  await rig.source.open();
  expect(rig.source.opened?.window.boundariesMs).toHaveLength(11);
  rig.source.stop();
});

test('a source that is not open stores nothing', async () => {
  const { source } = sourceOf(60);
  expect(await source.store()).toBeUndefined();
  source.stop();
});
