/** The ads of a VAST response as candidates for a pod. */
import type { PodCandidate } from '@interlude/stitching';
import type { InlineAd } from '@interlude/vast';
import type { FailedWrapper } from './request-ads.ts';

/** The identity of a creative across responses (rule V7). */
function creativeKey(ad: InlineAd): string | undefined {
  const universal = ad.creatives[0]?.universalAdIds[0];
  return universal && `${universal.registry}:${universal.value}`;
}

/**
 * Converts an ad to a candidate.
 * @param adId made by the caller, because one response may name an id twice
 * @returns the ad as `fitPod` takes it, durations in ms
 * @see VAST 4.3 §3.3; rules V3, V10
 */
export function podCandidate(
  ad: InlineAd,
  adId: string,
  creative: PodCandidate['creative'],
): PodCandidate {
  const { sequence } = ad;
  if (typeof creative === 'string') {
    return { adId, sequence, creative };
  }
  return {
    adId,
    sequence,
    creativeKey: creativeKey(ad),
    advertiser: ad.advertiser,
    categories: ad.categories.map(({ code }) => code),
    creative,
  };
}

/**
 * Failed wrappers keep the pod position of the ad they stood for.
 * @returns candidates with the reason WRAPPER_FAILED
 * @see VAST 4.3 §3.19; rules V2, V3
 */
export function failedWrapperCandidates(failed: readonly FailedWrapper[]): PodCandidate[] {
  return failed.map(({ sequence, mayBeReplaced }, index) => ({
    adId: `w${index}`,
    sequence,
    creative: 'WRAPPER_FAILED',
    isLeftOut: !mayBeReplaced,
  }));
}
