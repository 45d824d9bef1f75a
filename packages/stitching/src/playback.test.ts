// Properties of whole playback sessions.
import type { Finding } from '@interlude/audit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { play, rig, type Scenario, scenario } from './playback.suite.ts';

/** Every rendition has a segment boundary wherever a break ends. */
function isCutAtReturns(input: Scenario): boolean {
  const told = input.breaks.every(({ returnShiftMs }) => (returnShiftMs ?? 1) <= 0);
  return told && (input.audioOffMs !== undefined || !input.hasDates);
}

/**
 * Standing still is the poller's doing here: renditions are left alone for a while. And a rendition
 * without a boundary where the break ends comes back with a segment that is dated, rightly, up to half
 * a segment before that: an ad segment that was published in its place may be dated later.
 */
function ofInterest(findings: readonly Finding[], input: Scenario): readonly Finding[] {
  // Audio is cut within one frame of 21.3 ms of the splice.
  const allowedMs = isCutAtReturns(input) ? 22 : rig(input).source.targetDuration * 500;
  return findings.filter(({ rule, detail }) => {
    const backMs = Number(/the date goes back by (\d+) ms/.exec(detail)?.[1] ?? 0);
    // A discontinuity of the source just after the return waits one segment where both would meet.
    const waited = rule === 'H22' && input.discontinuities && /from its place/.test(detail);
    return rule !== 'H33' && !waited && (rule !== 'H11' || backMs > allowedMs);
  });
}

describe('any playback session', () => {
  it('H1 H2 H3 H7 H8 H9 H11 H12 H22 hold in every output of every rendition', () => {
    fc.assert(
      fc.property(scenario, (input) => {
        for (const judged of play(input))
          expect(ofInterest(judged.findings, input)[0]).toBeUndefined();
      }),
      { numRuns: Number(process.env['PLAYBACK_RUNS'] ?? 150) },
    );
  });
});
