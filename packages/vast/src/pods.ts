import type { IabErrorCode } from './iab-errors.ts';
import type { InlineAd, LinearCreative, MediaFile } from './vast.ts';

export interface OrderedAds {
  /** Ads with a sequence, in playing order. */
  readonly pod: readonly InlineAd[];
  /**
   * Stand-alone ads in document order: substitutes for ads of the pod, or the candidates when there is no pod (rule
   * V3).
   */
  readonly buffet: readonly InlineAd[];
}

/**
 * The ads of an answer as a pod and as substitutes.
 * @returns `pod`: those with a sequence, ascending; `buffet`: those without one, in the order of the document
 * @see VAST 4.3 §3.3; rule V3
 */
export function orderPod(ads: readonly InlineAd[]): OrderedAds {
  return {
    pod: ads
      .filter((ad) => ad.sequence !== undefined)
      .sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0)),
    buffet: ads.filter((ad) => ad.sequence === undefined),
  };
}

const HLS_TYPES: ReadonlySet<string> = new Set([
  'application/vnd.apple.mpegurl',
  'application/x-mpegurl',
  'audio/mpegurl',
  'audio/x-mpegurl',
]);

/**
 * True for the MIME types in use for HLS playlists.
 * @see RFC 8216 §4
 */
export const isHlsType = (type: string): boolean => HLS_TYPES.has(type);

/**
 * True for the MIME type of an MPD.
 * @see ISO/IEC 23009-1 annex C
 */
export const isDashType = (type: string): boolean => type === 'application/dash+xml';

/**
 * True for a media file that is an HLS playlist by its type, and no executable (apiFramework).
 * @see VAST 4.3 §3.9; rule V7
 */
export function isHlsMediaFile(file: MediaFile): boolean {
  return isHlsType(file.type) && file.apiFramework === undefined;
}

/**
 * True for a media file that is an MPD by its type, and no executable (apiFramework).
 * @see VAST 4.3 §3.9; rule V7
 */
export function isDashMediaFile(file: MediaFile): boolean {
  return isDashType(file.type) && file.apiFramework === undefined;
}

/** RFC 4539; ad servers name it with and without its parameters. */
const mxfType = /^application\/mxf(?:\s*;|$)/;

/**
 * True for progressive video that the conditioner can read, including MXF, and that is no executable (VPAID, SIMID,
 * Flash).
 * @see VAST 4.3 §3.9; rules V7, V8
 */
export function isProgressiveMediaFile({ delivery, apiFramework, type }: MediaFile): boolean {
  const isVideo = type.startsWith('video/') || mxfType.test(type);
  return delivery === 'progressive' && apiFramework === undefined && isVideo;
}

export type LinearJudgement =
  | { readonly usable: true; readonly creative: LinearCreative; readonly durationSeconds: number }
  | { readonly usable: false; readonly iabErrorCode: IabErrorCode; readonly reason: string };

/**
 * The linear creative to stitch, or the IAB code of the reason why there is none: 408 a conditional ad, 200 an audio
 * ad, 201 no linear, 101 no readable duration, 403 executables (VPAID, SIMID) or formats without video only.
 * @see VAST 4.3 §3.8, §2.3.6; rules V4, V8
 */
export function judgeLinear(ad: InlineAd): LinearJudgement {
  if (ad.isConditional)
    return { usable: false, iabErrorCode: 408, reason: 'conditional ads need a player' };
  if (ad.adType === 'audio') return { usable: false, iabErrorCode: 200, reason: 'an audio ad' };
  const [creative] = ad.creatives;
  if (creative === undefined)
    return { usable: false, iabErrorCode: 201, reason: 'no linear creative' };
  const { durationSeconds } = creative;
  if (durationSeconds === undefined || durationSeconds <= 0)
    return { usable: false, iabErrorCode: 101, reason: 'no readable duration' };
  const files = [...creative.mediaFiles, ...creative.mezzanines];
  const media = files.some(
    (file) => isHlsMediaFile(file) || isDashMediaFile(file) || isProgressiveMediaFile(file),
  );
  if (!media) return { usable: false, iabErrorCode: 403, reason: 'no stitchable media file' };
  return { usable: true, creative, durationSeconds };
}
