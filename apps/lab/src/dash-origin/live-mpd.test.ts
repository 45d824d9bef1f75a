import type { EncodedMedia } from '@interlude/media-engine';
import { decodeSectionText } from '@interlude/scte35';
import { describe, expect, it } from 'vitest';
import { EPOCH_MS, SEGMENT_MS } from '../live-origin/live-clock.ts';
import type { DashForm, DashOptions } from './dash-options.ts';
import { writeLiveMpd, writeVodMpd } from './live-mpd.ts';

const rendition = { codecs: 'avc1.64001f', peakBps: 900_000, averageBps: 800_000 };
const encoded: EncodedMedia = {
  engine: 'test',
  frameRate: 25,
  segmentSeconds: [3.84],
  renditions: [
    { name: 'v0', kind: 'video', width: 960, height: 540, ...rendition },
    { name: 'audio', kind: 'audio', width: 0, height: 0, ...rendition, codecs: 'mp4a.40.2' },
  ],
  containers: ['cmaf'],
  hasMp4: false,
  bytes: 1,
};

function optionsAt(last: number, change: Partial<DashOptions> = {}): DashOptions {
  return {
    container: 'cmaf',
    dialect: 'cue',
    windowSegments: 4,
    breakSegments: 4,
    everySegments: 15,
    returns: 'planned',
    encryption: undefined,
    isRanged: false,
    hasSubtitles: false,
    hasIFrames: false,
    isLowLatency: false,
    isDefined: false,
    hasGaps: false,
    restartSegments: undefined,
    nowMs: EPOCH_MS + (last + 1) * SEGMENT_MS,
    fault: undefined,
    form: 'timeline',
    events: 'xmlbin',
    leadSegments: 2,
    isInsertion: false,
    isFrozen: false,
    ...change,
  };
}

const mpdAt = (last: number, change: Partial<DashOptions> = {}) =>
  writeLiveMpd(optionsAt(last, change), { encoded, timeUrl: 'http://127.0.0.1:1/time' });
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((m) => m.slice(1));
/** Everything of a period that no update may change (D1). */
const fixedFacts = (text: string) =>
  all(
    text,
    /<Period id="(.+?)" start="(.+?)">(?:(?!<\/Period>).)*?presentationTimeOffset="(\d+)"/gs,
  );

describe('live MPD', () => {
  it('DASH by time: the window as one run of S from its first segment', () => {
    const text = mpdAt(150);
    expect(all(text, /<S t="(\d+)" d="(\d+)" r="(\d+)"\/>/g)).toEqual([
      [String(147 * 49_152), '49152', '3'],
      [String(147 * 184_320), '184320', '3'],
    ]);
    expect(text).toContain('media="$RepresentationID$/t$Time$.m4s"');
    expect(text).toContain('publishTime="2026-01-01T00:09:39.840Z"');
  });

  it('DASH by number names the same files, from the start of the period on', () => {
    const text = mpdAt(150, { form: 'number' });
    expect(text).toContain('duration="49152" startNumber="0"');
    expect(text).not.toContain('<S ');
    expect(mpdAt(150, { form: 'timeline-number' })).toContain('startNumber="147"');
  });

  it('D1 D4 periods keep id, start and offset in each of 200 updates, and one begins where the other ends', () => {
    for (const form of ['multiperiod', 'multiperiod-number'] as const) {
      const known = new Map<string, string>();
      for (let last = 300; last < 500; last += 1) {
        const text = mpdAt(last, { form, windowSegments: 12 });
        const facts = fixedFacts(text);
        expect(facts.length).toBeGreaterThanOrEqual(2);
        for (const [id = '', ...rest] of facts) {
          expect(known.get(id) ?? rest.join()).toBe(rest.join());
          known.set(id, rest.join());
        }
      }
      const starts = [...known.values()].map((value) => Number(/PT([\d.]+)S/.exec(value)?.[1]));
      expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    }
  });

  it('D3 the offset is the media time at the start of the period', () => {
    const [[id, start, offset] = []] = fixedFacts(mpdAt(161, { form: 'multiperiod' })).slice(-1);
    expect([id, start, offset]).toEqual(['break-10', 'PT606.72S', String(606.72 * 12_800)]);
  });

  it('D5 never publishes a period without a segment', () => {
    for (let last = 300; last < 340; last += 1) {
      const text = mpdAt(last, { form: 'multiperiod' });
      expect(all(text, /(<Period )/g).length * 2).toBe(all(text, /(<S )/g).length);
    }
  });

  it('D7 a number template of a later period goes on counting', () => {
    const text = mpdAt(161, { form: 'multiperiod-number' });
    expect(text).toContain('presentationTimeOffset="7766016" duration="49152" startNumber="158"');
  });

  it('D12 declares its clock; a frozen moment declares itself', () => {
    expect(mpdAt(150)).toContain('utc:http-iso:2014" value="http://127.0.0.1:1/time"');
    expect(mpdAt(150, { isFrozen: true })).toContain(
      'utc:direct:2014" value="2026-01-01T00:09:39.840Z"',
    );
  });
});

describe('EventStream', () => {
  const out = (text: string) => /<(?:scte35:Binary|Event [^>]*base64")>(.+?)</.exec(text)?.[1];

  it.each(['xmlbin', 'bin'] as const)('D13 %s carries a splice_insert', (events) => {
    const text = mpdAt(160, { events });
    expect(text).toContain(`presentationTime="${606.72 * 90_000}" duration="1382400" id="20"`);
    expect(decodeSectionText(out(text) ?? '').section).toMatchObject({
      crcOk: true,
      command: {
        kind: 'splice_insert',
        eventId: 10,
        detail: { outOfNetwork: true, breakDuration: { durationTicks: 1_382_400 } },
      },
    });
  });

  it('D13 xml carries the same as elements', () => {
    const text = mpdAt(160, { events: 'xml' });
    expect(text).toContain('<EventStream schemeIdUri="urn:scte:scte35:2013:xml"');
    expect(text).toContain('spliceEventId="10"');
    expect(text).toContain('<scte35:BreakDuration autoReturn="true" duration="1382400"/>');
  });

  it('announces a break ahead by the lead, and with its first segment without a lead', () => {
    const isAnnounced = (last: number, leadSegments: number) =>
      mpdAt(last, { leadSegments }).includes('<Event ');
    expect([isAnnounced(155, 2), isAnnounced(156, 2)]).toEqual([false, true]);
    expect([isAnnounced(157, 0), isAnnounced(158, 0)]).toEqual([false, true]);
  });

  it('D14 a Period of a break signals it at its start, and nothing is announced ahead', () => {
    expect(mpdAt(157, { form: 'multiperiod' })).not.toContain('duration="1382400"');
    expect(mpdAt(158, { form: 'multiperiod' })).toContain(
      'presentationTime="0" duration="1382400"',
    );
  });

  it('keeps a break while it is in the window and signals its return when it has happened', () => {
    const events = (last: number, form: DashForm) =>
      all(mpdAt(last, { returns: 'early', form, windowSegments: 6 }), /<Event [^>]*id="(\d+)"/g);
    expect(events(159, 'timeline').flat()).toEqual(['20']);
    expect(events(160, 'timeline').flat()).toEqual(['20', '21']);
    expect(events(164, 'timeline').flat()).toEqual(['20', '21']);
    expect(events(165, 'timeline').flat()).toEqual(['21']);
    expect(events(160, 'multiperiod').flat()).toEqual(['19', '20', '21']);
  });

  it('returns late when it shall, within the distance of two breaks', () => {
    const late = (last: number) => mpdAt(last, { returns: 'late', form: 'multiperiod' });
    expect(late(163)).not.toContain('id="program-11"');
    expect(late(164)).toContain('id="program-11" start="PT629.76S"');
  });
});

describe('on demand', () => {
  const vod = (change: Partial<DashOptions>) =>
    writeVodMpd({ ...optionsAt(150), ...change }, encoded, 60);

  it('D20 says how long it is, and every break', () => {
    const text = vod({});
    expect(text).toContain('type="static" mediaPresentationDuration="PT230.4S"');
    expect(text).not.toMatch(/availabilityStartTime|UTCTiming|publishTime/);
    expect(all(text, /<Event presentationTime="(\d+)" duration="1382400"/g).flat()).toEqual(
      [8, 23, 38, 53].map((segment) => String(segment * 345_600)),
    );
  });

  it('has points to insert at instead', () => {
    expect(all(vod({ isInsertion: true }), /<Event [^>]*duration="0" id="(\d+)"/g)).toHaveLength(4);
  });

  it('has a period for each break when it shall', () => {
    expect(all(vod({ form: 'multiperiod' }), /<Period id="(.+?)"/g)).toHaveLength(9);
  });
});
