// Properties of whole playback sessions.
import type { Finding } from '@interlude/audit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planDriftMs } from './plan/drift.ts';
import { awayScenario, play, rig, type Scenario, scenario } from './playback.suite.ts';
import { propertyRuns } from './property-runs.suite.ts';

/** EXTINF has milliseconds. */
const ROUNDING_MS = 10;

/** Every rendition has a segment boundary wherever a break ends. */
function isCutAtReturns(input: Scenario): boolean {
  const declared = input.breaks.every(({ returnShiftMs }) => (returnShiftMs ?? 1) <= 0);
  return declared && (input.audioOffMs !== undefined || !input.hasDates);
}

/**
 * Standing still is the poller's doing here: renditions are left alone for a while. And a rendition
 * without a boundary where the break ends comes back with a segment that is dated, rightly, up to half
 * a segment before that: an ad segment that was published in its place may be dated later.
 */
function ofInterest(findings: readonly Finding[], input: Scenario): readonly Finding[] {
  // Audio is cut within one frame of 21.3 ms of the splice; some sources return 40 ms before they said.
  const allowedMs = isCutAtReturns(input) ? 40 + 22 : rig(input).source.targetDuration * 500;
  return findings.filter(({ rule, detail }) => {
    const backMs = Number(/the date goes back by (\d+) ms/.exec(detail)?.[1] ?? 0);
    // A discontinuity of the source just after the return waits one segment where both would meet.
    const waited = rule === 'H22' && input.discontinuities && /from its place/.test(detail);
    const still = rule === 'H33' && detail.startsWith('no new segment');
    return !still && !waited && (rule !== 'H11' || backMs > allowedMs);
  });
}

// The same scenarios in every test run; PLAYBACK_RUNS=1000 looks for new ones.
const wanted = process.env['PLAYBACK_RUNS'];
const numRuns = Number(wanted ?? propertyRuns(20));
const seed = wanted === undefined ? { seed: 20_260_301 } : {};

describe('any playback session', { timeout: 60_000 + numRuns * 500 }, () => {
  it('H4 the same inputs give the same bytes', () => {
    fc.assert(
      fc.property(scenario, (input) => {
        const texts = () => play(input).map((judged) => judged.outputs);
        expect(texts()).toEqual(texts());
      }),
      { numRuns: Math.ceil(numRuns / 4), ...seed },
    );
  });

  it('H1 H2 H3 H7 H8 H9 H11 H12 H22 H33 hold in every output of every rendition; H19 drift stays within one segment', () => {
    fc.assert(
      fc.property(scenario, (input) => {
        const { targetDuration } = rig(input).source;
        // Early returns cut what has begun, one after another: half a segment each, once made up for.
        const isCutShort = input.breaks.some(({ returnShiftMs }) => (returnShiftMs ?? 0) < 0);
        const allowedMs = (isCutShort ? 2 : 1) * targetDuration * 1_000 + ROUNDING_MS;
        const judgements = play(input, ({ session }) => {
          expect(Math.abs(planDriftMs(session.plan))).toBeLessThanOrEqual(allowedMs);
        });
        for (const { findings } of judgements) {
          expect(ofInterest(findings, input)[0]).toBeUndefined();
        }
      }),
      { numRuns: numRuns * 2, ...seed },
    );
  });

  it('H1 H2 H3 H7 H8 H9 H11 H12 H22 hold when a rendition could not be read for longer than its window', () => {
    fc.assert(
      fc.property(awayScenario, (input) => {
        for (const { findings } of play(input)) {
          // Nothing older than missing segments is listed.
          const others = findings.filter(({ detail }) => !detail.startsWith('the window shrank'));
          expect(ofInterest(others, input)[0]).toBeUndefined();
        }
      }),
      { numRuns, ...seed },
    );
  });

  it('H3 numbers are those of what a rendition lists while the reference cannot be read for two breaks', () => {
    const viewer = {
      delayMs: 7_000,
      answers: true,
      preRollSeconds: 0,
      dvrSeconds: 0,
      grows: false,
      liveDelaySeconds: 0,
      startOverMs: undefined,
      slate: true,
      numbers: 'plan' as const,
    };
    const input = {
      windowSegments: 7,
      videoMs: 6_000,
      audioMs: 5_995,
      audioOffMs: -2,
      hasDates: false,
      discontinuities: true,
      encrypted: false,
      fmp4: true,
      byteRanges: true,
      subtitles: false,
      breaks: [
        { gapMs: 28_379, announcedMs: 15_360, returnShiftMs: -40 },
        { gapMs: 26_998, announcedMs: 15_360, returnShiftMs: 33 },
        { gapMs: 37_326, announcedMs: undefined, returnShiftMs: 0 },
      ],
      sessions: [
        { ...viewer, joinMs: 84_891, adsMs: [9_984], requests: [4] },
        {
          ...viewer,
          joinMs: 77_399,
          delayMs: 2_500,
          adsMs: [10_000],
          dvrSeconds: 60,
          grows: true,
          liveDelaySeconds: 12,
          requests: [8, 10, 8, 10, 8],
        },
      ],
      polls: [1, 3, 2, 2, 10, 6, 2, 7, 12, 14],
      stepMs: 2_500,
      away: [{ index: 0, fromMs: 55_328, forMs: 84_370 }],
    };
    expect(() => play(input)).not.toThrow();
  });

  it('H1 numbers go on where a break follows a pre-roll within one segment of the video', () => {
    const viewer = {
      joinMs: 20_000,
      delayMs: 0,
      adsMs: [5_000, 5_000, 15_040],
      slate: false,
      answers: true,
      numbers: 'plan' as const,
      preRollSeconds: 30,
      dvrSeconds: 0,
      grows: false,
      liveDelaySeconds: 0,
      startOverMs: undefined,
      requests: [4],
    };
    const [judged] = play({
      windowSegments: 5,
      videoMs: 6_000,
      audioMs: 1_920,
      audioOffMs: undefined,
      hasDates: true,
      discontinuities: false,
      encrypted: false,
      fmp4: false,
      byteRanges: false,
      subtitles: false,
      breaks: [{ gapMs: 2_500, announcedMs: undefined, returnShiftMs: undefined }],
      sessions: [viewer],
      polls: [4, 0],
      stepMs: 900,
    });
    expect(judged?.findings.filter(({ rule }) => rule === 'H1')).toEqual([]);
    const [first, second] = judged?.session.plan.breaks ?? [];
    expect(second?.renditions['a0']?.firstAdMsn).toBe(first?.renditions['a0']?.returnMsn);
  });
});
