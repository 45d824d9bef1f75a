/** What one break became in one session: its ads, and which of their events have happened. */
import { type BeaconEvent, beaconEvents, beaconPlan, type Pod } from '@interlude/stitching';
import type { InlineAd } from '@interlude/vast';
import type { AvailContext } from '../ad-decisions/request/avail-context.ts';

const eventBit = new Map<BeaconEvent, number>(
  beaconEvents.map((event, index) => [event, 1 << index]),
);
const impressionBit = eventBit.get('impression') ?? 0;

export interface DecidedPod {
  readonly avail: AvailContext;
  readonly pod: Pod;
  /** Start on the source clock, ms. */
  readonly startMs: number;
  /** By index of the placement; slate has none. */
  readonly ads: ReadonlyMap<number, InlineAd>;
  /** Events that have happened, a bit each, by index of the placement. */
  readonly happened: Uint8Array;
}

export function decidedPod(
  avail: AvailContext,
  pod: Pod,
  startMs: number,
  adsById: ReadonlyMap<string, InlineAd>,
): DecidedPod {
  const ads = new Map<number, InlineAd>();
  for (const { kind, index, adId } of pod.placements) {
    const ad = adsById.get(adId);
    if (kind === 'ad' && ad) {
      ads.set(index, ad);
    }
  }
  return { avail, pod, startMs, ads, happened: new Uint8Array(pod.placements.length) };
}

/**
 * The events that the request for this segment makes happen, each once whatever is asked how often and in
 * which rendition. Without the first segment nothing happens: whoever comes in the middle of an ad has had
 * no impression of it (rule B3).
 */
export function takeDueEvents(
  decided: DecidedPod,
  placementIndex: number,
  renditionId: string,
  segmentIndex: number,
): BeaconEvent[] {
  const placement = decided.pod.placements[placementIndex];
  const rendition = placement?.creative.renditions[renditionId];
  const planned = rendition && beaconPlan(rendition)[segmentIndex];
  if (!planned) {
    return [];
  }
  const before = decided.happened[placementIndex] ?? 0;
  let happened = before;
  const due: BeaconEvent[] = [];
  for (const event of planned) {
    const bit = eventBit.get(event) ?? 0;
    const isOpen = event === 'impression' || (happened & impressionBit) !== 0;
    if (isOpen && (happened & bit) === 0) {
      happened |= bit;
      due.push(event);
    }
  }
  decided.happened[placementIndex] = happened;
  return due;
}
