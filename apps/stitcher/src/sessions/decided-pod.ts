/** The pod that was decided for one break in one session, its ads, and which of their events have fired. */

import type { AvailContext } from '@interlude/ad-requests';
import type { Pod } from '@interlude/stitching';
import type { InlineAd } from '@interlude/vast';
import { sharedPod } from '../shared-values/shared-pods.ts';
import { PackedAds, type PodAds } from './packed-ads.ts';

export interface DecidedPod {
  readonly avail: AvailContext;
  readonly pod: Pod;
  /** Start on the source clock, ms. */
  readonly startMs: number;
  readonly ads: PodAds;
  /** Events that have fired, a bit each, by index of the placement. */
  readonly firedEvents: number[];
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
  const firedEvents = pod.placements.map(() => 0);
  return { avail, pod: sharedPod(pod), startMs, ads: new PackedAds(ads), firedEvents };
}
