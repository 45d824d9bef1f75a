// Properties of whole playback sessions.
import type { Finding } from '@interlude/audit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { play, rig, type Scenario, scenario } from './playback.suite.ts';

/**
 * Standing still is the poller's doing here: renditions are left alone for a while. And an early return
 * inside an audio segment that takes no notice of splices dates that segment, rightly, up to half a
 * segment before the ad segment that was published in its place.
 */
function ofInterest(findings: readonly Finding[], scenario: Scenario): readonly Finding[] {
  const halfSegmentMs = rig(scenario).source.targetDuration * 500;
  return findings.filter((finding) => {
    const backMs = Number(/the date goes back by (\d+) ms/.exec(finding.detail)?.[1] ?? Infinity);
    return finding.rule !== 'H33' && (backMs > halfSegmentMs || scenario.audioOffMs !== undefined);
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
