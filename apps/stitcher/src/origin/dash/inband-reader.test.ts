import { parseMpd } from '@interlude/dash';
import { emsg, timeSignal } from '@interlude/testkit/scte35';
import { expect, test } from 'vitest';
import { headsOf, InbandReader } from './inband-reader.ts';

const originMs = Date.UTC(2026, 2, 1, 12);
const mpdUrl = 'https://origin.test/live/manifest.mpd';

interface Source {
  readonly template: string;
  readonly timeline?: string;
  readonly originMs?: number;
}

/** A live MPD with one video track, which declares an in-band event stream. */
function mpdOf(source: Source) {
  const start = new Date(source.originMs ?? originMs).toISOString();
  const timeline = source.timeline && `<SegmentTimeline>${source.timeline}</SegmentTimeline>`;
  const { mpd } = parseMpd(`<?xml version="1.0"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="dynamic" availabilityStartTime="${start}" timeShiftBufferDepth="PT10000H">
<Period id="1" start="PT0S"><AdaptationSet contentType="video" mimeType="video/mp4">
<InbandEventStream schemeIdUri="urn:scte:scte35:2013:bin"/>
<SegmentTemplate ${source.template} media="v-$Number$.m4s">${timeline ?? ''}</SegmentTemplate>
<Representation id="v1" bandwidth="1000"/></AdaptationSet></Period></MPD>`);
  if (mpd === undefined) {
    throw new Error('this is an MPD');
  }
  return mpd;
}

/** An origin whose segments carry what `bodyOf` returns; undefined is no answer. */
function originOf(bodyOf: (name: string) => Buffer | undefined) {
  const names: string[] = [];
  const request = async ({ url }: { readonly url: string }) => {
    const name = new URL(url).pathname.replace('/live/', '');
    names.push(name);
    const body = bodyOf(name);
    if (body === undefined) {
      throw new Error('no answer');
    }
    return { status: 206, body, headers: {}, url };
  };
  return { names, egress: { request } };
}

const messageAt = (version: 0 | 1, time: number) =>
  emsg({
    ...{ version, time, schemeIdUri: 'urn:scte:scte35:2013:bin', timescale: 1_000, id: 1 },
    ...{ duration: 30_000, data: timeSignal({ typeId: 0x34, eventId: 7, seconds: 30 }) },
  });

const numbered: Source = { template: 'timescale="1000" duration="2000" startNumber="0"' };

test('D15 reads the newest segments once, and those that follow', async () => {
  const { names, egress } = originOf(() => Buffer.alloc(0));
  const reader = new InbandReader(egress);
  expect(await reader.follow(headsOf(mpdOf(numbered), mpdUrl, originMs + 41_000))).toEqual([]);
  expect(names).toEqual([14, 15, 16, 17, 18, 19].map((number) => `v-${number}.m4s`));
  await reader.follow(headsOf(mpdOf(numbered), mpdUrl, originMs + 41_900));
  await reader.follow(headsOf(mpdOf(numbered), mpdUrl, originMs + 42_000));
  expect(names.slice(6)).toEqual(['v-20.m4s']);
});

test('D15 version 1 counts from media time 0, also where media times are larger than a double holds', async () => {
  const first = 16_409_952_000_000_001n;
  const template = `timescale="10000000" presentationTimeOffset="${first}" startNumber="0"`;
  const timeline = `<S t="${first}" d="20000000" r="4"/>`;
  const mediaMs = Number(first / 10_000n);
  const { egress } = originOf((name) =>
    name === 'v-4.m4s' ? messageAt(1, mediaMs + 14_000) : Buffer.alloc(0),
  );
  const reader = new InbandReader(egress);
  await reader.follow(headsOf(mpdOf({ template, timeline }), mpdUrl, originMs + 10_000));
  expect(reader.events.map(({ atMs }) => Math.round(atMs - originMs))).toEqual([14_000]);
});

test('D15 what a timeline lists is there, whatever our clock says', async () => {
  const { names, egress } = originOf(() => Buffer.alloc(0));
  const listed = mpdOf({
    template: 'timescale="1000" startNumber="0"',
    timeline: '<S t="0" d="2000" r="9"/>',
  });
  const reader = new InbandReader(egress);
  await reader.follow(headsOf(listed, mpdUrl, originMs - 3_600_000));
  expect(names.at(-1)).toBe('v-9.m4s');
  await reader.follow(headsOf(listed, mpdUrl, originMs + 3_600_000));
  expect(names).toHaveLength(6);
});

test('D15 events of before are dropped when the source is set back', async () => {
  const { egress } = originOf((name) =>
    name === 'v-19.m4s' ? messageAt(0, 8_000) : Buffer.alloc(0),
  );
  const reader = new InbandReader(egress);
  await reader.follow(headsOf(mpdOf(numbered), mpdUrl, originMs + 41_000));
  expect(reader.events.map(({ atMs }) => atMs - originMs)).toEqual([46_000]);
  const earlierMs = originMs - 3_600_000;
  await reader.follow(
    headsOf(mpdOf({ ...numbered, originMs: earlierMs }), mpdUrl, earlierMs + 9_000),
  );
  expect(reader.events).toEqual([]);
});

test('D15 a source with segments of a millisecond is not read', async () => {
  const { names, egress } = originOf(() => Buffer.alloc(0));
  const tiny = mpdOf({ template: 'timescale="90000" duration="1" startNumber="0"' });
  // The best of five: other tests have the processor, too.
  const runs: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const startedMs = performance.now();
    await new InbandReader(egress).follow(headsOf(tiny, mpdUrl, originMs + 3_600_000));
    runs.push(performance.now() - startedMs);
  }
  expect(names).toEqual([]);
  expect(Math.min(...runs)).toBeLessThan(100);
});

test('D15 heads without an answer are warned of, once for each MPD', async () => {
  const { egress } = originOf(() => undefined);
  const codes = await new InbandReader(egress).follow(
    headsOf(mpdOf(numbered), mpdUrl, originMs + 41_000),
  );
  expect(codes).toEqual(['INBAND_EVENTS_UNREADABLE']);
});
