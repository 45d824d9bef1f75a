/** Results of a test in words. The codes are those of the reference; what they mean is said here for the screen. */
import type { AdServerTest } from '@interlude/contract';

type TestedAd = AdServerTest['ads'][number];

export const creativeWords: Readonly<Record<TestedAd['creative'], string>> = {
  ready: 'ready',
  playable: 'ready-made package',
  encoding: 'being encoded',
  new: 'new: encoded when a break meets it',
  failed: 'encoding failed',
  unsupported: 'no usable media',
};

/** By the codes of the catalogue of reasons. */
export const reasonWords: Readonly<Record<string, string>> = {
  AD_SERVER_UNSET: 'The channel names no ad server.',
  AD_REQUEST_INVALID: 'No usable address comes out of the ad server URL and its parameters.',
  AD_SERVER_UNREACHABLE: 'The ad server could not be reached or answered with an error status.',
  AD_SERVER_TIMEOUT: 'The ad server did not answer in the time that a break has.',
  VAST_INVALID: 'The answer is no VAST document that can be read.',
  NO_ADS: 'The ad server answered without an ad.',
  WRAPPER_LIMIT: 'The chain of wrappers was too long, looped, or one of its tags failed.',
  DECISION_TIMEOUT: 'Ads or their creatives were not ready in time.',
  NO_USABLE_AD: 'Every ad of the answer was dropped; each has its own reason.',
  PARTIAL_FILL_REJECTED: 'The ads fill less of the break than the channel’s minimum.',
  BREAK_TOO_SHORT: 'What is left of the break is too short to be offered.',
  BREAK_CANCELLED: 'The break was cancelled before it started.',
  EARLY_RETURN: 'The source returned to the programme before the ads had ended.',
  SESSION_RESUMED: 'The session was taken up again in the middle of this break.',
  SESSION_UNAVAILABLE: 'No playback session could be opened.',
  NEW_CREATIVE: 'The creative is not conditioned for this channel yet.',
  CONDITIONING_FAILED: 'Several jobs could not condition the creative; archive them to try again.',
  CREATIVE_UNREACHABLE: 'The media of the creative could not be fetched.',
  CREATIVE_UNUSABLE: 'The creative cannot be stitched: encrypted, without segments or in parts.',
  NO_LINEAR_MEDIA: 'The ad has no linear media file that can be stitched.',
  NO_VARIANT_MATCH: 'No rendition of the creative matches a variant of the channel.',
  SEGMENT_TOO_LONG: "A segment of the creative is longer than the channel's target duration.",
  AVAIL_DURATION_EXCEEDED: 'The ad is longer than the whole break.',
  LEFTOVER_EXCEEDED: 'The ad is longer than what the ads before it left of the break.',
  DUPLICATE_CREATIVE: 'The same creative is in the pod already.',
  COMPETITIVE_SEPARATION: 'An ad of the same category or advertiser is in the pod already.',
  FREQUENCY_CAP: 'The session was given this creative as often as the channel allows.',
  NOT_CHOSEN: 'Other stand-alone ads of the answer fill the break better.',
  SUBSTITUTE_UNUSED: 'A stand-alone ad beside a pod: it was not needed as a substitute.',
  POD_LIMIT: 'The pod holds more ads than are taken.',
  WRAPPER_FAILED: 'The wrapper of this ad could not be followed.',
};

export function reasonText(reason: string): string {
  return reasonWords[reason] ?? reason;
}

export function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export function millisecondsText(ms: number): string {
  return ms < 10_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

const seconds = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
export const secondsText = (value: number) => `${seconds.format(value)} s`;

/** Its creative can be played now. */
export function isReady({ creative }: TestedAd): boolean {
  return creative === 'ready' || creative === 'playable';
}

/** One sentence over the whole test. */
export function summaryText({ ads, reason, tookMs }: AdServerTest, breakSeconds: number): string {
  const took = `in ${millisecondsText(tookMs)}`;
  if (ads.length === 0) return `No ad ${took}. ${reasonText(reason ?? 'NO_ADS')}`;
  const placed = ads.filter(({ isInPod }) => isInPod);
  const ready = placed.filter(isReady);
  const why = placed.length === 0 && reason !== undefined ? `: ${reasonText(reason)}` : '.';
  return `${countText(ads.length, 'ad')} ${took}, ${verdict(placed, ready, breakSeconds)}${why}`;
}

function verdict(
  placed: readonly TestedAd[],
  ready: readonly TestedAd[],
  breakSeconds: number,
): string {
  if (placed.length === 0) return 'none would play';
  const filled = ready.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
  const now =
    ready.length === 0
      ? 'none would play yet'
      : `${ready.length} would play, ${secondsText(filled)} of ${secondsText(breakSeconds)}`;
  const waiting = placed.length - ready.length;
  return waiting === 0 ? now : `${now}; ${waiting} once encoded`;
}
