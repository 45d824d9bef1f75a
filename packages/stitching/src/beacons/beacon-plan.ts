// Tracking events by ad segment. An event at offset o belongs to the segment that covers o;
// complete belongs to the last one (B1, B2).
//
//   ad 20 s      |  seg 0  |  seg 1  |  seg 2  |  seg 3  |
//   offset       0         5         10        15        20
//   events       impression firstQ.   midpoint  thirdQ.
//                start, creativeView            complete
import type { CreativeRendition } from '../pods/creative.ts';

export const beaconEvents = [
  'impression',
  'creativeView',
  'start',
  'firstQuartile',
  'midpoint',
  'thirdQuartile',
  'complete',
] as const;

export type BeaconEvent = (typeof beaconEvents)[number];

/** Position of an event, as a share of the ad's duration. */
export const beaconShares: Readonly<Record<BeaconEvent, number>> = {
  impression: 0,
  creativeView: 0,
  start: 0,
  firstQuartile: 0.25,
  midpoint: 0.5,
  thirdQuartile: 0.75,
  complete: 1,
};

/** An event of a segment. */
export interface DueEvent {
  readonly event: BeaconEvent;
  /** ms after the segment's start; `complete` falls on its end. */
  readonly afterMs: number;
}

function segmentAt(rendition: CreativeRendition, offsetMs: number): number {
  const { startsMs } = rendition;
  // EXTINFs are rounded: a quarter that is the boundary but for rounding belongs to the later segment.
  const index = startsMs.findLastIndex((startMs) => startMs <= offsetMs + 1);
  return Math.max(0, index);
}

/** Renditions are immutable and shared by all sessions, so each is planned once. */
const plans = new WeakMap<CreativeRendition, readonly (readonly DueEvent[])[]>();

/**
 * For each segment of one rendition of an ad the events that its request fires, in their order. A segment that is
 * never requested (early return, a player that leaves) fires nothing (B3).
 * @see VAST 4.3 §3.14; rules B1, B2
 */
export function beaconPlan(rendition: CreativeRendition): readonly (readonly DueEvent[])[] {
  const known = plans.get(rendition);
  if (known !== undefined) return known;
  const count = rendition.segments.length;
  const last = rendition.segments.at(-1);
  const durationMs = (rendition.startsMs.at(-1) ?? 0) + (last?.durationSeconds ?? 0) * 1000;
  const plan: DueEvent[][] = rendition.segments.map(() => []);
  for (const event of beaconEvents) {
    const offsetMs = beaconShares[event] * durationMs;
    const index = beaconShares[event] === 1 ? count - 1 : segmentAt(rendition, offsetMs);
    const afterMs = Math.max(0, offsetMs - (rendition.startsMs[index] ?? 0));
    plan[index]?.push({ event, afterMs });
  }
  plans.set(rendition, plan);
  return plan;
}
