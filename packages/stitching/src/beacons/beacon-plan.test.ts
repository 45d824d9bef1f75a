import { describe, expect, it } from 'vitest';
import { simulatedCreative } from '../simulated-source.suite.ts';
import { beaconEvents, beaconPlan } from './beacon-plan.ts';

function planOf(durationMs: number, segmentMs: number) {
  const rendition = simulatedCreative('c', durationMs, { v0: segmentMs }).renditions['v0'];
  return rendition && beaconPlan(rendition).map((due) => due.map(({ event }) => event).join(' '));
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

  it('B2 says how far into its segment an event falls', () => {
    const rendition = simulatedCreative('c', 10_000, { v0: 4_000 }).renditions['v0'];
    const plan = rendition && beaconPlan(rendition);
    expect(plan?.flat().map(({ event, afterMs }) => `${event} ${afterMs}`)).toEqual([
      'impression 0',
      'creativeView 0',
      'start 0',
      'firstQuartile 2500',
      'midpoint 1000',
      'thirdQuartile 3500',
      'complete 2000',
    ]);
  });

  it('B8 has the events of VAST by their names, in their order; a click is the viewer’s', () => {
    expect(beaconEvents).toEqual([
      'impression',
      'creativeView',
      'start',
      'firstQuartile',
      'midpoint',
      'thirdQuartile',
      'complete',
    ]);
    expect(planOf(20_000, 20_000)).toEqual([beaconEvents.join(' ')]);
  });

  it('every event is there exactly once, whatever the segments', () => {
    for (let ms = 500; ms < 40_000; ms += 777)
      expect(planOf(ms, 1_920)?.join(' ').trim().split(/ +/)).toHaveLength(7);
  });
});
