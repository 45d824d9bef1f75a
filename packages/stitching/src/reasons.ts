/**
 * Reasons why an avail showed no ad, or fewer than it could: a closed catalogue, whose keys are labels of counters.
 * Nothing on the ad side stops a stream: it ends in content or slate with one of these reasons.
 */
export const adFallbackReasons = {
  AD_SERVER_UNSET: 'The channel names no ad server.',
  AD_REQUEST_INVALID:
    'No address comes out of the ad server URL and its parameters, or a longer one than ad servers take.',
  AD_SERVER_UNREACHABLE: 'The ad server could not be reached or answered with an error status.',
  AD_SERVER_TIMEOUT: 'The ad server did not answer before the deadline of the break.',
  AD_REQUEST_RATE:
    'The ad server may get no more requests (adRequestsPerSecond) before the deadline of the break.',
  VAST_INVALID: 'The answer is no VAST document that can be read.',
  NO_ADS: 'The ad server answered without an ad.',
  WRAPPER_LIMIT: 'The chain of wrappers was too long, looped, or one of its tags failed.',
  DECISION_TIMEOUT:
    'Ads or their creatives were not ready when the break had to be shown; content was shown.',
  NO_USABLE_AD: 'Every ad of the answer was dropped; each has its own reason.',
  PARTIAL_FILL_REJECTED: 'The ads fill less of the break than the channel’s minimum.',
  BREAK_TOO_SHORT: 'What is left of the break is too short to be offered.',
  BREAK_CANCELLED: 'The break was cancelled before it started.',
  EARLY_RETURN: 'The source returned to the programme before the ads had ended.',
  SESSION_RESUMED:
    'The session was resumed during this break; the rest of the break is the source\u2019s.',
  SESSION_UNAVAILABLE: 'No playback session could be opened; the viewer gets the source.',
} as const;

export type AdFallbackReason = keyof typeof adFallbackReasons;

/** Reasons why one ad of an answer was not placed, one for each ad; a closed catalogue as well. */
export const adDropReasons = {
  NEW_CREATIVE: 'The creative is not conditioned for this channel yet (IAB 407).',
  CONDITIONING_FAILED:
    'Several jobs could not condition the creative; none is made until they are archived (IAB 405).',
  CREATIVE_UNREACHABLE: 'The media of the creative could not be fetched (IAB 401, 402).',
  CREATIVE_UNUSABLE:
    'The creative cannot be stitched: encrypted, without segments or in several parts.',
  NO_LINEAR_MEDIA: 'The ad has no linear media file that can be stitched (IAB 403).',
  NO_VARIANT_MATCH:
    'No rendition of the creative matches a variant of the channel (container or codecs).',
  SEGMENT_TOO_LONG: "A segment of the creative is longer than the channel's target duration.",
  AVAIL_DURATION_EXCEEDED: 'The ad is longer than the whole break.',
  LEFTOVER_EXCEEDED: 'The ad is longer than what the ads before it left of the break.',
  DUPLICATE_CREATIVE: 'The same creative is in the pod already.',
  COMPETITIVE_SEPARATION:
    'An ad of the same category, or of the same advertiser, is in the pod already.',
  FREQUENCY_CAP: 'The session was given this creative as often as the channel allows.',
  NOT_CHOSEN: 'Other stand-alone ads of the answer fill the break better.',
  SUBSTITUTE_UNUSED: 'A stand-alone ad beside a pod: it was not needed as a substitute.',
  POD_LIMIT: 'The pod holds more ads than are taken.',
  PARTIAL_FILL_REJECTED: 'The ads fill less of the break than the channel’s minimum.',
  WRAPPER_FAILED: 'The wrapper of this ad could not be followed (IAB 300 to 303).',
} as const;

export type AdDropReason = keyof typeof adDropReasons;
