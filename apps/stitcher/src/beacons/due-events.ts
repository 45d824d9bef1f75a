/** The events of an ad that fire with the request for a segment: each once, however often it is requested. */
import { type BeaconEvent, beaconEvents, beaconPlan, type DueEvent } from '@interlude/stitching';
import type { DecidedPod } from '../sessions/decided-pod.ts';

const bits = new Map<BeaconEvent, number>(beaconEvents.map((event, index) => [event, 1 << index]));

/** The bit that stands for an event. */
export const bitOf = (event: BeaconEvent): number => bits.get(event) ?? 0;

/** Bit of a click, which is claimed like an event of beacons. */
export const clickBit = 1 << 30;

/** Events that are being claimed, by index of the placement. */
const claiming = new WeakMap<DecidedPod, number[]>();

/** Events of a segment that have not fired in this process and are not being claimed, also before the impression. */
function openEvents(
  decided: DecidedPod,
  placementIndex: number,
  renditionId: string,
  segmentIndex: number,
): readonly DueEvent[] {
  const rendition = decided.pod.placements[placementIndex]?.creative.renditions[renditionId];
  const due = (rendition && beaconPlan(rendition)[segmentIndex]) ?? [];
  const fired = decided.firedEvents[placementIndex] ?? 0;
  const taken = fired | (claiming.get(decided)?.[placementIndex] ?? 0);
  return due.filter(({ event }) => (taken & bitOf(event)) === 0);
}

const bitsOf = (events: readonly DueEvent[]) =>
  events.reduce((bits, { event }) => bits | bitOf(event), 0);

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
  const open = openEvents(decided, placementIndex, renditionId, segmentIndex);
  const fired = (decided.firedEvents[placementIndex] ?? 0) | bitsOf(open);
  if ((fired & bitOf('impression')) === 0) {
    return [];
  }
  decided.firedEvents[placementIndex] = fired;
  return [...open];
}

/**
 * Claims events of an ad, a bit each.
 * @param known events that have happened in this process
 * @returns the events that had happened before the claim and that have with it; undefined: unknown
 */
export type ClaimEvents = (
  events: number,
  known: number,
) => Promise<{ readonly before: number; readonly after: number } | undefined>;

/**
 * As `takeDueEvents`, where other processes may make events of the ad happen: those of this segment that the claim
 * grants. While it is under way no other request of this process claims them.
 */
export async function claimDueEvents(
  decided: DecidedPod,
  placementIndex: number,
  renditionId: string,
  segmentIndex: number,
  claim: ClaimEvents,
): Promise<DueEvent[]> {
  const open = openEvents(decided, placementIndex, renditionId, segmentIndex);
  const bits = bitsOf(open);
  if (bits === 0) {
    return [];
  }
  const others = claiming.get(decided) ?? [];
  claiming.set(decided, others);
  others[placementIndex] = (others[placementIndex] ?? 0) | bits;
  const known = decided.firedEvents[placementIndex] ?? 0;
  const claimed = await claim(bits, known);
  others[placementIndex] = (others[placementIndex] ?? 0) & ~bits;
  const fired = decided.firedEvents[placementIndex] ?? 0;
  const isOpen = ((fired | bits) & bitOf('impression')) !== 0;
  const { before, after } = claimed ?? { before: fired, after: isOpen ? fired | bits : fired };
  decided.firedEvents[placementIndex] = fired | after;
  return open.filter(({ event }) => (after & ~before & bitOf(event)) !== 0);
}
