import type { IabErrorCode } from './iab-errors.ts';
import type { XmlNode } from './xml-node.ts';

export interface TrackingEvent {
  readonly event: string;
  readonly url: string;
  /** As written (`00:00:10` or `25%`) on `progress`; read it with `parseOffset`. */
  readonly offset?: string | undefined;
}

export interface MediaFile {
  readonly url: string;
  readonly id?: string | undefined;
  readonly delivery: 'progressive' | 'streaming';
  /** MIME type in lower case. */
  readonly type: string;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** kbit/s. */
  readonly bitrate?: number | undefined;
  readonly minBitrate?: number | undefined;
  readonly maxBitrate?: number | undefined;
  readonly codec?: string | undefined;
  /** `VPAID`, `SIMID`: code, not media. */
  readonly apiFramework?: string | undefined;
}

export interface UniversalAdId {
  readonly registry: string;
  readonly value: string;
}

export interface LinearCreative {
  readonly id?: string | undefined;
  readonly adId?: string | undefined;
  readonly sequence?: number | undefined;
  /** Without those whose value is `unknown`. */
  readonly universalAdIds: readonly UniversalAdId[];
  /** Seconds; undefined when the document names none that can be read. */
  readonly durationSeconds: number | undefined;
  readonly skipOffset?: string | undefined;
  readonly mediaFiles: readonly MediaFile[];
  readonly mezzanines: readonly MediaFile[];
  readonly trackingEvents: readonly TrackingEvent[];
  readonly clickThrough?: string | undefined;
  readonly clickTracking: readonly string[];
  readonly customClicks: readonly string[];
  readonly adParameters?: string | undefined;
  readonly icons: readonly XmlNode[];
}

export interface ViewableImpression {
  readonly viewable: readonly string[];
  readonly notViewable: readonly string[];
  readonly viewUndetermined: readonly string[];
}

export interface AdCategory {
  readonly authority: string;
  readonly code: string;
}

/** Elements that InLine and Wrapper share. */
interface AdBase {
  readonly id: string;
  /** Place in a pod; undefined on a stand-alone ad. */
  readonly sequence?: number | undefined;
  readonly adSystem: string;
  readonly impressions: readonly string[];
  readonly errorUrls: readonly string[];
  readonly viewableImpression: ViewableImpression;
  readonly adVerifications: readonly XmlNode[];
  readonly extensions: readonly XmlNode[];
}

export interface InlineAd extends AdBase {
  readonly kind: 'inline';
  readonly title: string;
  /** `video`, `audio`, `hybrid`; absent means video (VAST 4.1). */
  readonly adType?: string | undefined;
  /** `conditionalAd` of VAST 4.0: shown only when code of the ad agrees at playback. */
  readonly isConditional: boolean;
  readonly adServingId?: string | undefined;
  readonly advertiser?: string | undefined;
  readonly categories: readonly AdCategory[];
  readonly expiresSeconds?: number | undefined;
  readonly creatives: readonly LinearCreative[];
  /** Creative elements without a Linear, verbatim: companions and non-linear ads. */
  readonly otherCreatives: readonly XmlNode[];
  /** AdSystem of each wrapper on the way, nearest first; empty for a direct answer. */
  readonly wrapperSystems: readonly string[];
}

export interface WrapperAd extends AdBase {
  readonly kind: 'wrapper';
  /** Empty when the document names none: resolving it gives error 101. */
  readonly tagUri: string;
  /** Default true. */
  readonly followAdditionalWrappers: boolean;
  /** Undefined when absent: a pod behind the wrapper is then accepted whole. */
  readonly allowMultipleAds: boolean | undefined;
  readonly fallbackOnNoAd: boolean | undefined;
  /** Of all its Linear elements. */
  readonly trackingEvents: readonly TrackingEvent[];
  readonly clickTracking: readonly string[];
  readonly customClicks: readonly string[];
  readonly icons: readonly XmlNode[];
  /** Creative elements without a Linear, verbatim: companions and non-linear trackers. */
  readonly otherCreatives: readonly XmlNode[];
  readonly blockedAdCategories: readonly AdCategory[];
}

export type VastAd = InlineAd | WrapperAd;

export interface VastAds {
  readonly kind: 'ads';
  readonly version: string;
  /** In document order. Empty = no ad: fire `errorUrls` with 303. */
  readonly ads: readonly VastAd[];
  /** Error URLs of the root element. */
  readonly errorUrls: readonly string[];
  readonly warnings: readonly string[];
}

export interface VastInvalid {
  readonly kind: 'invalid';
  readonly iabErrorCode: IabErrorCode;
  readonly reason: string;
}

export type VastResult = VastAds | VastInvalid;
