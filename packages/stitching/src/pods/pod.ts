import type { Placement } from '../plan/splice-plan.ts';
import type { AdDropReason, AdFallbackReason } from '../reasons.ts';
import type { Creative } from './creative.ts';

/** One ad of the ad server's answer, with its creative when that is ready. */
export interface PodCandidate {
  readonly adId: string;
  /** VAST sequence; without one the ad stands alone. */
  readonly sequence?: number | undefined;
  /** What makes two ads the same creative (UniversalAdId, else creative id); default the creative's id. */
  readonly creativeKey?: string | undefined;
  /** Who advertises; two ads of one advertiser are not chosen into a pod. */
  readonly advertiser?: string | undefined;
  /** AdCategory codes: what this ad competes with. */
  readonly categories?: readonly string[] | undefined;
  /** A conditioned creative, or why there is none. Its duration decides, whatever the VAST says (V8). */
  readonly creative: Creative | AdDropReason;
  /** No stand-alone ad takes its place when it fails (`fallbackOnNoAd="false"` of its wrapper). */
  readonly isLeftOut?: boolean | undefined;
}

export interface DroppedAd {
  readonly adId: string;
  readonly reason: AdDropReason;
}

/** What fills one avail. */
export interface Pod {
  /** Ads in playing order, then slate; never longer than the avail plus its tolerance. */
  readonly placements: readonly Placement[];
  /** What follows the ads until the break's end. */
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
  /** Fills what the ads leave; undefined = the source's own content. */
  readonly slate?: Creative | undefined;
  /** `dropPartialReplacementsMinPercentage`: fewer percent of ads than this and nothing is replaced. */
  readonly minFillPercent?: number | undefined;
  /** Ads taken at most. */
  readonly maxAds?: number | undefined;
  /** How often a creative may be given to the session, and how often it was, by `creativeKeyOf` (V10). */
  readonly frequency?:
    | { readonly cap: number; readonly countOf: (creativeKey: string) => number }
    | undefined;
}

/**
 * What makes two ads the same creative.
 * @returns undefined for an ad without a creative
 * @see VAST 4.3 §3.7; rules V7, V10
 */
export function creativeKeyOf({ creativeKey, creative }: PodCandidate): string | undefined {
  return creativeKey ?? (typeof creative === 'string' ? undefined : creative.creativeId);
}
