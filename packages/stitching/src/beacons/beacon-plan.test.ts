import { describe, expect, it } from 'vitest';
import { simulatedCreative } from '../simulated-source.suite.ts';
import { beaconPlan } from './beacon-plan.ts';

function planOf(durationMs: number, segmentMs: number) {
  const rendition = simulatedCreative('c', durationMs, { v0: segmentMs }).renditions['v0'];
  return rendition && beaconPlan(rendition).map((events) => events.join(' '));
}

describe('beaconPlan', () => {
  it('B1 impression, creativeView and start on the first segment, complete on the last', () => {
    expect(planOf(20_000, 5_000)).toEqual([
      'impression creativeView start',
      'firstQuartile',
      'midpoint',
      'thirdQuartile complete',
    ]);
  });

  it('B2 an event falls on the segment that covers its offset', () => {
    expect(planOf(10_000, 4_000)).toEqual([
      'impression creativeView start firstQuartile',
      'midpoint thirdQuartile',
      'complete',
    ]);
    expect(planOf(3_000, 4_000)).toEqual([
      'impression creativeView start firstQuartile midpoint thirdQuartile complete',
    ]);
  });

  it('every event is there exactly once, whatever the segments', () => {
    for (let ms = 500; ms < 40_000; ms += 777)
      expect(planOf(ms, 1_920)?.join(' ').trim().split(/ +/)).toHaveLength(7);
  });
});
