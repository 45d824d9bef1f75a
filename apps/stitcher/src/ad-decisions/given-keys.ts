/** Creative keys that a frequency cap counts for a pod that another stitcher has decided. */
import { podCandidate } from '@interlude/ad-requests';
import { creativeKeyOf } from '@interlude/stitching';
import type { DecidedPod } from '../sessions/decided-pod.ts';

/** Keys of the creatives of the pod's ads, in pod order (rule V10). */
export function givenKeysOf({ pod, ads }: DecidedPod): string[] {
  return pod.placements.flatMap(({ kind, index, adId, creative }) => {
    const ad = kind === 'ad' ? ads.get(index) : undefined;
    return (ad && creativeKeyOf(podCandidate(ad, adId, creative))) ?? [];
  });
}
