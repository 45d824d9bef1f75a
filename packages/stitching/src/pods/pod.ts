import type { Placement } from '../plan/splice-plan.ts';
import type { AdDropReason, AdFallbackReason } from '../reasons.ts';
import type { Creative } from './creative.ts';

/** One ad of the ad server's answer, with its creative when that is ready. */
export interface PodCandidate {
  readonly adId: string;
  /** VAST sequence; without one the ad stands alone. */
  readonly sequence?: number | undefined;
  /** Identity of the creative across ads: UniversalAdId, else creative id; default the creative's id. */
  readonly creativeKey?: string | undefined;
  /** Advertiser; two ads of one advertiser are not chosen into a pod. */
  readonly advertiser?: string | undefined;
  /** AdCategory codes; ads of one category compete. */
  readonly categories?: readonly string[] | undefined;
  /** A conditioned creative, or the reason why there is none. Its duration counts, not that of the VAST (V8). */
  readonly creative: Creative | AdDropReason;
  /** No stand-alone ad replaces it when it fails (`fallbackOnNoAd="false"` of its wrapper). */
  readonly isLeftOut?: boolean | undefined;
}

export interface DroppedAd {
  readonly adId: string;
  readonly reason: AdDropReason;
}

/** Ads and slate that fill one avail. */
export interface Pod {
  /** Ads in playing order, then slate; never longer than the avail plus its tolerance. */
  readonly placements: readonly Placement[];
  /** Shown after the ads until the break's end; `none` when they fill the break. */
  readonly remainder: 'none' | 'slate' | 'content';
  /** ms of ads, slate not counted. */
  readonly adMs: number;
  /** ms after the avail's start when the session returns to the source. */
  readonly occupiesMs: number;
  readonly dropped: readonly DroppedAd[];
  /** Set when there is no ad at all. */
  readonly reason?: AdFallbackReason | undefined;
}

export interface FitPodOptions {
  /** Slate for the part of the break that the ads leave; undefined = the source's own content. */
  readonly slate?: Creative | undefined;
  /** `dropPartialReplacementsMinPercentage`: when ads fill less of the avail, percent, nothing is replaced. */
  readonly minFillPercent?: number | undefined;
  /** Ads taken at most. */
  readonly maxAds?: number | undefined;
  /** How often a creative may be given to the session, and how often it was, by `creativeKeyOf` (V10). */
  readonly frequency?:
    | { readonly cap: number; readonly countOf: (creativeKey: string) => number }
    | undefined;
}

/**
 * Key of an ad's creative: ads with equal keys show the same creative.
 * @returns undefined for an ad without a creative
 * @see VAST 4.3 §3.7; rules V7, V10
 */
export function creativeKeyOf({ creativeKey, creative }: PodCandidate): string | undefined {
  return creativeKey ?? (typeof creative === 'string' ? undefined : creative.creativeId);
}
