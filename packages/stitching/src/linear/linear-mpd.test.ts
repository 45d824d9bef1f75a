import { auditDashSession, EMPTY_DASH_AUDIT, type Finding } from '@interlude/audit';
import { channelSettings } from '@interlude/contract';
import { segmentsOf } from '@interlude/dash';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { findDashCues } from '../dash-cues/dash-cues.ts';
import { propertyRuns } from '../property-runs.suite.ts';
import { dashProgramme } from './dash-programme.ts';
import { entrySettings } from './linear.suite.ts';
import {
  DashLinear,
  dashProgrammeOf,
  readVodAsset,
  runOf,
  type VodAsset,
  type WantedItem,
} from './linear-mpd.suite.ts';

const START_MS = Date.UTC(2026, 0, 1, 20, 15);
const { segmentationConfiguration } = channelSettings.parse({
  name: 'c',
  sourceManifestUrl: 'https://stitcher.example/linear/channel/manifest.mpd',
});

const vodAsset: VodAsset = { name: 'asset', segmentsMs: [4_000, 4_000, 4_000, 2_000] };
const clip: VodAsset = { name: 'clip', segmentsMs: [3_003, 3_003] };
const filler: VodAsset = { name: 'filler', segmentsMs: [2_000, 2_000] };
const cue = (spliceTime: number, maxDuration: number) => ({ spliceTime, maxDuration, maxAds: 1 });

/** Start, offset of the media time and number of segments of each Period's video. */
function shown(channel: DashLinear, atMs: number) {
  return channel.mpd(atMs).periods.map((period) => {
    const representation = period.adaptationSets[0]?.representations[0];
    const segments = representation ? [...segmentsOf(representation, period)] : [];
    return [
      period.startMs - START_MS,
      representation?.addressing.presentationTimeOffset,
      segments.length,
      period.baseUrls[0]?.url.split('/').at(-2),
    ];
  });
}

describe('the MPD of a linear channel', () => {
  it('PLY-009 has a Period for each item, on the time of the day', () => {
    const channel = new DashLinear(dashProgrammeOf([{ vodAsset }, { vodAsset: clip }]), START_MS);
    expect(channel.text(3_999)).toBe('');
    expect(shown(channel, 4_000)).toEqual([[0, 900, 1, 'asset']]);
    expect(shown(channel, 20_006 + 4_100)).toEqual([
      [0, 900, 4, 'asset'],
      [14_000, 900, 2, 'clip'],
      [20_006, 900, 1, 'asset'],
    ]);
  });

  it('PLY-009 does not drift, and lists no more than its window', () => {
    const channel = new DashLinear(dashProgrammeOf([{ vodAsset }, { vodAsset: clip }]), START_MS);
    const cycles = 1_000_000;
    const periods = shown(channel, cycles * 20_006 + 4_000);
    expect(periods.at(-1)).toEqual([cycles * 20_006, 900, 1, 'asset']);
    expect(periods.length).toBeLessThan(10);
  });

  it('PLY-013 has breaks in Periods of the filler, signalled by an SCTE-35 event', () => {
    const channel = new DashLinear(
      dashProgrammeOf([{ vodAsset, settings: { cuePoints: [cue(8, 6)] } }], filler),
      START_MS,
    );
    expect(shown(channel, 16_500)).toEqual([
      [0, 900, 2, 'asset'],
      [8_000, 900, 2, 'filler'],
      [12_000, 900, 1, 'filler'],
    ]);
    const { cues } = findDashCues(channel.mpd(16_500), {
      segmentationConfiguration,
      isMultiPeriod: false,
      fallbackSourceTags: [],
    });
    expect(cues).toMatchObject([
      { kind: 'out', atMs: START_MS + 8_000, durationSeconds: 6, dialect: expect.anything() },
    ]);
    expect(shown(channel, 22_000).slice(-2)).toEqual([
      [12_000, 900, 1, 'filler'],
      [14_000, 8_900, 2, 'asset'],
    ]);
  });

  it('PLY-009 becomes static at the end of a programme without a loop', () => {
    const channel = new DashLinear(dashProgrammeOf([{ vodAsset }]), START_MS, false);
    expect(channel.mpd(13_999).type).toBe('dynamic');
    const end = channel.mpd(14_000);
    expect(end.type).toBe('static');
    expect(end.mediaPresentationDurationMs).toBe(START_MS + 14_000);
    expect(channel.text(1_000_000_000)).toBe(channel.text(14_000));
  });

  it('PLY-009 leaves out what players could not follow', () => {
    const { warnings, programme } = dashProgramme(
      [vodAsset, { ...vodAsset, codecs: 'hvc1.1.6.L93' }, clip].map((one) => ({
        settings: entrySettings(),
        read: readVodAsset(one),
      })),
      undefined,
    );
    expect(warnings).toEqual([
      { index: 1, reason: 'it has other codecs than the first item (video avc1, audio mp4a)' },
    ]);
    expect(programme?.cycle.parts).toHaveLength(2);
  });
});

const anyVodAsset = (name: string): fc.Arbitrary<VodAsset> =>
  fc.record({
    name: fc.constant(name),
    segmentsMs: fc.array(fc.integer({ min: 900, max: 6_000 }), { minLength: 1, maxLength: 8 }),
    form: fc.constantFrom('time' as const, 'number' as const, 'list' as const),
  });

const anyItems = (prefix: string) =>
  fc
    .array(
      fc.record({
        duration: fc.integer({ min: 1, max: 40 }),
        cues: fc.array(fc.record({ at: fc.nat(100), span: fc.nat(15) }), { maxLength: 3 }),
      }),
      { minLength: 1, maxLength: 4 },
    )
    .chain((all) =>
      fc.tuple(...all.map((_, index) => anyVodAsset(`${prefix}${index}`))).map((assets) =>
        all.map(
          ({ duration, cues }, index): WantedItem => ({
            vodAsset: assets[index] ?? vodAsset,
            settings: {
              duration,
              spliceType: 'percent',
              cuePoints: cues.map(({ at, span }) => cue(at, span)),
            },
          }),
        ),
      ),
    );

const anyPlaylist = (prefix: string) =>
  fc.record({
    items: anyItems(prefix),
    filler: fc.option(anyVodAsset(`${prefix}filler`), { nil: undefined }),
  });

test('PLY-009 whatever the items are, the judge finds nothing, before and after a save', () => {
  const run = fc.record({
    before: anyPlaylist('old'),
    after: anyPlaylist('new'),
    fromMs: fc.integer({ min: 0, max: 604_800_000 }),
    stepsMs: fc.array(fc.integer({ min: 300, max: 5_000 }), { minLength: 5, maxLength: 40 }),
    saveAfter: fc.nat(40),
  });
  fc.assert(
    fc.property(run, ({ before, after, fromMs, stepsMs, saveAfter }) => {
      const programme = dashProgrammeOf(before.items, before.filler);
      const saved = dashProgrammeOf(after.items, after.filler);
      const channel = new DashLinear(programme, START_MS);
      // A save changes the frame only for longer segments than before (D19).
      const isLonger = saved.targetDuration > programme.targetDuration;
      let state = EMPTY_DASH_AUDIT;
      const findings: Finding[] = [];
      let atMs = fromMs;
      for (const [step, ms] of stepsMs.entries()) {
        atMs += ms;
        if (step === saveAfter && !isLonger) channel.save(saved, START_MS + atMs);
        const text = channel.text(atMs);
        if (text === '') continue;
        const url = 'https://stitcher.example/linear/channel/manifest.mpd';
        const output = { text, url, fetchedAtMs: START_MS + atMs };
        const judged = auditDashSession(state, output, { runOf });
        state = judged.state;
        findings.push(...judged.findings);
      }
      expect(findings).toEqual([]);
    }),
    { numRuns: propertyRuns(60) },
  );
});
