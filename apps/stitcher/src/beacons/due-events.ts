/** The events of an ad that fire with the request for a segment: each once, however often it is requested. */
import { type BeaconEvent, beaconEvents, beaconPlan, type DueEvent } from '@interlude/stitching';
import type { DecidedPod } from '../sessions/decided-pod.ts';

const bits = new Map<BeaconEvent, number>(beaconEvents.map((event, index) => [event, 1 << index]));

/** One bit an event. */
export const bitOf = (event: BeaconEvent): number => bits.get(event) ?? 0;

/**
 * The events of this segment that have not fired, in any rendition; they count as fired from now on.
 * Without the first segment nothing fires: a viewer who joins in the middle of an ad has had no impression of
 * it (rule B3).
 */
export function takeDueEvents(
  decided: DecidedPod,
  placementIndex: number,
  renditionId: string,
  segmentIndex: number,
): DueEvent[] {
  const placement = decided.pod.placements[placementIndex];
  const rendition = placement?.creative.renditions[renditionId];
  let firedEvents = decided.firedEvents[placementIndex] ?? 0;
  const taken: DueEvent[] = [];
  for (const due of (rendition && beaconPlan(rendition)[segmentIndex]) ?? []) {
    const bit = bitOf(due.event);
    const isOpen = due.event === 'impression' || (firedEvents & bitOf('impression')) !== 0;
    if (isOpen && (firedEvents & bit) === 0) {
      firedEvents |= bit;
      taken.push(due);
    }
  }
  decided.firedEvents[placementIndex] = firedEvents;
  return taken;
}
