import type { PodCandidate } from './pod.ts';

const isSame = (a: string | undefined, b: string | undefined) =>
  a !== undefined && a !== '' && a.toLowerCase() === b?.toLowerCase();

/**
 * Whether two ads must not be in one pod (V10). Ads of one category compete, unless one advertiser has
 * sent both. Two ads of one advertiser are kept when the ad server ordered them so (an opener and a
 * closer), and never chosen by the stitcher.
 */
export function mustBeSeparated(a: PodCandidate, b: PodCandidate): boolean {
  if (isSame(a.advertiser, b.advertiser))
    return a.sequence === undefined || b.sequence === undefined;
  const categories = new Set(a.categories ?? []);
  return (b.categories ?? []).some((category) => categories.has(category));
}
