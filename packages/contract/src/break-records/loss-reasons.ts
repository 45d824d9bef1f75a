/**
 * Loss reasons: why a part of a break showed no ad that was seen. The closed list, each with its owner and advice.
 * Names are those of the stitcher's catalogues (`reasons.ts` of packages/stitching).
 */

/** Owner of a loss, the party that can mend it. `us` is the platform and the settings of the channel. */
export const lossOwners = ['source', 'adServer', 'creative', 'cdn', 'us', 'viewer'] as const;
export type LossOwner = (typeof lossOwners)[number];

export interface LossGuide {
  readonly owner: LossOwner;
  /** Cause, as a clause that continues "because". */
  readonly cause: string;
  /** Advice for the owner, as a sentence. */
  readonly advice: string;
}

const guide = (owner: LossOwner, cause: string, advice: string): LossGuide => ({
  owner,
  cause,
  advice,
});

export const lossGuides = {
  AD_SERVER_UNSET: guide(
    'us',
    'the channel names no ad server',
    'Enter the address of the ad server in the channel.',
  ),
  AD_REQUEST_INVALID: guide(
    'us',
    'the ad server URL and its parameters make no valid address',
    'Test the ad server in the channel, and correct its URL and parameters.',
  ),
  AD_SERVER_UNREACHABLE: guide(
    'adServer',
    'the ad server could not be reached or answered with an error status',
    'Ask the operator of the ad server about the status in the request.',
  ),
  AD_SERVER_TIMEOUT: guide(
    'adServer',
    'the ad server did not answer before the deadline of the break',
    'Ask the operator of the ad server for faster answers, or announce breaks earlier.',
  ),
  AD_REQUEST_RATE: guide(
    'us',
    'the ad server may get no more requests a second before the deadline of the break',
    'Raise the ad requests per second of the channel, announce breaks earlier, or add a prefetch schedule.',
  ),
  VAST_INVALID: guide(
    'adServer',
    'the answer is no VAST document that can be read',
    'Send the answer to the operator of the ad server.',
  ),
  NO_ADS: guide(
    'adServer',
    'the ad server answered without an ad',
    'Check campaigns, targeting and demand at the ad server.',
  ),
  WRAPPER_LIMIT: guide(
    'adServer',
    'the chain of wrappers was too long, looped, or one of its tags failed',
    'Follow the wrappers in the requests, and ask the operator of the first tag that failed.',
  ),
  DECISION_TIMEOUT: guide(
    'us',
    'the decision was not ready when the break had to be shown',
    'Announce breaks earlier, or give the stitchers more processors.',
  ),
  NO_USABLE_AD: guide(
    'creative',
    'every ad of the answer was dropped',
    'Look at the reason of each ad.',
  ),
  PARTIAL_FILL_REJECTED: guide(
    'adServer',
    'the ads fill less of the break than the minimum of the channel',
    'Return more ads, or lower the minimum in the channel.',
  ),
  BREAK_TOO_SHORT: guide(
    'source',
    'what was left of the break was too short to be offered',
    'Announce breaks earlier, or make them longer.',
  ),
  BREAK_CANCELLED: guide(
    'source',
    'the break was cancelled before it started',
    'Nothing, when the cancellation was meant.',
  ),
  EARLY_RETURN: guide(
    'source',
    'the source returned to the programme before the ads had ended',
    'Announce the duration that the break will have.',
  ),
  SESSION_RESUMED: guide(
    'us',
    'the session was resumed by another process during the break',
    'Look at why the stitcher was restarted.',
  ),
  SESSION_UNAVAILABLE: guide(
    'us',
    'the source or the channel was not ready for a decision',
    'Look at the source of the channel.',
  ),
  NEW_CREATIVE: guide(
    'us',
    'the creative was not conditioned for this channel yet',
    'Nothing: it is being made, and plays in a later break.',
  ),
  CONDITIONING_FAILED: guide(
    'creative',
    'several jobs could not condition the creative',
    'Open its jobs, correct the media file, and archive the failed jobs.',
  ),
  CREATIVE_UNREACHABLE: guide(
    'creative',
    'the media of the creative could not be fetched in time',
    'Check the address and the host of the media file.',
  ),
  CREATIVE_UNUSABLE: guide(
    'creative',
    'the creative is encrypted, without segments or in several parts',
    'Deliver the creative as one plain file or package.',
  ),
  NO_LINEAR_MEDIA: guide(
    'creative',
    'the ad has no linear media file that can be stitched',
    'Deliver the ad with a video file.',
  ),
  NO_VARIANT_MATCH: guide(
    'creative',
    'no rendition of the creative matches a variant of the channel',
    'Let the platform condition the creative, or deliver it in the container and codecs of the channel.',
  ),
  SEGMENT_TOO_LONG: guide(
    'creative',
    'a segment of the creative is longer than the target duration of the channel',
    'Package the creative with shorter segments.',
  ),
  AVAIL_DURATION_EXCEEDED: guide(
    'adServer',
    'the ad is longer than the whole break',
    'Return ads that are as long as the break or shorter.',
  ),
  LEFTOVER_EXCEEDED: guide(
    'adServer',
    'the ad is longer than what the ads before it left of the break',
    'Return ads whose durations fill the break together.',
  ),
  DUPLICATE_CREATIVE: guide(
    'adServer',
    'the same creative was in the pod already',
    'Return different creatives for one break.',
  ),
  COMPETITIVE_SEPARATION: guide(
    'adServer',
    'an ad of the same category or advertiser was in the pod already',
    'Return ads that may stand beside each other.',
  ),
  FREQUENCY_CAP: guide(
    'adServer',
    'the session was given this creative as often as the channel allows',
    'Return other creatives, or raise the frequency cap of the channel.',
  ),
  NOT_CHOSEN: guide(
    'adServer',
    'other stand-alone ads of the answer filled the break better',
    'Return ads whose durations fill the break together.',
  ),
  SUBSTITUTE_UNUSED: guide(
    'adServer',
    'the stand-alone ad was not needed as a substitute',
    'Return enough ads with a sequence to fill the break.',
  ),
  POD_LIMIT: guide(
    'us',
    'the pod held as many ads as are taken',
    'Raise the largest number of ads in the channel.',
  ),
  WRAPPER_FAILED: guide(
    'adServer',
    'the wrapper of the ad could not be followed',
    'Look at the request of the wrapper, and ask the operator of its tag.',
  ),
  ANSWER_TOO_SHORT: guide(
    'adServer',
    'the ads of the answer are shorter than the break',
    'Return more or longer ads.',
  ),
  NOT_REQUESTED: guide(
    'viewer',
    'the player did not request the segments of the ads',
    'Nothing, when viewers left; else look at the segments of the ad.',
  ),
} as const satisfies Readonly<Record<string, LossGuide>>;

export type LossReason = keyof typeof lossGuides;

/** The closed list, in a fixed order. */
export const lossReasons = Object.keys(lossGuides) as LossReason[];

/** Whether a text is a reason of the list. */
export const isLossReason = (text: string): text is LossReason => Object.hasOwn(lossGuides, text);
