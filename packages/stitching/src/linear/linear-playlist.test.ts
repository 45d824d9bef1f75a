import { type AuditState, auditSession, EMPTY_AUDIT, type Finding } from '@interlude/audit';
import { parseMediaPlaylist } from '@interlude/hls';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { propertyRuns } from '../property-runs.suite.ts';
import { type Asset, LinearRig, programmeOf, type Wanted } from './linear.suite.ts';

const START_MS = Date.UTC(2026, 0, 1, 20, 15);
const START_US = START_MS * 1_000;
const WEEK_MS = 7 * 24 * 3_600_000;

const vodAsset: Asset = { name: 'asset', seconds: ['6', '6', '6', '4.5'] };
const clip: Asset = { name: 'clip', seconds: ['5.005', '3.003'] };
const filler: Asset = { name: 'filler', seconds: ['4', '4', '2'] };

const parsed = (text: string) => parseMediaPlaylist(text).playlist;
const cue = (spliceTime: number, maxDuration = 30) => ({ spliceTime, maxDuration, maxAds: 1 });

/** Names of segments with `!` for a discontinuity, and the numbers of the list. */
function listOf(rig: LinearRig, atMs: number, renditionId = 'v0') {
  const { text } = rig.playlist(renditionId, START_MS + atMs);
  const list = parsed(text);
  return {
    text,
    first: list.mediaSequence,
    discontinuities: list.discontinuitySequence,
    names: list.segments.map(
      ({ uri, discontinuity }) =>
        `${discontinuity ? '!' : ''}${uri.replace('https://origin.example/', '')}`,
    ),
    datesMs: list.segments.map(
      ({ programDateTimeMs = Number.NaN }) => programDateTimeMs - START_MS,
    ),
    endList: list.endList,
  };
}

describe('the list of a linear channel', () => {
  const twoItems = programmeOf([{ asset: vodAsset }, { asset: clip }]);

  it('PLY-009 has nothing before the first segment has ended', () => {
    const rig = new LinearRig(twoItems, START_US);
    expect(rig.playlist('v0', START_MS - 1).hasSegments).toBe(false);
    expect(rig.playlist('v0', START_MS + 5_999).hasSegments).toBe(false);
    expect(listOf(rig, 6_000)).toMatchObject({ first: 0, names: ['!asset/v360-0.ts'] });
  });

  it('PLY-009 plays the items one after the other, in real time, from the start date on', () => {
    const rig = new LinearRig(twoItems, START_US);
    const { names, datesMs, first, discontinuities } = listOf(rig, 37_000);
    expect([first, discontinuities]).toEqual([0, 0]);
    expect(names).toEqual([
      '!asset/v360-0.ts',
      'asset/v360-1.ts',
      'asset/v360-2.ts',
      'asset/v360-3.ts',
      '!clip/v360-0.ts',
      'clip/v360-1.ts',
      '!asset/v360-0.ts',
    ]);
    expect(datesMs).toEqual([0, 6_000, 12_000, 18_000, 22_500, 27_505, 30_508]);
  });

  it('PLY-009 counts from the start date, without drift after years', () => {
    const rig = new LinearRig(twoItems, START_US);
    const cycles = 3_000_000;
    const atMs = cycles * 30_508;
    const { names, datesMs, first, discontinuities } = listOf(rig, atMs + 6_000);
    expect(names.at(-1)).toBe('!asset/v360-0.ts');
    expect(datesMs.at(-1)).toBe(atMs);
    expect(first + names.length - 1).toBe(cycles * 6);
    expect(discontinuities + names.filter((name) => name.startsWith('!')).length).toBe(
      cycles * 2 + 1,
    );
  });

  it('PLY-009 ends without a loop, and keeps what it listed last', () => {
    const rig = new LinearRig(twoItems, START_US, false);
    expect(listOf(rig, 30_507).endList).toBe(false);
    const end = listOf(rig, 30_508);
    expect(end).toMatchObject({ endList: true, first: 0 });
    expect(end.names).toHaveLength(6);
    expect(listOf(rig, WEEK_MS).text).toBe(end.text);
  });

  it('PLY-012 cuts an item at the boundary at or before its duration; a segment plays at least', () => {
    const cut = (duration: number) =>
      listOf(
        new LinearRig(programmeOf([{ asset: vodAsset, settings: { duration } }]), START_US, false),
        60_000,
      ).names.length;
    expect([1, 6, 11.9, 12, 600].map(cut)).toEqual([1, 1, 1, 2, 4]);
  });
});

describe('breaks', () => {
  const broken = (settings: Wanted['settings'], items: readonly Wanted[] = []) =>
    new LinearRig(programmeOf([{ asset: vodAsset, settings }, ...items], filler), START_US);

  it('PLY-013 are filled with the filler and signalled by CUE-OUT, CUE-IN and a date range', () => {
    const { names, text } = listOf(broken({ cuePoints: [cue(12, 15)] }), 36_000);
    expect(names).toEqual(
      [
        '!asset/v360-0.ts',
        'asset/v360-1.ts',
        '!filler/v360-0.ts',
        'filler/v360-1.ts',
        'filler/v360-2.ts',
        '!filler/v360-0.ts',
        '!asset/v360-2.ts',
        'asset/v360-3.ts',
      ].slice(0, names.length),
    );
    expect(text.match(/#EXT-X-CUE-OUT:.*/g)).toEqual(['#EXT-X-CUE-OUT:DURATION=14.000']);
    expect(text.match(/#EXT-X-CUE-OUT-CONT:.*/g)).toEqual([
      '#EXT-X-CUE-OUT-CONT:ElapsedTime=4.000,Duration=14.000',
      '#EXT-X-CUE-OUT-CONT:ElapsedTime=8.000,Duration=14.000',
      '#EXT-X-CUE-OUT-CONT:ElapsedTime=10.000,Duration=14.000',
    ]);
    expect(text.match(/#EXT-X-CUE-IN\n/g)).toHaveLength(1);
    expect(text).toContain(
      `#EXT-X-DATERANGE:ID="break-${(START_MS + 12_000) / 1_000}",START-DATE="2026-01-01T20:15:12.000Z",DURATION=14.000,SCTE35-OUT=0x`,
    );
  });

  it('PLY-014 have no effect without a filler', () => {
    const rig = new LinearRig(
      programmeOf([{ asset: vodAsset, settings: { cuePoints: [cue(12)] } }]),
      START_US,
    );
    expect(listOf(rig, 60_000).text).not.toContain('CUE');
  });

  const placesOf = (settings: Wanted['settings']) => {
    const { parts } = programmeOf([{ asset: vodAsset, settings }], filler).cycle;
    const breaks = new Set(parts.flatMap(({ adBreak }) => (adBreak ? [adBreak] : [])));
    return [...breaks].map(({ startUs, untilUs }) => [startUs / 1e6, (untilUs - startUs) / 1e6]);
  };

  it('PLY-012 are where seconds or percent say, at the nearest boundary', () => {
    expect(placesOf({ cuePoints: [cue(8, 4), cue(10, 4)] })).toEqual([
      [6, 4],
      [16, 4],
    ]);
    expect(placesOf({ spliceType: 'percent', cuePoints: [cue(50, 4), cue(100, 4)] })).toEqual([
      [12, 4],
      [26.5, 4],
    ]);
  });

  it("PLY-012 stand before the first segment and behind the last, also for a cue point at the item's duration", () => {
    expect(placesOf({ cuePoints: [cue(0, 4), cue(22.5, 4)] })).toEqual([
      [0, 4],
      [26.5, 4],
    ]);
    expect(placesOf({ duration: 17, cuePoints: [cue(17, 4)] })).toEqual([[12, 4]]);
    expect(placesOf({ cuePoints: [cue(60, 4)] })).toEqual([]);
  });

  it('PLY-013 are one where several cue points meet, and none without length or ads', () => {
    expect(placesOf({ cuePoints: [cue(5, 4), cue(7, 6)] })).toEqual([[6, 10]]);
    expect(placesOf({ cuePoints: [cue(5, 0), { ...cue(5), maxAds: 0 }] })).toEqual([]);
  });

  it('PLY-013 the end of one item and the start of the next are one break', () => {
    const programme = programmeOf(
      [
        { asset: vodAsset, settings: { cuePoints: [cue(22.5, 4)] } },
        { asset: clip, settings: { cuePoints: [cue(0, 4)] } },
      ],
      filler,
    );
    const rig = new LinearRig(programme, START_US);
    expect(listOf(rig, 40_000).text.match(/#EXT-X-CUE-OUT:.*/g)).toEqual([
      '#EXT-X-CUE-OUT:DURATION=8.000',
    ]);
  });

  it('PLY-013 where the cycle ends and begins with a break, each is signalled', () => {
    const rig = broken({ cuePoints: [cue(0, 4), cue(22.5, 4)] });
    const { text } = listOf(rig, 61_000);
    expect(text.match(/#EXT-X-CUE-IN\n/g)?.length).toBeGreaterThanOrEqual(3);
    expect(text).toMatch(/#EXT-X-CUE-IN\n#EXT-X-DATERANGE:.*\n#EXT-X-CUE-OUT:/);
  });
});

/** Random assets of one form: jittering lengths, own discontinuities, audio cut elsewhere, keys and byte ranges. */
const asset = (name: string, isDemuxed: boolean): fc.Arbitrary<Asset> =>
  fc
    .record({
      seconds: fc.array(fc.integer({ min: 900_000, max: 6_400_000 }), {
        minLength: 1,
        maxLength: 9,
      }),
      joint: fc.nat(12),
      keyed: fc.boolean(),
    })
    .map(({ seconds, joint, keyed }) => {
      const total = seconds.reduce((sum, us) => sum + us, 0);
      const count = Math.max(1, Math.round(total / 4_000_000));
      const audio = Array.from({ length: count }, () => (total / count / 1e6).toFixed(5));
      const key = keyed ? '#EXT-X-KEY:METHOD=AES-128,URI="key.bin"\n' : '';
      const videoTracks = seconds.map((us) => (us / 1e6).toFixed(6));
      const isJoint = joint > 0 && joint < seconds.length;
      return {
        name,
        seconds: videoTracks,
        ...(isDemuxed && { audioSeconds: isJoint ? videoTracks : audio }),
        tags: { 0: key, ...(isJoint && { [joint]: '#EXT-X-DISCONTINUITY\n' }) },
      };
    });

const playlistOf = (isDemuxed: boolean) =>
  fc.record({
    items: fc
      .array(
        fc.record({
          place: fc.nat(),
          duration: fc.integer({ min: 1, max: 60 }),
          cues: fc.array(fc.record({ at: fc.nat(100), span: fc.nat(20) }), { maxLength: 3 }),
        }),
        { minLength: 1, maxLength: 5 },
      )
      .chain((all) =>
        fc.tuple(...all.map((_, index) => asset(`item${index}`, isDemuxed))).map((assets) =>
          all.map(
            ({ duration, cues }, index): Wanted => ({
              asset: assets[index] ?? vodAsset,
              settings: {
                duration,
                spliceType: 'percent',
                cuePoints: cues.map(({ at, span }) => cue(at, span)),
              },
            }),
          ),
        ),
      ),
    filler: fc.option(asset('filler', isDemuxed), { nil: undefined }),
  });

class Judge {
  readonly findings: Finding[] = [];
  #state: AuditState = EMPTY_AUDIT;

  see(renditionId: string, text: string, fetchedAtMs: number): void {
    const judged = auditSession(this.#state, { renditionId, text, fetchedAtMs });
    this.#state = judged.state;
    this.findings.push(...judged.findings);
  }
}

const run = fc.record({
  playlists: fc
    .boolean()
    .chain((isDemuxed) =>
      fc.record({ before: playlistOf(isDemuxed), after: playlistOf(isDemuxed) }),
    ),
  loops: fc.boolean(),
  fromMs: fc.integer({ min: 0, max: WEEK_MS }),
  stepsMs: fc.array(fc.integer({ min: 300, max: 9_000 }), { minLength: 10, maxLength: 60 }),
  saveAfter: fc.nat(60),
});

test('PLY-009 whatever the items are, the judge finds nothing, before and after a save', () => {
  fc.assert(
    fc.property(run, ({ playlists: { before, after }, loops, fromMs, stepsMs, saveAfter }) => {
      const programme = programmeOf(before.items, before.filler);
      const saved = programmeOf(after.items, after.filler);
      const rig = new LinearRig(programme, START_US, loops);
      const judge = new Judge();
      // A save may change only EXT-X-TARGETDURATION, for longer segments.
      const isLonger = saved.targetDuration > programme.targetDuration;
      let nowMs = START_MS + fromMs;
      for (const [step, ms] of stepsMs.entries()) {
        nowMs += ms;
        if (step === saveAfter && loops && !isLonger) rig.save(saved, nowMs);
        for (const { renditionId } of programme.renditions) {
          const { text, hasSegments } = rig.playlist(renditionId, nowMs);
          if (hasSegments) judge.see(renditionId, text, nowMs);
        }
      }
      expect(judge.findings).toEqual([]);
    }),
    { numRuns: propertyRuns(80) },
  );
});
