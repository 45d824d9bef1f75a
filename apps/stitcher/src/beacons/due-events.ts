/** Which events of an ad the request for a segment makes happen: each once, whatever is asked how often. */
import { type BeaconEvent, beaconEvents, beaconPlan, type DueEvent } from '@interlude/stitching';
import type { DecidedPod } from '../sessions/decided-pod.ts';

const bits = new Map<BeaconEvent, number>(beaconEvents.map((event, index) => [event, 1 << index]));

/** One bit an event. */
export const bitOf = (event: BeaconEvent): number => bits.get(event) ?? 0;

/**
 * The events of this segment that have not happened, in any rendition; they count as happened from now on.
 * Without the first segment nothing happens: whoever comes in the middle of an ad has had no impression of
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
  let happened = decided.happened[placementIndex] ?? 0;
  const taken: DueEvent[] = [];
  for (const due of (rendition && beaconPlan(rendition)[segmentIndex]) ?? []) {
    const bit = bitOf(due.event);
    const isOpen = due.event === 'impression' || (happened & bitOf('impression')) !== 0;
    if (isOpen && (happened & bit) === 0) {
      happened |= bit;
      taken.push(due);
    }
  }
  decided.happened[placementIndex] = happened;
  return taken;
}
